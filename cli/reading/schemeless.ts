import { foundOutsideCode } from '../content/markdown/slips.ts';
import type { SourceFile } from '../content/source-file.ts';
import { stretchOf } from '../problems/locate.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** `//host/path` as the address of a link in Markdown, or as a value in YAML. */
const schemeless =
  /\/\/(?<=(?:\]\(<?|\]:[ \t]+<?|^[ \t-]*[^\s#:]+:[ \t]+["']?|^[ \t]*-[ \t]+["']?|[{,][ \t]*\w+:[ \t]+["']?)\/\/)(?:[a-z\d-]+\.)+[a-z]{2,}\.?(?::\d+)?(?:[/?#][^\s"')>,\]]*)?(?=[\s"')>,}\]]|$)/gim;

/** Addresses that start with their host. Pages print them with `https:`, and `check --fix` writes it. */
export function schemelessLinks(source: SourceFile): Problem[] {
  return foundOutsideCode(source, schemeless).map((match) =>
    problem(source, stretchOf(match), {
      rule: 'invalid-url',
      severity: 'warning',
      message: `\`${match[0]}\` has no scheme, so pages add \`https:\`.`,
      suggestion: `https:${match[0]}`,
      fix: [{ start: match.index, end: match.index, text: 'https:' }],
    }),
  );
}
