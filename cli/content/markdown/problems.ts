import { type Stretch, stretchAt } from '../../problems/locate.ts';
import { type Finding, type Problem, problem } from '../../problems/problem.ts';
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
  const written = source.text.slice(offset, end);
  return findings.map(({ start, end, ...details }) => {
    const lineEnd = text.indexOf('\n', start);
    const to = lineEnd === -1 ? end : Math.min(end, Math.max(start + 1, lineEnd));
    const place = placeInYaml(written, text, { start, end: to });
    const spot = place === undefined ? at : { start: offset + place, end: offset + place + to - start };
    return problem(source, spot, details);
  });
}

/**
 * The offset of some words of a value in its YAML as it is `written`: where they come for the same time. `undefined` if escapes or line breaks
 * of YAML are in between.
 */
function placeInYaml(written: string, value: string, { start, end }: Stretch): number | undefined {
  const words = value.slice(start, end);
  const count = value.slice(0, start).split(words).length;
  const parts = written.split(words);
  return words !== '' && parts.length > count ? parts.slice(0, count).join(words).length : undefined;
}
