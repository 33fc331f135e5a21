import { placeOf } from '../problems/locate.ts';
import { type Problem, problemAt, reportFirst } from '../problems/problem.ts';
import { foundOutsideCode } from './markdown/slips.ts';
import type { SourceFile } from './source-file.ts';

/** `//host/path` as the address of a link in Markdown, or as a value in YAML. */
const schemeless =
  /\/\/(?<=(?:\]\(<?|\]:[ \t]+<?|^[ \t-]*[^\s#:]+:[ \t]+["']?|^[ \t]*-[ \t]+["']?|[{,][ \t]*\w+:[ \t]+["']?)\/\/)(?:[a-z\d-]+\.)+[a-z]{2,}\.?(?::\d+)?(?:[/?#][^\s"')>,\]]*)?(?=[\s"')>,}\]]|$)/gim;

/** Addresses that start with their host. Pages print them with `https:`, and `check --fix` writes it. */
export function schemelessLinks(source: SourceFile): Problem[] {
  const { file, text } = source;
  return reportFirst(foundOutsideCode(source, schemeless), ({ 0: address, index }) =>
    problemAt(placeOf(file, text, index, index + address.length), {
      rule: 'invalid-url',
      severity: 'warning',
      message: `\`${address}\` has no scheme, so pages add \`https:\`.`,
      suggestion: `https:${address}`,
      fix: [{ start: index, end: index, text: 'https:' }],
    }),
  );
}
