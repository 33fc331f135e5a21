import { stretchAt } from '../../problems/locate.ts';
import { type Finding, type Problem, problem } from '../../problems/problem.ts';
import { createAligner } from '../../problems/written.ts';
import type { WrittenText } from '../model.ts';

/** What was wrong with a Markdown text, at its places in its file: the text starts at an offset, or is the value at a path. */
export function markdownProblems(
  findings: readonly Finding[],
  { markdown: text, source, at }: WrittenText,
): Problem[] {
  if (findings.length === 0) return [];
  if (typeof at === 'number')
    return findings.map(({ start, end, ...details }) =>
      problem(source, { start: at + start, end: at + end }, details),
    );
  const { start: offset, end } = stretchAt(source, at);
  const align = createAligner(source.text.slice(offset, end), text);
  return findings.map(({ start, end, ...details }) => {
    const lineEnd = text.indexOf('\n', start);
    const part = align({ start, end: lineEnd === -1 ? end : Math.min(end, Math.max(start + 1, lineEnd)) });
    return problem(source, part ? { start: offset + part.start, end: offset + part.end } : at, details);
  });
}
