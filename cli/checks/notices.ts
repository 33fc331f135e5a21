import type { Records } from '../content/model.ts';
import { isObituary } from '../content/notice.ts';
import { doubt, type Problem, problem } from '../problems/problem.ts';

/** Notices that no page shows or two do, and an end of what never expires. */
export function noticeProblems({ notices, pages, shared: { site }, broken }: Records): Problem[] {
  const kinds = site.data.notices ?? [];
  const [page, ...others] = pages.filter(({ data }) => data.template === 'notices');
  const [first] = notices;
  const isUnsure = [...broken.keys()].some((path) => /^(?:pages|site)/.test(path));
  const problems = others.map(({ source }) => {
    const message = `\`${page?.source.file}\` shows the notices already, and each has one address.`;
    const hint = 'Remove one of the two pages.';
    return problem(source, ['template'], { rule: 'duplicate-address', message, hint });
  });
  if (first && !page && !isUnsure) {
    const message = 'The paper has notices, and no page that shows them.';
    const hint = 'Add `pages/notices.yaml` with `template: notices`, `path: /notices` and a `title`.';
    problems.push(problem(first.source, 'top', { rule: 'missing-file', message, hint }));
  }
  const lasting = new Set(kinds.filter(isObituary).map(({ kind }) => kind));
  for (const { source, data } of notices) {
    if (data.until === undefined || !lasting.has(data.kind)) continue;
    const message = `Notices of the kind \`${data.kind}\` never expire, so this does nothing.`;
    const hint = 'Remove the line, or give the kind `form: notice` in site.yaml.';
    problems.push(doubt(source, ['until'], message, { hint }));
  }
  return problems;
}
