/** All characters that XML 1.0 allows in a document. */
const characters = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;

export const hasOnlyXmlCharacters = (text: string): boolean => characters.test(text);

const name = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const attribute = `(${name})\\s*=\\s*(?:"([^<"]*)"|'([^<']*)')`;
const token = new RegExp(
  [
    '<!\\[CDATA\\[(?<cdata>[\\s\\S]*?)\\]\\]>',
    '<!--(?:(?!--)[\\s\\S])*-->',
    '<\\?[\\s\\S]*?\\?>',
    `</(?<close>${name})\\s*>`,
    `<(?<open>${name})(?<attributes>(?:\\s+${attribute.replaceAll('(', '(?:').replaceAll('(?:?:', '(?:')})*)\\s*(?<empty>/?)>`,
    '(?<text>[^<]+)',
    '(?<stray><)',
  ].join('|'),
  'g',
);

interface Open {
  readonly name: string;
  readonly prefixes: ReadonlySet<string>;
}

/**
 * What keeps a document without a DTD from being well-formed XML with namespaces. Parsers that are at hand for HTML forgive all
 * of it, and feed readers do not.
 */
export function xmlFaults(xml: string): string[] {
  const faults: string[] = [];
  const open: Open[] = [];
  let roots = 0;
  if (!hasOnlyXmlCharacters(xml)) faults.push('a character that XML forbids');

  function checkText(text: string) {
    if (text.includes(']]>')) faults.push('a stray ]]>');
    for (const [whole, reference] of text.matchAll(/&([^;&\s]*;?)/g)) {
      const digits = /^#(?:x([\da-f]+)|(\d+));$/i.exec(reference ?? '');
      if (digits) {
        const code = digits[1] ? Number.parseInt(digits[1], 16) : Number(digits[2]);
        if (code > 0x10ffff || !hasOnlyXmlCharacters(String.fromCodePoint(code)))
          faults.push(`${whole}, which XML forbids`);
      } else if (!/^(?:amp|lt|gt|quot|apos);$/.test(reference ?? ''))
        faults.push(`${whole}, which is no entity`);
    }
  }

  function checkOpen(tag: string, source: string) {
    const attributes = [...source.matchAll(new RegExp(attribute, 'g'))];
    const names = attributes.map(([, name = '']) => name);
    const declared = names.filter((name) => name.startsWith('xmlns:')).map((name) => name.slice(6));
    const prefixes = new Set(['xml', 'xmlns', ...(open.at(-1)?.prefixes ?? []), ...declared]);
    if (new Set(names).size < names.length) faults.push(`<${tag}> with an attribute twice`);
    for (const [, , double, single] of attributes) checkText(double ?? single ?? '');
    for (const [, prefix = ''] of [tag, ...names].map((name) => /^([^:]+):/.exec(name) ?? []))
      if (prefix && !prefixes.has(prefix)) faults.push(`<${tag}> with the unknown prefix ${prefix}`);
    if (open.length === 0) roots += 1;
    return prefixes;
  }

  for (const { groups = {} } of xml.matchAll(token)) {
    const { cdata, close, open: opened, attributes = '', empty, text, stray } = groups;
    if (open.length === 0 && (cdata !== undefined || text?.trim())) faults.push('text outside of the root');
    if (stray) faults.push('a < that begins no tag');
    else if (text) checkText(text);
    else if (close && open.pop()?.name !== close) faults.push(`</${close}>, which closes nothing`);
    else if (opened) {
      const prefixes = checkOpen(opened, attributes);
      if (!empty) open.push({ name: opened, prefixes });
    }
  }
  faults.push(...open.map(({ name }) => `<${name}> is never closed`));
  if (roots !== 1) faults.push(`${roots} roots`);
  return faults;
}
