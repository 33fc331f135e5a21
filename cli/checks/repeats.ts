import type { DescribedFile } from '../content/model.ts';
import { type Distinct, distinctListsIn } from '../content/schema/references.ts';
import type { KeyPath } from '../problems/locate.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** Names that two entries of a list share, where the list's schema says that none may. */
export const repeatsIn = (files: readonly DescribedFile[]): Problem[] =>
  files.flatMap((file) =>
    distinctListsIn(file.schema, file.data).flatMap(({ path, items, rule }) =>
      repeatsInList(file, path, items, rule),
    ),
  );

function repeatsInList(
  { source }: DescribedFile,
  path: KeyPath,
  items: readonly unknown[],
  { names, message, hint, isError }: Distinct<unknown>,
): Problem[] {
  const first = new Map<string, KeyPath>();
  const problems: Problem[] = [];
  for (const [i, item] of items.entries()) {
    for (const [name, ...at] of names(item)) {
      const where = [...path, i, ...at];
      if (name === undefined) continue;
      const key = isError ? name : name.trim().toLowerCase();
      const before = first.get(key);
      if (!before) first.set(key, where);
      else
        problems.push(
          problem(source, where, {
            rule: isError ? 'duplicate-id' : 'doubtful-value',
            severity: isError ? 'error' : 'warning',
            message: message(name),
            hint: hint ?? 'Is one of the two wrong?',
            related: [{ source: source, at: before, message: isError ? 'The other one' : 'The first one' }],
          }),
        );
    }
  }
  return problems;
}
