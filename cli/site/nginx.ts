import type { OutputFile } from '../content/model.ts';
import { hashOf } from '../lib/content-hash.ts';
import { groupBy } from '../lib/group-by.ts';
import { endingsOf, type HostNeeds, isCompressible, isText, otherType, paths, types } from './headers.ts';

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Two files for nginx: what belongs into `http`, and what into `server`. Headers are chosen by maps, since each `location` drops those around it. */
export function nginxFiles({ baseUrl, headers, moves }: HostNeeds): OutputFile[] {
  // Variables are global, and a machine may have two papers.
  const variable = (name: string) =>
    `$${name}_${hashOf(baseUrl).slice(0, 6)}`.toLowerCase().replaceAll('-', '_');
  const map = (from: string, to: string, lines: readonly (readonly [key: string, value: string])[]) =>
    `map ${from} ${variable(to)} {\n${lines.map(([key, value]) => `  ${key} ${value};\n`).join('')}}\n`;
  const names = [...groupBy(headers, ([name]) => name)];
  const choice = ([, value, pattern]: (typeof headers)[number]) =>
    [pattern ? quote(`~${pattern}`) : 'default', quote(value)] as const;
  const moved = moves.map(({ from, to }) => [quote(from), quote(to)] as const);
  const maps = [
    ...names.map(([name, rules]) => map('$uri', name, rules.toReversed().map(choice))),
    map('$uri', 'bare', [[quote(`~${paths.anyForm}`), '$1']]),
    map(variable('bare'), 'moved', moved),
  ];
  const listOf = (has: (type: string) => boolean) =>
    [...new Set(endingsOf(has).map((ending) => types[ending]))]
      .filter((type) => type !== 'text/html')
      .join(' ');
  const server = `absolute_redirect off;
charset utf-8;
charset_types ${listOf(isText)};
default_type ${otherType};
types {
${Object.entries(types)
  .map(([ending, type]) => `  ${type} ${ending.slice(1)};\n`)
  .join('')}}
gzip on;
gzip_static on;
gzip_vary on;
gzip_proxied any;
gzip_types ${listOf(isCompressible)};
${names.map(([name]) => `add_header ${name} ${variable(name)} always;\n`).join('')}error_page 404 /404.html;
if (${variable('moved')}) { return 301 ${variable('moved')}; }
location = / { try_files /index.html =404; }
location = /404.html { internal; }
location ~ ${quote(paths.hidden)} { return 404; }
location ~ ${quote(paths.otherFront)} { return 308 /$is_args$args; }
location ~ ${quote(paths.otherForm)} {
  if (-f $document_root${variable('bare')}.html) { return 308 ${variable('bare')}$is_args$args; }
  try_files $uri =404;
}
location / { try_files $uri.html $uri =404; }
`;
  return [
    { path: '.hosts/nginx-http.conf', content: maps.join('') },
    { path: '.hosts/nginx-server.conf', content: server },
  ];
}
