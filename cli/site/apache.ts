import type { OutputFile } from '../content/model.ts';
import { endingsOf, escapePattern, type HostNeeds, isCompressible, isText, paths, types } from './headers.ts';

const quote = (text: string) => `"${text.replaceAll('"', '\\"')}"`;
/** A compressed copy has an ending more. */
const orCopy = (pattern: string) => pattern.replace(/\$$/, '(?:\\.(?:br|gz))?$');

/** `.htaccess`, which a `<Directory>` can include. Rules see paths without their first slash. */
export function apacheFile({ headers, moves }: HostNeeds): OutputFile {
  const set = headers.map(
    ([name, value, pattern]) =>
      `<If "%{REQUEST_URI} =~ m#${orCopy(pattern)}#">\nHeader always set ${name} ${quote(value)}\n</If>\n`,
  );
  const anyForm = paths.anyForm.slice('^(.*?)'.length);
  const redirects = moves.map(
    ({ from, to }) =>
      `RewriteRule ${quote(`^${escapePattern(from.slice(1))}${anyForm}`)} ${to.replaceAll('%', '\\%')} [R=301,NC,NE,QSD,END]\n`,
  );
  const texts = `\\.(?:${endingsOf(isCompressible).join('|').replaceAll('.', '')})`;
  const copy = (encoding: string, ending: string) => `AddEncoding ${encoding} ${ending}
RewriteCond %{HTTP:Accept-Encoding} \\b${encoding}\\b
RewriteCond %{DOCUMENT_ROOT}/$0${ending} -f
RewriteRule ^.+${texts}$ $0${ending} [END,E=no-gzip:1,E=no-brotli:1]
`;
  return {
    path: '.htaccess',
    content: `Options -MultiViews
DirectorySlash Off
ErrorDocument 403 /404.html
ErrorDocument 404 /404.html
RemoveType .gz .br
RemoveLanguage .gz .br
${Object.entries(types)
  .map(([ending, type]) => `AddType ${type} ${ending}\n`)
  .join('')}AddCharset utf-8 ${endingsOf(isText).join(' ')}
${set.join('')}<FilesMatch ${quote(orCopy(`${texts}$`))}>
Header always merge Vary Accept-Encoding
</FilesMatch>
RewriteEngine On
RewriteOptions AllowNoSlash
RewriteCond %{ENV:REDIRECT_STATUS} .
RewriteRule ^ - [END]
RewriteCond %{REQUEST_URI} ${quote(paths.hidden)}
RewriteRule ^ - [R=404,END]
${redirects.join('')}RewriteCond %{REQUEST_URI} ${quote(paths.otherFront)}
RewriteRule ^ / [R=308,END]
RewriteCond %{REQUEST_URI} ${quote(paths.otherForm)}
RewriteCond %{DOCUMENT_ROOT}%1.html -f
RewriteRule ^ %1 [R=308,END]
RewriteRule ^$ index.html
RewriteCond %{DOCUMENT_ROOT}/$0.html -f
RewriteRule ^.+$ $0.html
RewriteCond %{DOCUMENT_ROOT}/$0 -d
RewriteRule ^.+$ - [R=404,END]
${copy('br', '.br')}${copy('gzip', '.gz')}`,
  };
}
