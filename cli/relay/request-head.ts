/** A request; the values of a repeated field are joined by a comma. */
export interface Request {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const maxBytes = 8192;

/** A request line and its fields: https://www.rfc-editor.org/rfc/rfc9112#section-2.1 */
const wholeHead = /^([A-Z]+) ([!-\xff]+) HTTP\/1\.([01])\r\n((?:[\w!#$%&'*+.^`|~-]+:[^\r\n\0]*\r\n)*)\r\n/;
const startOfHead = /^(?:\r|[A-Z]{0,20}|[A-Z]{1,20} [^\r\n]*(?:\r|\r\n.*)?)$/s;
/** Blank lines around a request are ignored: https://www.rfc-editor.org/rfc/rfc9112#section-2.2 */
const blankLines = /^(?:\r\n)*/;

export const isBlank = (bytes: Buffer): boolean => bytes.toString('latin1').replace(blankLines, '') === '';

interface Head {
  readonly request: Request;
  /** The bytes behind it: a body, or what no client should send. */
  readonly rest: Buffer;
  /** Whether another request may follow the answer. */
  readonly isPersistent: boolean;
}

/** Parses the head of a request. Gives `undefined` while it is incomplete, and the status to answer with if it is not valid. */
export function readHead(bytes: Buffer): Head | 400 | 431 | undefined {
  const received = bytes.toString('latin1', 0, maxBytes);
  const text = received.replace(blankLines, '');
  const [head, method, url, minor, fields] = wholeHead.exec(text) ?? [];
  if (head === undefined || method === undefined || fields === undefined) {
    if (!startOfHead.test(text) || text.includes('\r\n\r\n')) return 400;
    return bytes.length > maxBytes ? 431 : undefined;
  }
  const headers: Record<string, string> = {};
  for (const field of fields.split('\r\n').slice(0, -1)) {
    const colon = field.indexOf(':');
    const name = field.slice(0, colon).toLowerCase();
    const value = field.slice(colon + 1).trim();
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  const { host = minor === '0' ? 'none' : '', 'content-length': contentLength = '0' } = headers;
  if (!/^[^\s,]+$/.test(host) || !/^\d+$/.test(contentLength)) return 400;
  const hasBody = contentLength !== '0' || headers['transfer-encoding'] !== undefined;
  return {
    request: { method, url, headers },
    rest: bytes.subarray(received.length - text.length + head.length),
    isPersistent: minor === '1' && !hasBody && !/\bclose\b/i.test(headers.connection ?? ''),
  };
}
