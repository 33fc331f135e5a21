import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers.ts';
import { deadLocks, killAndRecover, ownHolder, race } from '../lib/lock-processes.ts';
import { isSmoke } from './scope.ts';

const rounds = isSmoke ? 5 : 500;
const kills = isSmoke ? 3 : 200;

it.each([0, 1])(`gives a dead lock to exactly one of twelve, ${rounds} times (%i)`, async (i) => {
  const dead = deadLocks(ownHolder(temporaryFolder()))[i];
  if (!dead) throw new Error('there is no such lock');
  const winners = await race(temporaryFolder(), { runners: 12, rounds, dead });
  expect(winners).toEqual(Array(rounds).fill(1));
});

it(`finds a whole site after each of ${kills} kills`, async () => {
  expect((await killAndRecover(temporaryFolder(), kills)).cut).toEqual([]);
});
