import { expect, it } from 'vitest';
import { serveRequests } from '../serve-requests.ts';
import { serveVillage } from './village.ts';
import { newPage } from './visits.ts';

/** Another host, and the paths that browsers ask it for. */
async function startHost() {
  const asked: string[] = [];
  const host = await serveRequests(({ url = '' }, response) => {
    asked.push(url);
    response.end();
  });
  return { asked, host };
}

it('loads nothing from other hosts, even by addresses that a build does not recognize', async () => {
  const { asked, host } = await startHost();
  const address = await serveVillage({
    'custom.css': () =>
      [
        `@namespace other "${host}/namespace";`,
        `body { --set: "${host}/set" 1x; background: image-set(var(--set)) }`,
        `main { --set: "\\68ttp${host.slice(4)}/escape" 1x; background: image-set(var(--set)) }`,
        `header { --set: "${host.slice(5)}/scheme" 1x; border-image-source: image-set(var(--set)) }`,
        `h1 { --set: "${host}/cursor" 1x; cursor: image-set(var(--set)), auto }`,
        `a::before { --set: "${host}/content" 1x; content: image-set(var(--set)) }`,
        `footer { background: src("${host}/src") }`,
      ].join('\n'),
  });
  const page = await newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
  // The same page without its policy asks.
  const open = await newPage({ bypassCSP: true });
  await open.goto(address, { waitUntil: 'networkidle' });
  expect(asked.toSorted()).toEqual(expect.arrayContaining(['/content', '/escape', '/scheme', '/set']));
});
