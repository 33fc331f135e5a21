import { Tokenizer } from 'htmlparser2';

/** What a page links to, and the ids it has, in their order. */
export interface PageLinks {
  readonly hrefs: readonly string[];
  readonly ids: readonly string[];
}

/** Attributes that name something to load or to open. */
const addresses: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'action']);

/** The addresses and ids in a page's HTML. The library's `Parser` would take twice as long as its `Tokenizer`. */
export function linksIn(html: string): PageLinks {
  const hrefs: string[] = [];
  const ids: string[] = [];
  let value = '';
  let name = '';
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onattribname(start, end) {
        name = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (addresses.has(name)) hrefs.push(value);
        else if (name === 'id') ids.push(value);
        else if (name === 'srcset')
          hrefs.push(...value.split(',').map((candidate) => candidate.trim().split(/\s/, 1)[0] ?? ''));
      },
      oncdata: ignore,
      onclosetag: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onopentagname: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
      ontext: ignore,
      ontextentity: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return { hrefs, ids };
}
