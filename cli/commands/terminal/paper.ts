import type { EditionOptions } from '../../content/model.ts';
import type { Sources } from '../../content/source-file.ts';
import { problemsError } from '../../lib/errors.ts';
import { link } from '../../pipeline/link.ts';
import { parse } from '../../pipeline/parse.ts';
import { read } from '../../pipeline/read.ts';
import { route } from '../../pipeline/route.ts';
import { type NowFlag, nowOf, requireContent } from './flags.ts';

export type Paper = ReturnType<typeof readPaper>;

/** The paper in a content folder. Throws where there is none, or where nobody could write for it, because its site.yaml is broken. */
export function readPaper({ content, now }: NowFlag & { readonly content: string }) {
  requireContent(content);
  const sources = read(content, content).value;
  const { value: records } = parse(sources);
  const { data: site, source } = records.shared.site;
  if (records.broken.has(source.path))
    throw problemsError('site.yaml has problems; `galley check` shows them. Correct them first.');
  return { sources, records, site, now: nowOf({ now }) };
}

/** What some sources publish, without headlines and pictures, and the problems of all stages. */
export function editionOf(sources: Sources, options: EditionOptions) {
  const records = parse(sources);
  const edition = link(records.value, new Map(), new Map(), options);
  const routes = route(edition.value);
  const problems = [records, edition, routes].flatMap((outcome) => outcome.problems);
  return { records: records.value, edition: edition.value, routes: routes.value, problems };
}
