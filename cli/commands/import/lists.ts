import { join } from 'node:path';
import { stringify } from 'yaml';
import { findRedirects } from '../../addresses/redirects.ts';
import { formerIssue, plainAddress } from '../../content/schema/former-address.ts';
import { pathOf } from '../../content/single-files.ts';
import type { Sources } from '../../content/source-file.ts';
import { decoded } from '../../lib/web-address.ts';
import { listAddress } from '../../pages/lists.ts';
import { read } from '../../pipeline/read.ts';
import { replaceContent } from '../terminal/content-files.ts';
import { editionOf } from '../terminal/paper.ts';
import type { Archive, FormerList } from './archive.ts';
import { plainText } from './convert-text.ts';
import type { Report } from './report.ts';
import type { Sections } from './sections.ts';

export const listAt = (from: string, kind: FormerList['kind'], name: string) => ({ from, kind, name });

/** Sends readers of the archive's lists and feeds on to those of the paper, by redirects.yaml. Gives where each leads. */
export function redirectLists(
  content: string,
  { lists, basePath }: Pick<Archive, 'lists' | 'basePath'>,
  sections: Sections,
  now: Date,
  report: Report,
): ReadonlyMap<string, string> {
  const sources = read(content, content).value;
  const { records, edition, routes } = editionOf(sources, { now, drafts: false });
  const pages = new Set(routes.map(({ address }) => address));
  const pathOfKind = (kind: string) => records.pages.find(({ data }) => data.template === kind)?.data.path;
  const { categories } = records.shared.site.data;
  function targetOf({ kind, name }: FormerList): string | undefined {
    if (kind === 'person') return listAddress(pathOfKind('authors'), name);
    const section = sections.named(name);
    const path = categories.find((category) => category.name === section)?.path;
    if (kind === 'term') return section ? path : listAddress(pathOfKind('tags'), name);
    return name === '' || edition.postsBySection.get(path ?? '')?.length
      ? `${path ?? ''}/rss.xml`
      : undefined;
  }
  const targets = new Map<string, string>();
  for (const list of lists) {
    const to = targetOf({ ...list, name: plainText(list.name) });
    if (to?.endsWith('.xml') || pages.has(to ?? '')) targets.set(basePath + list.from, to ?? '');
    else if (list.kind !== 'feed')
      report('the address of a list not kept, for want of such a page', list.from, list.name);
  }
  const redirects = findRedirects(edition, routes).value;
  const taken = new Set(pages);
  const entries = [...targets].flatMap(([from, to]) => {
    const key = plainAddress(decoded(from) ?? from);
    if (taken.has(key.toLowerCase()) || redirects.at(key) || formerIssue(from)) return [];
    taken.add(key.toLowerCase());
    return [{ from, to }];
  });
  append(content, sources, entries);
  for (const { from, to } of entries) report('an address of a list sent on', from, to);
  return targets;
}

/** Adds entries to redirects.yaml, unless it is broken. */
function append(content: string, { files }: Sources, entries: readonly object[]): void {
  const path = pathOf('redirects');
  const source = files.find((file) => file.path === path) ?? { text: '' };
  if (entries.length === 0 || !/^(?:\s*#.*\n|\s*\n)*(?:-|$)/.test(source.text)) return;
  const text = `${source.text.trimEnd()}\n${stringify(entries, { lineWidth: 0 })}`.trimStart();
  replaceContent(join(content, path), source, text);
}
