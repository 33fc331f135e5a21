import { describe, expect, it } from 'vitest';
import { decodeFeed } from '../../../cli/commands/pull/decode.ts';

const xml = (encoding: string, text: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><rss>${text}</rss>`;
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf8 = (text: string) => Buffer.from(text, 'utf8');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('decodeFeed', () => {
  it.each([
    ['a UTF-8 mark', Buffer.from('\ufeff<rss>é', 'utf8'), 'text/xml; charset=iso-8859-1', '<rss>é'],
    ['a UTF-16 mark', Buffer.from('\ufeff<rss>é', 'utf16le'), 'text/xml; charset=utf-8', '<rss>é'],
    ['a big-endian UTF-16 mark', utf16be('\ufeff<rss>é'), '', '<rss>é'],
    ['UTF-16 without a mark', Buffer.from('<rss>é', 'utf16le'), '', '<rss>é'],
    [
      'UTF-8 that is said to be something else',
      utf8(xml('windows-1251', 'é')),
      'text/xml; charset=koi8-r',
      xml('windows-1251', 'é'),
    ],
    [
      'bytes that HTTP names before XML does',
      latin1(xml('koi8-r', '\xcf')),
      'text/xml;charset="windows-1251"',
      xml('koi8-r', 'П'),
    ],
    ['bytes that XML names', latin1(xml('KOI8-R', '\xf0')), 'application/rss+xml', xml('KOI8-R', 'П')],
    [
      'ISO-8859-1, which is windows-1252',
      latin1(xml('iso-8859-1', '\x93\xe9\x94 \x80')),
      '',
      xml('iso-8859-1', '“é” €'),
    ],
    [
      'windows-1252 that is said to be UTF-8',
      latin1(xml('utf-8', 'caf\xe9 \x96 d\xe9j\xe0')),
      '',
      xml('utf-8', 'café – déjà'),
    ],
    ['windows-1252 that names no encoding', latin1('<rss>\xe9<'), '', '<rss>é<'],
    ['ISO-2022-JP', latin1(xml('iso-2022-jp', '\x1b$B9A\x1b(B')), '', xml('iso-2022-jp', '港')],
    ['UTF-8 that says it is ISO-2022-JP', utf8(xml('iso-2022-jp', '港')), '', xml('iso-2022-jp', '港')],
    ['nothing', Buffer.alloc(0), '', ''],
  ])('reads %s', (_, bytes, contentType, text) => expect(decodeFeed(bytes, contentType)).toBe(text));

  it('leaves out the character in which UTF-8 is cut off', () => {
    const bytes = utf8('<title>Mayor’s €');
    expect(decodeFeed(bytes.subarray(0, -1))).toBe('<title>Mayor’s ');
    expect(decodeFeed(bytes.subarray(0, -2))).toBe('<title>Mayor’s ');
  });

  it('still reads UTF-8 in which a few bytes are broken', () => {
    const broken = Buffer.concat([utf8('It’s “here”, isn’t it? '), latin1('\xe9'), utf8(' – and')]);
    for (const contentType of ['', 'text/xml; charset=utf-8', 'text/xml; charset=iso-8859-1'])
      expect(decodeFeed(broken, contentType)).toBe('It’s “here”, isn’t it? \ufffd – and');
  });

  it.each([
    ['windows-1251', '\xcd\xee\xe2\xfb\xe9 \xec\xee\xf1\xf2 \xf7\xe5\xf0\xe5\xe7 \xf0\xe5\xea\xf3'],
    ['windows-1255', '\xf8\xe0\xf9 \xe4\xf2\xe9\xf8 \xf4\xfa\xe7 \xe2\xf9\xf8'],
    ['Big5', '\xa5\xab\xacF\xa9\xb2\xb6}\xa9\xf1\xa4F\xb7s\xbe\xf4\xbc\xd9'],
    ['Shift_JIS', '\x83j\x83\x85\x81[\x83X'],
  ])(
    'does not guess bytes that name no encoding and are no text in windows-1252, as %s',
    (encoding, text) => {
      expect(decodeFeed(latin1(`<rss>${text}`), 'text/xml')).toBeUndefined();
      expect(decodeFeed(latin1(`<rss>${text}`), `text/xml; charset=${encoding}`)).toMatch(/^<rss>\P{ASCII}/u);
    },
  );

  it.each(['ÄÖÜ äöüß', 'Jäääär, töööö', '»Íþróttir: þýðing«', '¿Año? ¡ÉTÉ!', `${'é '.repeat(20)}Ã\x81`])(
    'keeps Latin-1: %s',
    (text) => expect(decodeFeed(latin1(`<rss>${text}`))).toBe(`<rss>${text}`),
  );

  it('takes no other encoding for broken UTF-8', () => {
    // Thai in windows-874: a third of its letters are UTF-8 by chance.
    const thai = '\xe0\xb7\xc8\xba\xd2\xc5\xe0\xc1\xd7\xcd\xa7\xe0\xbb\xd4\xb4\xb5\xc5\xd2\xb4\xb9\xe9\xd3';
    expect(decodeFeed(latin1(xml('windows-874', thai)))).toBe(xml('windows-874', 'เทศบาลเมืองเปิดตลาดน้ำ'));
  });
});
