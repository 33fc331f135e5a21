/** A red PNG of 4 by 4. */
const embeddedPng =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWM4Y2wMRwzEcQD7ExMhwLzAsQAAAABJRU5ErkJggg==';

const svg = (inner: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" ${more}>${inner}</svg>`;

/** What every script here does: it tells the server. */
const run = "fetch('/ran')";
const shape = '<rect width="10" height="10"/>';
/** Shows `shape` with an attribute. */
const shaped = (attribute: string) => svg(`<rect width="10" height="10" ${attribute}/>`);
const styled = (css: string) => svg(`<style>${css}</style>${shape}`);
const linked = (attributes: string) => svg(`<a ${attributes}>${shape}</a>`);
const doctyped = (subset: string, inner: string) => `<!DOCTYPE svg [${subset}]>${svg(inner)}`;
const embeddedSvg = `data:image/svg+xml;base64,${Buffer.from(svg(`<script>${run}</script>`)).toString('base64')}`;

/** Drawings that do, or might do in some browser, more than show themselves; each with a word that its problem is to name. */
export const refusedDrawings: Readonly<Record<string, readonly [drawing: string, named: string]>> = {
  'a script': [svg(`<script>${run}</script>`), 'script'],
  'a script with a prefix': [
    svg(`<s:script xmlns:s="http://www.w3.org/2000/svg">${run}</s:script>`),
    'script',
  ],
  'a script of web pages': [svg(`<script xmlns="http://www.w3.org/1999/xhtml">${run}</script>`), 'script'],
  'a script in capitals': [svg(`<SCRIPT>${run}</SCRIPT>`), 'script'],
  'a script in the metadata': [svg(`<metadata><script>${run}</script></metadata>`), 'script'],
  'a handler of SVG Tiny': [svg(`<handler type="application/javascript">${run}</handler>`), 'script'],
  'a listener of XML Events': [
    svg('<ev:listener xmlns:ev="http://www.w3.org/2001/xml-events" event="load" handler="#h"/>'),
    'script',
  ],
  'an entity that is a script': [
    doctyped(`<!ENTITY s "&#60;script>${run}&#60;/script>">`, '&s;'),
    'words of its own',
  ],
  'an attribute by default': [doctyped(`<!ATTLIST svg onload CDATA "${run}">`, shape), 'words of its own'],
  'an empty list of words': [`<!DOCTYPE svg SYSTEM "a[b" [ ]>${svg(shape)}`, 'words of its own'],
  'a handler of load': [svg(shape, `onload="${run}"`), 'onload'],
  'a handler with a prefix': [
    svg(shape, `xmlns:s="http://www.w3.org/2000/svg" s:onload="${run}"`),
    's:onload',
  ],
  'a name written with a reference': [svg('<image &#111;nerror="fetch(1)"/>'), 'no longer be read'],
  'an animated address': [
    svg(`<a><animate attributeName="href" values="javascript:${run}"/>${shape}</a>`),
    'animate',
  ],
  'a piece of a web page': [svg('<foreignObject><b xmlns="urn:b"/></foreignObject>'), 'foreignObject'],
  'a frame': [svg('<iframe xmlns="http://www.w3.org/1999/xhtml" src="/ran"/>'), 'iframe'],
  'a web page around a drawing': [`<html xmlns="http://www.w3.org/1999/xhtml">${svg(shape)}</html>`, 'html'],
  'a picture from elsewhere': [svg('<image href="http://127.0.0.1:9/ran.png"/>'), '127.0.0.1'],
  'a picture that is a drawing': [svg(`<image href="${embeddedSvg}"/>`), 'image/svg+xml'],
  'a drawing that says it is a PNG': [
    svg(`<image href="${embeddedSvg.replace('svg+xml', 'png')}"/>`),
    'image/png',
  ],
  'a picture that is not in Base64': [svg('<image href="data:image/png,%89PNG"/>'), 'image/png'],
  'a use of another file': [svg('<use href="/ran.svg#a"/>'), '/ran.svg#a'],
  'a filter’s picture from elsewhere': [
    svg(`<filter id="f"><feImage href="/ran.png"/></filter>${shape}`),
    '/ran.png',
  ],
  'a filter of another file': [shaped('filter="url(http://127.0.0.1:9/ran.svg#f)"'), '127.0.0.1'],
  'a quoted paint of another file': [shaped('fill="url( &quot;ran.svg#b&quot; )"'), 'ran.svg#b'],
  'a mask of another file': [shaped('mask="URL(/ran.svg#b)"'), '/ran.svg#b'],
  'a second paint of another file': [shaped('fill="url(#a) url(/ran.svg#b)"'), '/ran.svg#b'],
  'a style with a background': [svg(shape, 'style="background:url(/ran.png)"'), '/ran.png'],
  'a style with an expression': [shaped(`style="width:expression(${run})"`), 'expression()'],
  'a style with an escape': [shaped('style="fill:u\\72l(/ran)"'), '\\72l'],
  'a base for addresses': [svg('<use href="#a"/>', 'xml:base="/ran.svg"'), 'lead elsewhere'],
  'a style sheet that imports': [styled('@IMPORT url(/ran.css);'), '@IMPORT'],
  'a style sheet in two pieces': [styled('@imp<!-- -->ort "/ran.css";'), '@import'],
  'a font from elsewhere': [styled('@font-face{font-family:a;src:url(/ran.woff2)}'), '@font-face'],
  'an unclosed address': [styled('svg{background:url(/ran.png'), '/ran.png'],
  'an address with a comment in it': [styled('svg{background:url(/*x*//ran.png)}'), 'ran.png'],
  'a set of pictures': [styled('svg{background:image-set("/ran.png" 1x)}'), 'image-set()'],
  'an attribute as an address': [styled('svg{background:attr(class type(&lt;url>))}'), 'attr()'],
  'an element named like what every object has': [svg('<constructor/>'), '<constructor>'],
  'the flowed text of Inkscape': [svg('<flowRoot><flowPara>b</flowPara></flowRoot>'), 'flowRoot'],
  'a drawing of no namespace': ['<svg width="9" height="9"/>', '<svg>'],
  'a prefix that is not explained': [
    '<svg xmlns="http://www.w3.org/2000/svg" q:x="1"/>',
    'no longer be read',
  ],
  'two roots': [`${svg(shape)}${svg(shape)}`, 'no longer be read'],
  'a second attribute of one name': [shaped('x="1" x="2"'), 'no longer be read'],
  'another encoding': [`<?xml version="1.0" encoding="UTF-7"?>${svg(shape)}`, 'UTF-7'],
  'parts very deep within parts': [svg('<g>'.repeat(200) + '</g>'.repeat(200)), '128 deep'],
  'too many parts': [svg('<g/>'.repeat(100_001)), '100,000'],
  'no width': [svg(shape, 'width="0" height="9"'), 'width'],
  'a width without an end': [svg(shape, 'width="1e999" height="9"'), 'width'],
  'a view of nothing': ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 9"/>', 'viewBox'],
  'a line of a mile': ['<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="1"/>', '8,000 times'],
};

/** Drawings that are published without the part of them that would do something. */
export const harmlessDrawings: Readonly<Record<string, string>> = {
  'a style sheet of the whole file': `<?xml-stylesheet href="/ran.css"?>${svg(shape)}`,
  'a transformation of the whole file': `<?xml-stylesheet type="text/xsl" href="/ran.xsl"?>${svg(shape)}`,
  'a document type elsewhere': `<!DOCTYPE svg PUBLIC "[" "/ran.dtd">${svg(shape)}`,
  'a script in a comment': svg(`<!-- <script>${run}</script> -->${shape}`),
  'a script as a text': svg(`<text y="9">&lt;script>${run}&lt;/script></text>`),
  'a script as a title in CDATA': svg(`<title><![CDATA[<script>${run}</script>]]></title>`),
  'a script as a style': styled(`a{}&lt;/style>&lt;script>${run}&lt;/script>`.replace("('/ran')", '')),
  'a script as a class': shaped(`class="&quot;>&lt;script>${run}&lt;/script>"`),
  'a label that is an address': shaped(`aria-label="javascript:${run}"`),
  'a link': linked('href="/ran" target="_top" ping="/ran"'),
  'a link with references in it': linked(`xlink:href="java&#115;cript:${run}"`),
  'two links, one of them bad': linked(`href="/" xlink:href="javascript:${run}"`),
  'a link whose prefix hides': linked(
    `xmlns:q="http://www.w3.org/1999/xlin&#107;" q:href="javascript:${run}"`,
  ),
  'attributes nobody knows': shaped('src="/ran.png" srcdoc="&lt;script>" formaction="/ran"'),
  'notes of a program': svg(
    `<n:view xmlns:n="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" n:href="/ran"><n:x src="/ran"/></n:view>${shape}`,
  ),
  'an address in another namespace': svg(`<use xmlns:n="urn:n" n:href="/ran.svg#a"/>${shape}`),
  'a font of SVG from elsewhere': svg(
    `<font-face font-family="a"><font-face-src><font-face-uri xlink:href="/ran.svg#a"/></font-face-src></font-face>${shape}`,
  ),
  'metadata from elsewhere': svg(
    `<metadata><r:d xmlns:r="urn:r" r:resource="/ran"/><link href="/ran.css"/></metadata>${shape}`,
  ),
  'parts of a drawing in its title': svg(`<title>a<image href="/ran.png"/></title>${shape}`),
  'parts of a drawing in its style': svg(`<style>a{}<image href="/ran.png"/></style>${shape}`),
  'a copy for Illustrator': svg(
    `<switch><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/"><image href="/ran.png"/></foreignObject><g>${shape}</g></switch>`,
  ),
  'an import that was hidden by a comment in a string': styled(
    'a{content:"/*"}@import "/ran.css";/**/rect{fill:red}',
  ),
  'a comment that never ends': styled('rect{fill:red}/* @import "/ran.css"'),
  'a picture within': svg(`<image href="${embeddedPng}" width="9" height="9"/>`),
  'a picture within a style': svg(shape, `style="background:url('${embeddedPng}')"`),
  'parts that show each other': svg(
    '<g id="a"><use href="#b"/></g><g id="b"><use xlink:href=" &#9;#a"/></g>',
  ),
  'a reference to what is not there': shaped('marker-end="url(#nobody)"'),
  'a drawing with a prefix': `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><s:rect width="9" height="9"/></s:svg>`,
  'attributes named like what every object has': shaped(
    'constructor="1" __proto__="2" style="constructor:1;toString:2"',
  ),
  'an old version of XML': `<?xml version="1.1"?>${svg(shape)}`,
  'a size of miles': svg(shape, 'width="1e9" height="1e9"'),
};

const numbers = (count: number, write: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join('');

/** Drawings of a few kilobytes that take minutes or gigabytes to draw. */
export const endlessDrawings: Readonly<Record<string, string>> = {
  'uses of uses of uses': svg(
    `${numbers(12, (i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`)}<path id="a0" d="M0 0h9"/>`,
  ),
  'patterns of patterns': svg(
    `${numbers(12, (i) => `<pattern id="a${i + 1}" width="1" height="1">${`<rect width="10" height="10" fill="url(#a${i})"/>`.repeat(10)}</pattern>`)}<rect width="10" height="10" fill="url(#a12)"/>`,
  ),
  'a swelling of a thousand': svg(
    `<filter id="f"><feMorphology operator="dilate" radius="1000"/></filter>${shape.replace('/', ' filter="url(#f)"/')}`,
  ),
  'thousands of layers in memory': svg(
    `<filter id="f">${numbers(9000, (i) => `<feFlood result="a${i}" flood-color="red"/>`)}</filter>${shape.replace('/', ' filter="url(#f)"/')}`,
  ),
};
