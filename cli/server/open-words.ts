import type { IncomingMessage } from 'node:http';
import { join, resolve } from 'node:path';
import { requireOrdinaryFile } from '../lib/ordinary-file.ts';
import { read } from '../pipeline/read.ts';
import { openInEditor } from './editor.ts';
import { isCrossOrigin } from './live-reload.ts';
import { end, type Handler } from './site-server.ts';
import { findWords } from './words-in-content.ts';

/** More words than this are no click on a text. */
const maxBytes = 100_000;

/**
 * Opens the file that has the words somebody clicked: `POST /__galley/open`, with the words as the body and the page in `?page=`. Only pages
 * that are served here may ask, and only files of the content folder are opened.
 */
export const createWordsOpener =
  (content: string, open = openInEditor): Handler =>
  (request, response, { pathname, searchParams }) => {
    if (pathname !== '/__galley/open' || request.method !== 'POST') return false;
    // Unlike for events, a browser always says where a POST comes from.
    if (request.headers.origin === undefined || isCrossOrigin(request))
      end(response, 403, 'Only pages that are served here may ask for this.');
    else
      void openWords(request, searchParams.get('page') ?? '/', content, open).then(
        (where) => end(response, 200, where),
        (error: unknown) => end(response, 404, error instanceof Error ? error.message : String(error)),
      );
    return true;
  };

async function openWords(
  request: IncomingMessage,
  page: string,
  content: string,
  open: typeof openInEditor,
): Promise<string> {
  let words = '';
  for await (const chunk of request.setEncoding('utf8')) {
    words += chunk;
    if (words.length > maxBytes) throw new Error('This is too long for a text that was clicked.');
  }
  const found = findWords(words, page, read(content, content).value.files);
  if (!found)
    throw new Error('No file of the content has these words: they come from Galley itself, or from a feed.');
  const file = join(resolve(content), found.path);
  requireOrdinaryFile(file, resolve(content));
  await open(file, found.line, found.column);
  return `${found.path}:${found.line}:${found.column}`;
}
