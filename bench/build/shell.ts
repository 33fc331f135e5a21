/** A page as fixed strings with slots between them. */
export type Shell = readonly (string | { readonly slot: string })[];

interface Cut {
  /** The slot BODY is everything between the first `from` and the next `to`. */
  readonly from: string;
  readonly to: string;
  /** The other slots, with their text in this page. */
  readonly slots: Readonly<Record<string, string>>;
}

/** Cuts a page into a shell. Throws where the text of a slot is missing. */
export function cut(html: string, { from, to, slots }: Cut): Shell {
  const start = html.indexOf(from) + from.length;
  const end = html.indexOf(to, start);
  if (!html.includes(from) || end === -1) throw new Error(`the page has no ${from}…${to}`);
  const whole: Shell = [html.slice(0, start), { slot: 'BODY' }, html.slice(end)];
  return Object.entries(slots).reduce<Shell>((parts, [slot, text]) => {
    // The address of one post may be a prefix of another's.
    const here = new RegExp(`${text.replace(/[^\w\s]/g, '\\$&')}(?![\\w-])`);
    if (!parts.some((part) => typeof part === 'string' && here.test(part)))
      throw new Error(`the page has no ${slot}: ${text}`);
    return parts.flatMap((part) =>
      typeof part === 'string'
        ? part.split(here).flatMap((piece, i) => (i === 0 ? [piece] : [{ slot }, piece]))
        : [part],
    );
  }, whole);
}

/** The shell as a Hugo layout; each slot is Go template code. */
export const hugoLayout = (shell: Shell, code: Readonly<Record<string, string>>): string =>
  shell
    .map((part) =>
      typeof part === 'string' ? part.replaceAll('{{', '{{ "{{" }}') : `{{ ${code[part.slot]} }}`,
    )
    .join('');
