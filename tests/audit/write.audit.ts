import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers.ts';
import { buildAtOnce, killAndRecover } from '../pipeline/builders.ts';
import { isSmoke } from './scope.ts';

const rounds = isSmoke ? 1 : 20;
const kills = isSmoke ? 3 : 200;

it(`finds a whole site after each of ${kills} kills`, async () => {
  expect(await killAndRecover(temporaryFolder(), kills)).toEqual([]);
});

it.each([2, 4, 12])(`never mixes the sites of %i builds at once, ${rounds} times`, async (builders) => {
  for (let i = 0; i < rounds; i++)
    expect(await buildAtOnce(temporaryFolder(), { builders, generations: 10, kills: i % builders })).toEqual(
      [],
    );
});
