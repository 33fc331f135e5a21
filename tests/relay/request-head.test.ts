import { describe, expect, it } from 'vitest';
import { readHead } from '../../cli/relay/request-head.ts';

const read = (text: string) => readHead(Buffer.from(text, 'latin1'));
const get = 'GET /api/stream?port=8000 HTTP/1.1\r\nHost: radio.example\r\n';

describe('the head of a request', () => {
  it.each([
    ['plain', `${get}\r\n`],
    ['after empty lines', `\r\n\r\n${get}\r\n`],
    ['to a proxy', 'GET http://radio.example/api/stream HTTP/1.1\r\nHost: radio.example\r\n\r\n'],
    ['of HTTP 1.0, without a host', 'HEAD / HTTP/1.0\r\n\r\n'],
    ['with an empty field', `${get}X-Empty:\r\n\r\n`],
    ['with letters that are not ASCII', `${get}X-Name: Caf\xe9\r\n\r\n`],
  ])('is read: %s', (_, text) => {
    expect(read(text)).toMatchObject({ length: text.length });
  });

  it('has fields in lower case, and both values of one that comes twice', () => {
    expect(read(`${get}X-Forwarded-For: 1.2.3.4\r\nx-forwarded-for:5.6.7.8  \r\n\r\nrest`)).toEqual({
      request: {
        method: 'GET',
        url: '/api/stream?port=8000',
        headers: { host: 'radio.example', 'x-forwarded-for': '1.2.3.4, 5.6.7.8' },
      },
      length: get.length + 55,
    });
  });

  it.each([
    ['of no known form', 'hello\r\n\r\n'],
    ['of another protocol', '\x16\x03\x01'],
    ['of HTTP 2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['with bare line feeds', 'GET / HTTP/1.1\nHost: x\n\n'],
    ['with a space too many', 'GET  / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['in small letters', 'get / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['with two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['with two lengths', `${get}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ['with a folded field', `${get}X: a\r\n b\r\n\r\n`],
    ['with a space in a name', `${get}X Y: a\r\n\r\n`],
    ['with a zero', `${get}X: a\0b\r\n\r\n`],
    ['with a lone carriage return', `${get}X: a\rb\r\n\r\n`],
  ])('is refused: %s', (_, text) => {
    expect(read(text)).toBe(400);
  });

  it('is waited for while it can still become one, but not for ever', () => {
    const whole = `${get}X: ${'y'.repeat(7000)}\r\n\r\n`;
    for (const length of [0, 1, 3, 20, get.length - 1, get.length, whole.length - 1])
      expect([length, read(whole.slice(0, length))]).toEqual([length, undefined]);
    expect(read(`${get}X: ${'y'.repeat(9000)}\r\n\r\n`)).toBe(431);
  });
});
