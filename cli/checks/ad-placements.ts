import type { Records, Skipped } from '../model.ts';
import { home } from '../page-kinds/home.ts';
import { isOfKind } from '../page-kinds/page-kind.ts';
import { placeAt } from '../problems/locate.ts';
import { type Problem, problemAt, reportFirst } from '../problems/problem.ts';
import { referencesIn } from '../sources/schema/references.ts';
import { isWritten } from './files.ts';

/** Blocks for advertisements for which embeds.yaml has no placement: each block has the next one. */
export function checkAdPlacements(records: Records): {
  readonly problems: readonly Problem[];
  readonly skipped: readonly Skipped[];
} {
  const { embeds } = records.shared;
  const count = embeds?.data.ads?.placements.length ?? 0;
  const without = records.pages.flatMap((page) => {
    if (!isOfKind(page, home)) return [];
    const { source, data } = page;
    const namesEmbeds = referencesIn(home.schema, data).some(({ reference }) => reference.to === 'embed');
    // It is reported already that there is no such file.
    if (!embeds && namesEmbeds) return [];
    const blocks = [...data.blocks.entries()].filter(([, { block }]) => block === 'ads');
    // To have no advertisements at all is one mistake.
    const paths = blocks
      .slice(count, count === 0 ? 1 : undefined)
      .map(([i]) => ['blocks', i, 'block'] as const);
    return paths.filter((path) => isWritten(records, source, path)).map((path) => ({ source, path }));
  });
  if (without.length === 0) return { problems: [], skipped: [] };
  if (embeds && !isWritten(records, embeds.source, ['ads', 'placements']))
    return {
      problems: [],
      skipped: [{ file: embeds.source.file, what: 'the placements of advertisements' }],
    };
  const has = count === 0 ? 'none' : count === 1 ? 'one' : String(count);
  return {
    skipped: [],
    problems: reportFirst(without, ({ source, path }) =>
      problemAt(placeAt(source, path), {
        rule: 'unknown-reference',
        message: `There is no placement left for this advertisement: embeds.yaml has ${has}.`,
        hint: `Remove ${count === 0 ? 'all such blocks' : 'the block'}, or add a placement under \`ads\` in embeds.yaml.`,
      }),
    ),
  };
}
