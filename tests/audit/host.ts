import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { resolvePath } from '../../cli/server/resolve-path.ts';
import { requireOpenssl } from '../machine.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.json': 'application/feed+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
};

/** Third parties are further away than the paper, in milliseconds. */
const distance = 1000;

const stub = '<!DOCTYPE html><html lang="en"><title>A stub</title><p>A stub.</p></html>';

/**
 * A host of the built site as the usual ones are: HTTP/2 over TLS, text gzipped, `/assets/` kept for a year. Whoever asks it for another
 * name gets a small page, as if every third party were there. Its port.
 */
export async function startHost(out: string, name: string): Promise<{ port: number; close: () => void }> {
  const pem = execFileSync(
    requireOpenssl(),
    [
      ...['req', '-x509', '-nodes', '-days', '1', '-subj', '/CN=localhost'],
      ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', '-', '-out', '-'],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const server = createSecureServer({ key: pem, cert: pem, allowHTTP1: true }, (request, response) => {
    const host = request.headers[':authority'] ?? request.headers.host;
    const destination = resolvePath(out, new URL(request.url, `https://${name}`).pathname);
    if (host !== name) {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': types['.html'] });
        response.end(stub);
      }, distance);
      return;
    }
    if (destination.kind === 'moved') {
      response.writeHead(308, { location: destination.to });
      response.end();
      return;
    }
    const file = destination.kind === 'file' ? destination.file : '/404.html';
    const type = types[extname(file)] ?? 'application/octet-stream';
    const packed = /^text|xml|json/.test(type);
    // Not 404: the browser would log that as an error, whatever the page.
    response.writeHead(200, {
      'content-type': type,
      'cache-control': file.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      ...(packed && { 'content-encoding': 'gzip', vary: 'accept-encoding' }),
    });
    const bytes = readFileSync(join(out, file));
    response.end(packed ? gzipSync(bytes) : bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
