/** The request handler of http-server, for which there are no types. */
declare module 'http-server/lib/core/index.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** Serves the files in `root`. Where there is nothing to send, `next` is called with the status set. */
  export default function createFileHandler(options: {
    readonly root: string;
    readonly cache: (pathname: string) => string;
    readonly autoIndex: boolean;
    readonly showDir: boolean;
    readonly gzip: boolean;
    /** Endings without a dot, by type. */
    readonly mimeTypes: Readonly<Record<string, readonly string[]>>;
    readonly headers: Readonly<Record<string, string>>;
  }): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}
