import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { beforeAll, describe, expect, it } from 'vitest';
import { galley, now } from '../helpers.ts';
import { copyProgram } from '../program/copy-program.ts';
import { smallPaper } from '../small-paper.ts';

const kind = `
import { RecipePage } from '../../../templates/pages/RecipePage.tsx';
import { pictureAt } from '../../look/pictures.ts';
import { markdown, picture, postSlug, title } from '../../content/schema/fields.ts';
import { definePageKind } from '../page-kind.ts';
import { webPage } from '../structured-data.ts';

/** A dish, and how it is cooked. */
export const recipe = definePageKind({
  name: 'recipe',
  summary: 'a dish, and how it is cooked',
  fields: { dish: title(), photo: picture(), story: postSlug(), body: markdown() },
  shows: ['cooks'],
  props:
    ({ edition: { shared, pictures } }) =>
    ({ file, head, prose }) => ({
      ...head(),
      dish: file.dish,
      photo: pictureAt(file.photo, file.dish, pictures),
      story: \`/blog/\${file.story}\`,
      cooks: shared.data.cooks.data.cooks.map(({ name }) => name),
      steps: prose(file.body),
    }),
  structuredData: (page, site) => [webPage('WebPage', page, site), { '@type': 'Recipe', name: page.dish }],
  component: RecipePage,
});
`;

const component = `
import { Image } from '../parts/Image.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { MarkdownText, PageHead, PageProps, Picture } from '../types.ts';

export interface RecipePageProps extends PageHead {
  readonly dish: string;
  readonly photo?: Picture;
  readonly story: string;
  readonly cooks: readonly string[];
  readonly steps: MarkdownText;
}

export const RecipePage = ({ page, words }: PageProps<RecipePageProps>) => (
  <>
    <PageHeader page={page} words={words} />
    <h2>{page.dish}, by {page.cooks.join(' and ')}</h2>
    {page.photo && <Image picture={page.photo} />}
    <Prose text={page.steps} />
    <p><a href={page.story}>The story</a></p>
  </>
);
`;

const data = `
import * as z from 'zod';
import { title } from '../schema/fields.ts';
import { distinct } from '../schema/references.ts';

/** \`data/cooks.yaml\`: who cooks for the paper. */
export const cooks = z.strictObject({
  cooks: distinct(z.array(z.strictObject({ name: title() })).min(1), {
    names: ({ name }) => [[name, 'name']],
    message: (name) => \`\${name} is in this list twice.\`,
  }),
});
`;

const page = `---
template: recipe
path: /gumbo
title: Gumbo
description: A pot for eight.
keywords: [food]
dish: Ferry Gumbo
photo: media/bridge.png
story: heron-count
---
## The roux

Stir it until it is as brown as the river.
`;

/** A copy of the program and of a small paper, with what a developer adds for a new kind of page and a new kind of data. */
describe('a new kind of page, and of data: a module and a line in the registry each, and a component', () => {
  let folder: string;
  const build = () =>
    galley(folder, ['build', '--now', now.toISOString()], {}, join(folder, 'cli', 'galley.mjs'));
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);

  beforeAll(async () => {
    folder = await copyProgram();
    await smallPaper(folder);
    write('cli/pages/kinds/recipe.ts', kind);
    appendFileSync(join(folder, 'cli/pages/registry.ts'), "export { recipe } from './kinds/recipe.ts';\n");
    write('templates/pages/RecipePage.tsx', component);
    write('templates/styles/kinds/recipe.css', '@import "../every-page.css";\n');
    write('cli/content/data/cooks.ts', data);
    appendFileSync(join(folder, 'cli/content/data/registry.ts'), "export { cooks } from './cooks.ts';\n");
    mkdirSync(join(folder, 'content/data'), { recursive: true });
    write('content/data/cooks.yaml', 'cooks:\n  - name: Ada Lund\n  - name: Ben Ortiz\n');
    write('content/pages/gumbo.md', page);
  });

  it('is rendered, with its picture, its data, its text and its structured data', () => {
    expect(build()).toMatchObject({ status: 0 });
    const $ = load(readFileSync(join(folder, 'dist/gumbo.html'), 'utf8'));
    expect($('main h2').first().text()).toBe('Ferry Gumbo, by Ada Lund and Ben Ortiz');
    expect($('main img').attr('alt')).toBe('Ferry Gumbo');
    expect($('main h2#the-roux').text()).toBe('The roux');
    expect($('script[type="application/ld+json"]').text()).toContain('"@type":"Recipe"');
    expect($('meta[http-equiv="Content-Security-Policy"]').attr('content')).toContain("default-src 'none'");
  });

  it('has its mistakes reported, each at its place with a suggestion', () => {
    write(
      'content/pages/gumbo.md',
      page.replace('bridge.png', 'brigde.png').replace('heron-count', 'heron-cont').replace('dish:', 'dsh:'),
    );
    write('content/data/cooks.yaml', 'cooks:\n  - name: Ada Lund\n  - name: Ada Lund\n');
    const { status, stderr } = build();
    expect(status).toBe(1);
    for (const report of [
      /error missing-media content\/pages\/gumbo\.md:8:8\n.*Did you mean `media\/bridge\.png`\?/,
      /error unknown-reference content\/pages\/gumbo\.md:9:8\n.*Did you mean `heron-count`\?/,
      /error unknown-key content\/pages\/gumbo\.md:7:1\n.*Did you mean `dish`\?/,
      /warning doubtful-value content\/data\/cooks\.yaml:3:11\n.*Ada Lund is in this list twice\./,
    ])
      expect(stderr).toMatch(report);
  });
});
