import type { Records } from '../content/model.ts';
import type { SourceFile } from '../content/source-file.ts';
import { groupBy } from '../lib/group-by.ts';
import type { KeyPath } from '../problems/locate.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** Categories with the same name, and stations with the same port. */
export const repeatsIn = ({ shared: { site, radio } }: Records): Problem[] => [
  ...repeats(
    site.source,
    site.data.categories.map(({ name }, i) => ({ name, path: ['categories', i, 'name'] })),
    (name) => `Two categories have the name \`${name}\`.`,
    'Remove one of them.',
  ),
  ...(radio
    ? repeats(
        radio.source,
        radio.data.stations.map(({ port }, i) => ({ name: String(port), path: ['stations', i, 'port'] })),
        (port) => `Another station already has the port ${port}.`,
        'Give one of the two another port; players ask for a station by it.',
      )
    : []),
];

const repeats = (
  source: SourceFile,
  entries: readonly { readonly name: string; readonly path: KeyPath }[],
  messageOf: (name: string) => string,
  hint: string,
): Problem[] =>
  [...groupBy(entries, ({ name }) => name)].flatMap(([name, [first, ...others]]) =>
    others.map(({ path }) =>
      problem(source, path, {
        rule: 'duplicate-id',
        message: messageOf(name),
        hint,
        related: first && [{ source, at: first.path, message: 'The other one' }],
      }),
    ),
  );
