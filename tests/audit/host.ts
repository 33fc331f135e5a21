import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { resolvePath } from '../../cli/commands/serve/site-server.ts';
import { typeOf } from '../../cli/site/headers.ts';
import { requireProgram } from '../machine.ts';

/** How long third parties take, which are further away, in milliseconds. */
const distance = 1000;

const stub = '<!DOCTYPE html><html lang="en"><title>A stub</title><p>A stub.</p></html>';

/**
 * Serves a built site as usual hosts do: HTTP/2 over TLS, text gzipped, `/assets/` kept for a year. Requests for any other name than
 * `name` get a small page, as if every third party were there.
 */
export async function startHost(out: string, name: string): Promise<{ port: number; close: () => void }> {
  const flags =
    'req -x509 -nodes -days 1 -subj /CN=localhost -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -keyout - -out -';
  const pem = execFileSync(requireProgram('openssl'), flags.split(' '), {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const server = createSecureServer({ key: pem, cert: pem, allowHTTP1: true }, (request, response) => {
    const host = request.headers[':authority'] ?? request.headers.host;
    if (host !== name) {
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(stub), distance);
      return;
    }
    const destination = resolvePath(out, new URL(request.url, `https://${name}`).pathname);
    if (destination.kind === 'moved') {
      response.writeHead(308, { location: destination.to }).end();
      return;
    }
    // The missing page also answers 200: with 404, the browser would log an error whatever the page does.
    const file = destination.kind === 'file' ? destination.file : '/404.html';
    const type = typeOf(file);
    const isText = /^text|xml|json|javascript/.test(type);
    response.writeHead(200, {
      'content-type': type,
      'cache-control': file.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      ...(isText && { 'content-encoding': 'gzip', vary: 'accept-encoding' }),
    });
    const bytes = readFileSync(join(out, file));
    response.end(isText ? gzipSync(bytes) : bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
