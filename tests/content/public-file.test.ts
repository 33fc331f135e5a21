import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { activeFinding, publicPathFinding } from '../../cli/content/public-file.ts';

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

it.each<[name: string, content: string | Buffer]>([
  ['CNAME', 'paper.example\n'],
  ['ads.txt', '\uFEFFads.example, 1, DIRECT\n'],
  ['.well-known/apple-app-site-association', '{"applinks":{}}'],
  ['.well-known/security.txt', 'Contact: mailto:a@b.example\n'],
  ['app.webmanifest', '{}'],
  ['notes.txt', 'one < two, and <3 readers'],
  ['map.png', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
  ['google1234.html', 'google-site-verification: google1234.html\r\n'],
])('%s with %j may be published', (name, content) => {
  expect(publicPathFinding(`public/${name}`, content.length)).toBeUndefined();
  expect(activeFinding(`public/${name}`, Buffer.from(content))).toBeUndefined();
});

it.each<[name: string, content: string | Buffer]>([
  ['page.html', 'plain\nlines'],
  ['page.html', 'a &lt; b'],
  ['page.html', '+ADw-script+AD4\u001b$B'],
  ['page.html', utf16('plain')],
  ['page.xhtml', 'plain'],
  ['run.js', ''],
  ['run.php.txt', 'plain'],
  ['page.html.gz', 'plain'],
  ['ads.ASIS', 'Status: 200'],
  ['ads.txt.br', 'plain'],
  ['a', '<!doctype html>'],
  ['a', ' \r\n\t<script>1</script>'],
  ['a', '\uFEFF<html>'],
  ['a', '<!-- hello --><html>'],
  ['a', '<?xml version="1.0"?><svg/>'],
  ['a.txt', utf16('\uFEFF<html>')],
  ['a.txt', utf16('  <html>').swap16()],
  ['a.txt', Buffer.concat([Buffer.alloc(10_000, ' '), Buffer.from('<html>')])],
  ['a.txt', gzipSync('<html>')],
  ['a', '\0asm\u0001'],
])('%s with %j may not be published', (name, content) => {
  expect(activeFinding(`public/${name}`, Buffer.from(content))).toMatchObject({ rule: 'unsafe-file' });
});

it.each([
  ['a b.txt', 1, 'invalid-address'],
  ['a/<b>/c.txt', 1, 'invalid-address'],
  [`${'a/'.repeat(150)}b`, 1, 'invalid-address'],
  ['assets/a.txt', 1, 'invalid-address'],
  ['Media/a.txt', 1, 'invalid-address'],
  ['api', 1, 'invalid-address'],
  ['empty.txt', 0, 'empty-file'],
  ['large.zip', 101 * 1024 * 1024, 'too-large'],
])('%s of %i bytes may not be published', (name, bytes, rule) => {
  expect(publicPathFinding(`public/${name}`, bytes)).toMatchObject({ rule });
});

it.each(
  `_redirects _headers _Headers _routes.json _worker.js/a sub/_redirects netlify.toml wrangler.jsonc Vercel.json now.json
   staticwebapp.config.json routes.json sub/Web.Config .htaccess sub/.htaccess .user.ini .env .nojekyll .well-known/.htaccess firebase.json
   render.yaml amplify.yml customHttp.yml CORS AUTH ROUTER 200.html static.json Staticfile nginx.conf _config.yml .github/x`.split(
    /\s+/,
  ),
)('%s is for hosts, and may not come from content', (name) => {
  expect(publicPathFinding(`public/${name}`, 1)).toMatchObject({ rule: 'unsafe-file' });
});
