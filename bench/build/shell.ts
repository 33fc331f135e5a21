/** A page as fixed strings, and the slots between them. */
export type Shell = readonly (string | { readonly slot: string })[];

interface Cut {
  /** The slot BODY is all between the first `from` and the next `to`. */
  readonly from: string;
  readonly to: string;
  /** The other slots, with what stands there in this page. */
  readonly slots: Readonly<Record<string, string>>;
}

/** Cuts a page; throws where something that is to be a slot is not in it. */
export function cut(html: string, { from, to, slots }: Cut): Shell {
  const start = html.indexOf(from) + from.length;
  const end = html.indexOf(to, start);
  if (!html.includes(from) || end === -1) throw new Error(`the page has no ${from}…${to}`);
  const whole: Shell = [html.slice(0, start), { slot: 'BODY' }, html.slice(end)];
  return Object.entries(slots).reduce<Shell>((parts, [slot, text]) => {
    // The address of another post may start with this one's.
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

/** The shell as a layout of Hugo: what it is to print in each slot is Go template code. */
export const hugoLayout = (shell: Shell, code: Readonly<Record<string, string>>): string =>
  shell
    .map((part) =>
      typeof part === 'string' ? part.replaceAll('{{', '{{ "{{" }}') : `{{ ${code[part.slot]} }}`,
    )
    .join('');
