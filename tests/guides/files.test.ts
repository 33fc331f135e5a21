import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { dataKinds } from '../../cli/content/single-files.ts';
import { atLeastOne } from '../at-least-one.ts';
import { frames } from '../commands/relay/sound.ts';
import { buildInMemory, root, sites, temporaryFolder, write } from '../helpers.ts';

/** The files that a guide shows: an example that begins with the name of a file as a comment. */
const filesIn = (guide: string) =>
  [
    ...readFileSync(join(root, 'docs', 'guides', guide), 'utf8').matchAll(
      /^ {4}# (\S+\.yaml)\n((?: {4}.*\n|\n)+)/gm,
    ),
  ].map(([, name = '', text = '']) => ({ name, data: parse(text.replace(/^ {4}/gm, '')) }));

const shown = filesIn('content.md');
const counters = filesIn('live.md').filter(({ name }) => name === 'site.yaml');

/** All examples of a file in one, with the entries of each group that they share. */
function joined(name: string): Record<string, object> {
  const all: Record<string, object> = {};
  for (const { data } of shown.filter((file) => file.name === name))
    for (const [key, group] of Object.entries<object>(data))
      all[key] = Array.isArray(group) ? group : { ...all[key], ...group };
  return all;
}

/** Which page shows each file of data. */
const pages = {
  ...{ books: 'books', faq: 'faq', plans: 'subscribe', departments: 'contact', team: 'about' },
  ...{ partners: 'partners', events: 'events' },
};

/** A paper of nothing but the examples, with a radio. */
function paper(radio: unknown): string {
  const content = join(temporaryFolder(), 'content');
  const save = (path: string, text: string | Buffer) => write(join(content, path), text);
  save(
    'site.yaml',
    stringify({
      ...{ name: 'The Ford Bulletin', baseUrl: 'https://ford.example', timeZone: 'America/Chicago' },
      ...{ contact: { email: 'desk@ford.example' }, categories: [{ name: 'News' }] },
      ...Object.assign({}, ...counters.map(({ data }) => data)),
    }),
  );
  save('pages/home.yaml', 'template: home\npath: /\ntitle: Ford\nblocks: [{ block: ads }, { block: ads }]\n');
  for (const kind of [...Object.values(pages), 'radio'])
    save(`pages/${kind}.yaml`, `template: ${kind}\npath: /${kind}\ntitle: About ${kind}\n`);
  const front =
    'id: "1"\ntitle: Film\nexcerpt: A film.\npublishedDate: 2026-11-19T06:30:00-06:00\ncategory: News';
  save('blog/film.md', `---\n${front}\n---\nA film.\n\nhttps://vimeo.com/76979871\n`);
  for (const name of Object.keys(dataKinds))
    save(`data/${name}.yaml`, stringify(joined(`data/${name}.yaml`)));
  save('embeds.yaml', stringify(joined('embeds.yaml')));
  save('radio.yaml', stringify(radio));
  save('media/sorry.mp3', frames(100));
  save('media/ada.png', readFileSync(join(sites, 'small/content/media/bridge.png')));
  return content;
}

const radios = atLeastOne([...shown, ...filesIn('radio.md')].filter(({ name }) => name === 'radio.yaml'));

it('there is an example of every file of data, of the radio in both guides, of embeds, of advertisements and of what counts readers', () => {
  expect(Object.keys(pages).sort()).toEqual(Object.keys(dataKinds).sort());
  for (const name of Object.keys(dataKinds)) expect(joined(`data/${name}.yaml`), name).not.toEqual({});
  expect(radios).toHaveLength(2);
  expect(counters.flatMap(({ data }) => Object.keys(data))).toEqual(['analytics', 'pixel']);
});

it.each(radios)('the examples of the guides are a paper without problems', async ({ data }) => {
  const { report, files } = await buildInMemory(paper(data));
  expect(report.problems).toEqual([]);
  for (const [name, kind] of Object.entries(pages)) {
    const text = load(files.get(`${kind}.html`) ?? '')('main').text();
    const [entries] = Object.values(joined(`data/${name}.yaml`)).filter((group) => Array.isArray(group));
    for (const { title, name } of entries as { title?: string; name?: string }[])
      expect(text).toContain(title ?? name);
  }
  const front = files.get('index.html');
  expect(front).toContain('https://acceptable.a-ads.com/2411001');
  expect(front).toContain('The paper by post');
  expect(front).toContain('https://ridge.goatcounter.com ridge');
  expect(files.get('radio.html')).toContain(data.name ?? 'The Ford Bulletin');
  expect(files.get('blog/film.html')).toContain('https://player.vimeo.com/video/76979871');
});
