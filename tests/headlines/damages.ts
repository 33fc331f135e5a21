import { isUtf8 } from 'node:buffer';

/** A feed's bytes, one character each. */
export type Bytes = string;

/** What a damage leaves: how many of the headlines, from the first on, and all of them where it does not say. */
export interface Damaged {
  readonly bytes: Bytes;
  readonly intact?: number;
}

/** Spoils a feed in one way; gives `undefined`, or the same bytes, where a feed has nothing to be spoiled. */
export type Damage = (bytes: Bytes) => Damaged | undefined;

const items = /<((?:\w+:)?(?:item|entry))[\s>].*?<\/\1>/gs;
const itemTag = /<(?:\w+:)?(?:item|entry)(?:\s[^<>]*)?>/gi;
const itemStart = /<(?:\w+:)?(?:item|entry)[\s>]/g;
const tag = /<[a-z][^<>]*>/gi;

const each =
  (pattern: RegExp, replacement: string): Damage =>
  (bytes) => ({ bytes: bytes.replace(pattern, replacement) });

const eachTag =
  (pattern: RegExp, replacement: string): Damage =>
  (bytes) => ({ bytes: bytes.replace(tag, (found) => found.replace(pattern, replacement)) });

const ofUtf8 =
  (damage: Damage): Damage =>
  (bytes) =>
    isUtf8(Buffer.from(bytes, 'latin1')) ? damage(bytes) : undefined;

/** Ends the feed within an item past its middle, `length` bytes into what matches. */
function cutWithin(pattern: RegExp, length: number): Damage {
  return (bytes) => {
    const all = [...bytes.matchAll(items)];
    const intact = Math.floor((all.length * 2) / 3);
    const item = all[intact];
    const at = item?.[0].search(pattern) ?? -1;
    return item && at !== -1 ? { bytes: bytes.slice(0, item.index + at + length), intact } : undefined;
  };
}

function betweenItemsAndChannel(bytes: Bytes): Damaged | undefined {
  const start = bytes.search(itemStart);
  const end = bytes.indexOf('</channel>');
  if (start === -1 || end < start) return undefined;
  return { bytes: `${bytes.slice(0, start)}</channel>${bytes.slice(start).replace('</channel>', '')}` };
}

const bomb =
  '<!DOCTYPE rss [\n<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">\n<!ELEMENT rss (#PCDATA)>\n]>';

export const damages: Readonly<Record<string, Damage>> = {
  'is cut off in a tag': cutWithin(/<\/?(?:link|guid|pubDate|updated|published|dc:date)/, 4),
  'is cut off in CDATA': cutWithin(/<!\[CDATA\[.{4}/s, 13),
  'is cut off in an entity': cutWithin(/&\w+;/, 2),
  'is cut off in a character': cutWithin(/[\xc3-\xf4][\x80-\xff]/, 1),
  'is cut off in an attribute': cutWithin(/<[^<>]*="[^"]{4}/, 8),
  'is cut off in a headline': cutWithin(/<title[^>]*>(?:<!\[CDATA\[)?[^<]{4}/, 22),
  'lacks its last closing tags': each(/<\/(?:channel|rss|feed|rdf:RDF)>/g, ''),
  'comes after blank lines and a warning of PHP': (bytes) => ({
    bytes: `\r\n\n<br />\n<b>Warning</b>:  Undefined variable $a &amp; $b in <b>/srv/feed.php</b> on line <b>3</b><br />\n${bytes}`,
  }),
  'has byte order marks in it': ofUtf8(each(/(?=<(?:item|entry|title)[\s>])/g, '\xef\xbb\xbf')),
  'has control characters and NULs in it': each(/(<title[^>]*>|<\/title>)/g, '\0$1\x01\0\x1f'),
  'names another encoding': ofUtf8(each(/encoding="[^"]*"/, 'encoding="windows-1251"')),
  'has a broken byte': ofUtf8(each(/<\/(?:item|entry)>(?!.*<\/(?:item|entry)>)/s, '\xff$&')),
  'does not escape ampersands': each(/&amp;/g, '&'),
  'does not escape what is less': each(/&lt;(?=[\s\d])/g, '<'),
  'does not escape the markup in texts': (bytes) => ({
    bytes: bytes.replace(/<(description|summary|content)[^<>]*>[^<]*(?=<\/\1>)/g, (text) =>
      text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    ),
  }),
  'has stray brackets': each(itemTag, '$& I <3 a<b and << or <! <x "\n'),
  'never closes titles': each(/<\/title>/gi, ''),
  'never closes items': each(/<\/(?:item|entry)>/gi, ''),
  'never closes anything in items': each(
    /<\/(?:title|link|description|pubDate|guid|dc:creator|id|updated)>/g,
    '',
  ),
  'closes titles by another name': each(/<\/title>/g, '</titel>'),
  'nests tags crosswise': (bytes) => ({
    bytes: bytes.replace(/<title[^>]*>/g, '$&<b>').replaceAll('</title>', '</title></b>'),
  }),
  'writes tags in capitals': (bytes) => ({
    bytes: bytes.replace(/<\/?(?!your|gorilla)[a-z][\w:]*(?=[\s>])/gi, (start) => start.toUpperCase()),
  }),
  'lacks its root and its channel': each(/<\/?(?:rss|channel|feed|rdf:RDF)(?:\s[^<>]*)?>/g, ''),
  'does not declare namespaces': eachTag(/\sxmlns:\w+\s*=\s*(?:"[^"]*"|'[^']*')/g, ''),
  'has attributes twice': eachTag(/\s[\w:]+=(?:"[^"]*"|'[^']*')/g, '$&$&'),
  'has attributes without quotes': eachTag(/="([^"\s]+)"/g, '=$1'),
  'has attributes without an end': eachTag(/(href|url|term|rdf:about|isPermaLink)="([^"]*)"/g, '$1="$2'),
  'stands twice in the file': (bytes) => ({ bytes: `${bytes}\n${bytes}` }),
  'stands in a page': (bytes) => ({
    bytes: `<html><body><pre>${bytes}</pre><p>1 < 2<script>if (a<b) document.write("<p>")</script></body></html>`,
  }),
  'has a footer of HTML': (bytes) => ({
    bytes: `${bytes}<!-- cached --><div><script>a<b</script><img src=x></div>`,
  }),
  'nests CDATA': (bytes) => ({
    bytes: bytes.replaceAll('<![CDATA[', '<![CDATA[<![CDATA[').replaceAll(']]>', ']]>]]>'),
  }),
  'never ends CDATA': each(/\]\]>/g, ''),
  'has comments with hyphens in them': each(itemStart, '<!-- a -- b <title>no</title> ---> $&'),
  'declares entities': (bytes) => ({ bytes: bytes.replace(/^(?:<\?xml[^>]*>)?/, `$&${bomb}`) }),
  'breaks lines as a Macintosh once did': each(/\n/g, '\r'),
  'stands on one line': each(/\s*\n\s*/g, ' '),
  'closes its channel before the items': betweenItemsAndChannel,
};
