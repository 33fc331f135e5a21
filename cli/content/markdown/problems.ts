import { stretchAt } from '../../problems/locate.ts';
import { type Finding, type Problem, problem } from '../../problems/problem.ts';
import { createAligner } from '../../problems/written.ts';
import type { WrittenText } from '../model.ts';

/**
 * What was wrong with a Markdown text, at its places in its file: the text starts at an offset, or is the value at a path. `nearFile`
 * gives the file that was meant by the name of a missing one.
 */
export function markdownProblems(
  findings: readonly Finding[],
  { markdown: text, source, at }: WrittenText,
  nearFile: (name: string) => string | undefined = () => undefined,
): Problem[] {
  if (findings.length === 0) return [];
  const detailsOf = ({ start, end, file, ...details }: Finding) =>
    file === undefined ? details : { ...details, suggestion: nearFile(file) };
  if (typeof at === 'number')
    return findings.map((finding) =>
      problem(source, { start: at + finding.start, end: at + finding.end }, detailsOf(finding)),
    );
  const { start: offset, end } = stretchAt(source, at);
  const align = createAligner(source.text.slice(offset, end), text);
  return findings.map((finding) => {
    const { start, end } = finding;
    const lineEnd = text.indexOf('\n', start);
    const part = align({ start, end: lineEnd === -1 ? end : Math.min(end, Math.max(start + 1, lineEnd)) });
    const place = part ? { start: offset + part.start, end: offset + part.end } : at;
    return problem(source, place, detailsOf(finding));
  });
}
