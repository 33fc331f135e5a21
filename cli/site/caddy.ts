import type { OutputFile } from '../content/model.ts';
import { escapePattern, type HostNeeds, isCompressible, paths, typeOf, types } from './headers.ts';

const quote = (text: string) => `\`${text}\``;
/** A former address as a key of a map; braces would name variables, even in what is quoted. */
const keyOf = (from: string) => (/[{}`]/.test(from) ? `~^${escapePattern(from)}$` : from);

/** What a site in a Caddyfile imports. */
export function caddyFile({ headers, moves }: HostNeeds): OutputFile {
  const send = [
    ...headers.map(
      ([name, value, pattern], i) =>
        `@header${i} path_regexp ${quote(pattern)}\nheader @header${i} ${name} ${quote(value)}\n`,
    ),
    // After file_server, which has types of its own for compressed copies.
    ...Object.entries(types).map(([ending, type]) => {
      const vary = isCompressible(type) ? 'Vary Accept-Encoding\n' : '';
      return `@${ending} path *${ending}\nheader @${ending} {\nContent-Type ${quote(typeOf(`x${ending}`))}\n${vary}defer\n}\n`;
    }),
    'file_server {\nprecompressed br gzip\ndisable_canonical_uris\n}\n',
  ].join('');
  // Redirects have these as well.
  const everywhere = headers.flatMap(([name, value, pattern]) =>
    pattern === '' ? [`header ${name} ${quote(value)}\n`] : [],
  );
  const redirects = moves.map(({ from, to }) => `${quote(keyOf(from))} ${to}\n`);
  return {
    path: '.hosts/Caddyfile',
    content: `route {
${everywhere.join('')}@hidden path_regexp ${quote(paths.hidden)}
error @hidden 404
@any path_regexp any ${quote(paths.anyForm)}
map @any {re.any.1} {moved} {
${redirects.join('')}default ""
}
@moved not vars {moved} ""
redir @moved {moved} 301
@front path_regexp ${quote(paths.otherFront)}
route @front {
rewrite * /
redir {uri} 308
}
@other path_regexp other ${quote(paths.otherForm)}
route @other {
@page file {re.other.1}.html
rewrite @page {re.other.1}
redir @page {uri} 308
}
rewrite / /index.html
@slash path */
error @slash 404
try_files {path}.html {path} =404
${send}}
handle_errors {
route {
rewrite * /404.html
${send}}
}
`,
  };
}
