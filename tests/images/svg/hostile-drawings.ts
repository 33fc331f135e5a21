/** A red PNG of 4 by 4. */
export const embeddedPng =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWM4Y2wMRwzEcQD7ExMhwLzAsQAAAABJRU5ErkJggg==';

const svg = (inner: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" ${more}>${inner}</svg>`;

/** What every script here does: it tells the server. */
const run = "fetch('/ran')";
const shape = '<rect width="10" height="10"/>';
/** Shows `shape` with an attribute. */
const shaped = (attribute: string) => svg(`<rect width="10" height="10" ${attribute}/>`);
const styled = (css: string) => svg(`<style>${css}</style>${shape}`);
const doctyped = (subset: string, inner: string, more = '') =>
  `<!DOCTYPE svg [${subset}]>${svg(inner, more)}`;
const embeddedSvg = `data:image/svg+xml;base64,${Buffer.from(svg(`<script>${run}</script>`)).toString('base64')}`;

/** Drawings that do, or might do in some browser, more than show themselves; each with a word that its problem is to name. */
export const refusedDrawings: Readonly<Record<string, readonly [drawing: string, named: string]>> = {
  'a script': [svg(`<script>${run}</script>`), 'script'],
  'a script with a prefix': [
    svg(`<s:script xmlns:s="http://www.w3.org/2000/svg">${run}</s:script>`),
    'script',
  ],
  'a script of the web page kind': [
    svg(`<h:script xmlns:h="http://www.w3.org/1999/xhtml">${run}</h:script>`),
    'script',
  ],
  'a script by default namespace': [
    svg(`<script xmlns="http://www.w3.org/1999/xhtml">${run}</script>`),
    'script',
  ],
  'a script without a namespace': [svg(`<script xmlns="">${run}</script>`), 'script'],
  'a script of an unknown namespace': [svg(`<x:script xmlns:x="urn:x">${run}</x:script>`), 'script'],
  'a script in capitals': [svg(`<SCRIPT>${run}</SCRIPT>`), 'script'],
  'a script whose namespace is spelt with references': [
    svg(`<s:script xmlns:s="http://www.w3.org/2000/sv&#103;">${run}</s:script>`),
    'script',
  ],
  'a script in CDATA': [svg(`<script><![CDATA[${run}]]></script>`), 'script'],
  'a script from elsewhere': [svg('<script href="/ran.js"/>'), 'script'],
  'a script from elsewhere, by XLink': [
    svg('<script xlink:href="data:text/javascript,fetch(1)"/>'),
    'script',
  ],
  'a script in the description': [svg(`<desc><script>${run}</script></desc>`), 'script'],
  'a script in the metadata': [svg(`<metadata><script>${run}</script></metadata>`), 'script'],
  'a script within a program’s notes': [
    svg(
      `<i:notes xmlns:i="urn:i"><s:script xmlns:s="http://www.w3.org/2000/svg">${run}</s:script></i:notes>`,
    ),
    'script',
  ],
  'a script within an unknown element': [svg(`<blob><script>${run}</script></blob>`), 'blob'],
  'a script in what only Illustrator reads': [
    svg(
      `<switch><foreignObject requiredExtensions="http://ns.adobe.com/x"><script>${run}</script></foreignObject></switch>`,
    ),
    'script',
  ],
  'a handler of SVG Tiny': [svg(`<handler type="application/javascript">${run}</handler>`), 'script'],
  'a listener of XML Events': [
    svg('<ev:listener xmlns:ev="http://www.w3.org/2001/xml-events" event="load" handler="#h"/>'),
    'script',
  ],
  'an entity that is a script': [
    doctyped(`<!ENTITY s "&#60;script>${run}&#60;/script>">`, '&s;'),
    'words of its own',
  ],
  'an entity in an address': [
    doctyped('<!ENTITY j "javascript:">', '<a xlink:href="&j;fetch(1)"><rect/></a>'),
    'words of its own',
  ],
  'an attribute by default': [doctyped(`<!ATTLIST svg onload CDATA "${run}">`, shape), 'words of its own'],
  'a namespace by default': [
    doctyped('<!ATTLIST h:div xmlns:h CDATA "http://www.w3.org/1999/xhtml">', shape),
    'words of its own',
  ],
  'an external entity': [
    doctyped('<!ENTITY x SYSTEM "file:///etc/passwd">', '<text>&x;</text>'),
    'words of its own',
  ],
  'an entity of a parameter': [doctyped('<!ENTITY % x SYSTEM "/ran.dtd"> %x;', shape), 'words of its own'],
  'entities that multiply': [
    doctyped('<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">', '<text>&b;</text>'),
    'words of its own',
  ],
  'an empty list of words behind a system name': [
    `<!DOCTYPE svg SYSTEM "a[b" [ ]>${svg(shape)}`,
    'words of its own',
  ],
  'an entity that nobody defines': [svg('<text>&nbsp;</text>'), '&nbsp;'],
  'a handler of load': [svg(shape, `onload="${run}"`), 'onload'],
  'a handler of load on a shape': [shaped(`onload="${run}"`), 'onload'],
  'a handler in capitals': [svg(shape, `ONLOAD="${run}"`), 'ONLOAD'],
  'a handler with a prefix': [
    svg(shape, `xmlns:s="http://www.w3.org/2000/svg" s:onload="${run}"`),
    's:onload',
  ],
  'a handler of a click': [shaped(`onclick="${run}"`), 'onclick'],
  'a handler of focus': [shaped(`tabindex="0" onfocusin="${run}"`), 'onfocusin'],
  'a handler of an animation': [
    svg(`<rect><animate attributeName="x" to="1" dur="1s" onbegin="${run}"/></rect>`),
    'onbegin',
  ],
  'a handler of a transition': [shaped(`ontransitionend="${run}"`), 'ontransitionend'],
  'a handler that no browser has yet': [shaped(`onwhatever="${run}"`), 'onwhatever'],
  'a handler of a failed picture': [svg(`<image href="${embeddedPng}" onerror="${run}"/>`), 'onerror'],
  'a name written with a reference': [svg('<image &#111;nerror="fetch(1)"/>'), 'no longer be read'],
  'a link that is a script': [svg(`<a href="javascript:${run}">${shape}</a>`), 'javascript:'],
  'a link with references in it': [svg(`<a xlink:href="java&#115;cript:${run}">${shape}</a>`), 'javascript:'],
  'a link with a line break in it': [svg(`<a href="java&#10;script:${run}">${shape}</a>`), 'javascript:'],
  'a link with a tab in it': [svg(`<a href="&#9;jav&#9;ascript:${run}">${shape}</a>`), 'javascript:'],
  'a link in mixed case': [svg(`<a href=" JaVaScRiPt:${run}">${shape}</a>`), 'JaVaScRiPt:'],
  'two links, one of them bad': [
    svg(`<a href="https://example.org/" xlink:href="javascript:${run}">${shape}</a>`),
    'javascript:',
  ],
  'a link to a page in its address': [svg(`<a href="data:text/html,&lt;script>1">${shape}</a>`), 'data:text'],
  'a link of another old kind': [svg(`<a href="vbscript:1">${shape}</a>`), 'vbscript:'],
  'a link to a file': [svg(`<a href="file:///etc/passwd">${shape}</a>`), 'file:'],
  'a link to a blob': [svg(`<a href="blob:https://example.org/1">${shape}</a>`), 'blob:'],
  'a link whose prefix hides': [
    svg(`<a xmlns:q="http://www.w3.org/1999/xlin&#107;" q:href="javascript:${run}">${shape}</a>`),
    'javascript:',
  ],
  'an animated address': [
    svg(`<a><animate attributeName="href" values="javascript:${run}"/>${shape}</a>`),
    'href',
  ],
  'an address animated by XLink': [
    svg(`<a><set attributeName="xlink:href" to="javascript:${run}"/>${shape}</a>`),
    'xlink:href',
  ],
  'an animated handler': [svg(`<set attributeName="onload" to="${run}"/>`), 'onload'],
  'an animated style': [svg('<set attributeName="style" to="fill:url(/ran)"/>'), 'style'],
  'an animated class': [svg('<set attributeName="class" to="bad"/>'), 'class'],
  'an animated filter': [svg('<rect><set attributeName="filter" to="url(/ran#a)"/></rect>'), 'filter'],
  'an animated paint from elsewhere': [
    svg('<rect><set attributeName="fill" to="url(/ran#a)"/></rect>'),
    '/ran#a',
  ],
  'an animated paint of its own': [svg('<rect><set attributeName="fill" to="url(#a)"/></rect>'), 'refer'],
  'an animation of something elsewhere': [
    svg('<animate href="/ran.svg#a" attributeName="x" to="1"/>'),
    '/ran.svg',
  ],
  'an animation that makes a filter costly': [
    svg('<filter><feTurbulence><animate attributeName="x" to="1"/></feTurbulence></filter>'),
    'filter',
  ],
  'a foreign object': [
    svg(`<foreignObject><b xmlns="http://www.w3.org/1999/xhtml" onclick="${run}">b</b></foreignObject>`),
    'foreignObject',
  ],
  'the foreign object of draw.io': [
    svg(
      '<switch><foreignObject requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"><div xmlns="http://www.w3.org/1999/xhtml">Dock</div></foreignObject><text>Dock</text></switch>',
    ),
    'foreignObject',
  ],
  'a frame': [svg('<iframe xmlns="http://www.w3.org/1999/xhtml" src="/ran"/>'), 'iframe'],
  'a frame of SVG': [svg('<iframe href="/ran"/>'), 'iframe'],
  'an embedded page': [svg('<h:embed xmlns:h="http://www.w3.org/1999/xhtml" src="/ran"/>'), 'h:embed'],
  'an object': [svg('<h:object xmlns:h="http://www.w3.org/1999/xhtml" data="/ran"/>'), 'h:object'],
  'a video': [svg('<video href="/ran"/>'), 'video'],
  'a sound of the web page kind': [svg('<audio xmlns="http://www.w3.org/1999/xhtml" src="/ran"/>'), 'audio'],
  'a canvas': [svg('<canvas xmlns="http://www.w3.org/1999/xhtml"/>'), 'canvas'],
  'a picture of the web page kind': [
    svg(`<img xmlns="http://www.w3.org/1999/xhtml" src="/ran" onerror="${run}"/>`),
    'img',
  ],
  'a style sheet of the web page kind': [
    svg('<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="/ran.css"/>'),
    'link',
  ],
  'a base of the web page kind': [svg('<base xmlns="http://www.w3.org/1999/xhtml" href="/ran/"/>'), 'base'],
  'a refresh of the web page kind': [
    svg('<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=/ran"/>'),
    'meta',
  ],
  'a form of the web page kind in a title': [
    svg('<title><form xmlns="http://www.w3.org/1999/xhtml" action="/ran"/></title>'),
    'form',
  ],
  'a formula': [svg('<math xmlns="http://www.w3.org/1998/Math/MathML" href="javascript:1"/>'), 'math'],
  'an inclusion': [
    svg('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>'),
    'xi:include',
  ],
  'a web page called a drawing': [
    `<html xmlns="http://www.w3.org/1999/xhtml"><script>${run}</script></html>`,
    'html',
  ],
  'a web page around a drawing': [`<html xmlns="http://www.w3.org/1999/xhtml">${svg(shape)}</html>`, 'html'],
  'a style sheet that makes a drawing': [
    '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>',
    'xsl:stylesheet',
  ],
  'a picture from elsewhere': [
    svg('<image href="http://127.0.0.1:9/ran.png" width="9" height="9"/>'),
    '127.0.0.1',
  ],
  'a picture from beside it': [svg('<image xlink:href="ran.png" width="9" height="9"/>'), 'ran.png'],
  'a picture without a scheme': [svg('<image href="//evil.example/a.png"/>'), '//evil.example'],
  'a picture that is a drawing': [
    svg(`<image href="${embeddedSvg}" width="9" height="9"/>`),
    'image/svg+xml',
  ],
  'a picture that says it is a PNG and is a drawing': [
    svg(`<image href="${embeddedSvg.replace('svg+xml', 'png')}" width="9" height="9"/>`),
    'image/png',
  ],
  'a picture that is not in Base64': [svg('<image href="data:image/png,%89PNG"/>'), 'image/png'],
  'a picture as a page': [svg('<image href="data:text/html;base64,PGI+"/>'), 'text/html'],
  'a use of another file': [svg('<use href="/ran.svg#a"/>'), '/ran.svg#a'],
  'a use of a drawing in its address': [svg(`<use href="${embeddedSvg}#a"/>`), 'data:image/svg+xml'],
  'a filter’s picture from elsewhere': [
    svg('<filter id="f"><feImage href="/ran.png"/></filter><rect filter="url(#f)" width="9" height="9"/>'),
    '/ran.png',
  ],
  'a gradient of another file': [svg('<linearGradient xlink:href="/ran.svg#a"/>'), '/ran.svg#a'],
  'a text along a path of another file': [
    svg('<text><textPath href="/ran.svg#a">b</textPath></text>'),
    '/ran.svg#a',
  ],
  'a filter of another file': [shaped('filter="url(http://127.0.0.1:9/ran.svg#f)"'), '127.0.0.1'],
  'a paint of another file': [shaped('fill="url(//evil.example/a.svg#b)"'), '//evil.example'],
  'a quoted paint of another file': [shaped('fill="url( &quot;ran.svg#b&quot; )"'), 'ran.svg#b'],
  'a mask of another file': [shaped('mask="URL(/ran.svg#b)"'), '/ran.svg#b'],
  'a clip path of another file': [shaped('clip-path="url(/ran.svg#b)"'), '/ran.svg#b'],
  'a marker of another file': [shaped('marker-end="url(/ran.svg#b)"'), '/ran.svg#b'],
  'a cursor of another file': [shaped('cursor="url(/ran.cur), auto"'), '/ran.cur'],
  'a second paint of another file': [shaped('fill="url(#a) url(/ran.svg#b)"'), '/ran.svg#b'],
  'a style with an address': [shaped('style="fill:url(/ran.svg#b)"'), '/ran.svg#b'],
  'a style with a background': [svg(shape, 'style="background:url(/ran.png)"'), '/ran.png'],
  'a style with a binding': [shaped('style="-moz-binding:url(/ran.xml#b)"'), '/ran.xml#b'],
  'a style with an expression': [shaped(`style="width:expression(${run})"`), 'expression()'],
  'a style with an escape': [shaped('style="fill:u\\72l(/ran)"'), '\\72l'],
  'an attribute with an escape': [shaped('fill="u\\72l(/ran)"'), '\\72l'],
  'a base for addresses': [svg('<use href="#a"/>', 'xml:base="/ran.svg"'), 'lead elsewhere'],
  'a style sheet that imports': [styled('@import "/ran.css";'), '@import'],
  'a style sheet that imports in capitals': [styled('@IMPORT url(/ran.css);'), '@IMPORT'],
  'a style sheet that imports with an escape': [styled('@\\69mport "/ran.css";'), '\\69m'],
  'a style sheet that imports in CDATA': [styled('<![CDATA[@import "/ran.css";]]>'), '@import'],
  'a style sheet in two pieces': [styled('@imp<!-- -->ort "/ran.css";'), '@import'],
  'a font from elsewhere': [styled('@font-face{font-family:a;src:url(/ran.woff2)}'), '@font-face'],
  'a font of the machine': [styled('@font-face{font-family:a;src:local(b)}'), '@font-face'],
  'a namespace of a style sheet': [styled('@namespace url(http://www.w3.org/1999/xhtml);'), '@namespace'],
  'a rule of a style sheet that nobody knows': [styled('@unknown{}'), '@unknown'],
  'a background in a style sheet': [styled('svg{background:url(/ran.png)}'), '/ran.png'],
  'an unclosed address': [styled('svg{background:url(/ran.png'), '/ran.png'],
  'an address with a comment in it': [styled('svg{background:url(/*x*//ran.png)}'), 'ran.png'],
  'a set of pictures': [styled('svg{background:image-set("/ran.png" 1x)}'), 'image-set()'],
  'a set of pictures with a prefix': [
    styled('svg{background:-webkit-image-set(url(/ran.png) 1x)}'),
    '-webkit-image-set()',
  ],
  'a picture function': [styled('svg{background:image("/ran.png")}'), 'image()'],
  'a source function': [styled('svg{background:src("/ran.png")}'), 'src()'],
  'a cross-fade': [styled('svg{background:cross-fade(url(/ran.png),red)}'), 'cross-fade()'],
  'an attribute as an address': [styled('svg{background:attr(class type(&lt;url>))}'), 'attr()'],
  'a costly function of styles': [styled('*{filter:blur(99px)}'), 'blur()'],
  'a variable with an address': [styled(':root{--a:url(/ran.png)}svg{background:var(--a)}'), '/ran.png'],
  'a variable with a reference': [styled(':root{--a:url(#f)}rect{filter:var(--a)}'), 'style of this drawing'],
  'an element named like what every object has': [svg('<constructor/>'), '<constructor>'],
  'an unknown element': [svg('<tref xlink:href="#a"/>'), 'tref'],
  'the flowed text of Inkscape': [svg('<flowRoot><flowPara>b</flowPara></flowRoot>'), 'flowRoot'],
  'a cursor element': [svg('<cursor xlink:href="/ran.cur"/>'), 'cursor'],
  'an element of no namespace': [svg('<g xmlns=""/>'), '<g>'],
  'a drawing of no namespace': ['<svg width="9" height="9"/>', '<svg>'],
  'a prefix that is not explained': [
    '<svg xmlns="http://www.w3.org/2000/svg"><use xlink:href="#a"/></svg>',
    'xlink:',
  ],
  'two roots': [`${svg(shape)}${svg(shape)}`, 'no longer be read'],
  'a tag left open': ['<svg xmlns="http://www.w3.org/2000/svg"><g>', 'no longer be read'],
  'a second attribute of one name': [shaped('x="1" x="2"'), 'no longer be read'],
  'another encoding': [`<?xml version="1.0" encoding="UTF-7"?>${svg(shape)}`, 'UTF-7'],
  'a Latin encoding': [`<?xml version="1.0" encoding="iso-8859-1"?>${svg(shape)}`, 'iso-8859-1'],
  'a part that shows itself': [svg('<g id="a"><use href="#a"/></g>'), 'within itself'],
  'parts that show each other': [
    svg('<g id="a"><use href="#b"/></g><g id="b"><use xlink:href="#%61"/></g>'),
    'within itself',
  ],
  'a pattern painted with itself': [svg('<pattern id="a"><rect fill="url(#a)"/></pattern>'), 'within itself'],
  'a mask that masks itself': [svg('<mask id="a"><g style="mask:url(#a)"/></mask>'), 'within itself'],
  'a clip path that clips itself by a style sheet': [
    svg('<style>.a{clip-path:url(#c)}</style><clipPath id="c"><rect class="b a"/></clipPath>'),
    'within itself',
  ],
  'uses of uses of uses': [
    svg(
      `${Array.from({ length: 12 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`).join('')}<path id="a0" d="M0 0"/>`,
    ),
    'over and over',
  ],
  'patterns of patterns': [
    svg(
      `${Array.from({ length: 12 }, (_, i) => `<pattern id="a${i + 1}">${`<rect fill="url(#a${i})"/>`.repeat(10)}</pattern>`).join('')}<rect fill="url(#a12)"/>`,
    ),
    'over and over',
  ],
  'a pattern inherited by many shapes': [
    svg(
      `<pattern id="p">${'<rect/>'.repeat(1000)}</pattern><g id="g">${'<rect/>'.repeat(1000)}</g><use href="#g" fill="url(#p)"/>`,
    ),
    'over and over',
  ],
  'a gradient of many colors on every shape': [
    svg(
      `<linearGradient id="b">${'<stop/>'.repeat(1000)}</linearGradient><linearGradient id="a" href="#b"/>${'<rect fill="url(#a)"/>'.repeat(1000)}`,
    ),
    'over and over',
  ],
  'a long text shown many times': [
    svg(`<text id="a">${'long '.repeat(10_000)}</text>${'<use href="#a"/>'.repeat(500)}`),
    'over and over',
  ],
  'a marker on every corner': [
    svg(
      `<marker id="m">${'<rect/>'.repeat(500)}</marker><path marker-mid="url(#m)" d="${'h1'.repeat(3000)}"/>`,
    ),
    'over and over',
  ],
  'a filter on everything, itself included': [
    svg(
      `<style>*{filter:url(#f)}</style><filter id="f">${'<feOffset/>'.repeat(20)}</filter>${'<g/>'.repeat(500)}`,
    ),
    'itself',
  ],
  'a filter on every shape of a class': [
    svg(
      `<style>.a{filter:url(#f)}</style><filter id="f">${'<feOffset/>'.repeat(20)}</filter>${'<g class="b a"/>'.repeat(500)}`,
    ),
    'over and over',
  ],
  'a chain of references': [
    svg(Array.from({ length: 500 }, (_, i) => `<use id="a${i}" href="#a${i + 1}"/>`).join('')),
    'refers to others',
  ],
  'parts very deep within parts': [svg('<g>'.repeat(200) + '</g>'.repeat(200)), '128 deep'],
  'notes very deep within notes': [
    svg(`<metadata>${'<g>'.repeat(400)}${'</g>'.repeat(400)}</metadata>`),
    'notes too deep',
  ],
  'too many parts': [svg('<g/>'.repeat(100_001)), '100,000'],
  'noise in too many octaves': [svg('<filter><feTurbulence numOctaves="5000"/></filter>'), 'numOctaves'],
  'a blur without an end': [svg('<filter><feGaussianBlur stdDeviation="1e9"/></filter>'), 'stdDeviation'],
  'a swelling without an end': [svg('<filter><feMorphology radius="3 1e9"/></filter>'), 'radius'],
  'a convolution of a thousand by a thousand': [
    svg('<filter><feConvolveMatrix order="1000"/></filter>'),
    'order',
  ],
  'a filter over a vast region': [svg('<filter x="-500000%" width="1000000%"/>'), '500000%'],
  'a picture that unpacks to gigabytes': [
    svg(`<image href="data:image/png;base64,${vastPng().toString('base64')}"/>`),
    '50 megapixels',
  ],
  'no width': [svg(shape, 'width="0" height="9"'), 'width'],
  'a height of less than nothing': [svg(shape, 'width="9" height="-9"'), 'height'],
  'a width without an end': [svg(shape, 'width="1e999" height="9"'), 'width'],
  'a view of nothing': ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 9"/>', 'viewBox'],
  'a line of a mile': ['<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="1"/>', '8,000 times'],
};

/** Drawings that are published without the part of them that would do something. */
export const harmlessDrawings: Readonly<Record<string, string>> = {
  'a style sheet of the whole file': `<?xml-stylesheet href="/ran.css"?>${svg(shape)}`,
  'a transformation of the whole file': `<?xml-stylesheet type="text/xsl" href="/ran.xsl"?>${svg(shape)}`,
  'an instruction within': svg(`<?php system('ran') ?>${shape}`),
  'a document type elsewhere': `<!DOCTYPE svg SYSTEM "/ran.dtd">${svg(shape)}`,
  'a document type with a bracket in its name': `<!DOCTYPE svg PUBLIC "[" "/ran.dtd">${svg(shape)}`,
  'a document type of web pages': `<!DOCTYPE html>${svg(shape)}`,
  'a script in a comment': svg(`<!-- <script>${run}</script> -->${shape}`),
  'a script as a text': svg(`<text y="9">&lt;script>${run}&lt;/script></text>`),
  'a script as a title in CDATA': svg(`<title><![CDATA[<script>${run}</script>]]></title>`),
  'a script as a style': styled(`a{}&lt;/style>&lt;script>${run}&lt;/script>`.replace("('/ran')", '')),
  'a script as a class': shaped(`class="&quot;>&lt;script>${run}&lt;/script>"`),
  'a label that is an address': shaped(`aria-label="javascript:${run}"`),
  'a link': svg(`<a href="/ran" target="_top" ping="/ran">${shape}</a>`),
  'a link to another paper': svg(`<a xlink:href="https://example.org/">${shape}</a>`),
  'attributes nobody knows': shaped(
    `src="/ran.png" srcdoc="&lt;script>" formaction="/ran" data="/ran" action="/ran"`,
  ),
  'notes of a program': svg(
    `<n:view xmlns:n="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" n:href="/ran"><n:x src="/ran"/></n:view>${shape}`,
  ),
  'an address in another namespace': svg(`<use xmlns:n="urn:n" n:href="/ran.svg#a"/>${shape}`),
  'a font of SVG from elsewhere': svg(
    `<font-face font-family="a"><font-face-src><font-face-uri xlink:href="/ran.svg#a"/></font-face-src></font-face>${shape}`,
  ),
  'a color profile from elsewhere': svg(`<color-profile name="a" xlink:href="/ran.icc"/>${shape}`),
  'metadata from elsewhere': svg(
    `<metadata><r:d xmlns:r="urn:r" r:resource="/ran"/><link href="/ran.css"/></metadata>${shape}`,
  ),
  'parts of a drawing in its title': svg(`<title>a<image href="/ran.png"/></title>${shape}`),
  'parts of a drawing in its style': svg(`<style>a{}<image href="/ran.png"/></style>${shape}`),
  'a copy for Illustrator': svg(
    `<switch><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/"><image href="/ran.png"/></foreignObject><g>${shape}</g></switch>`,
  ),
  'a script in two pieces that never meet': svg(`<text y="9">&lt;scr<!-- -->ipt></text>`),
  'a comment that hides a rule': styled('a{content:"/*"}rect{fill:red}/**/'),
  'an import that was hidden by a comment in a string': styled(
    'a{content:"/*"}@import "/ran.css";/**/rect{fill:red}',
  ),
  'a comment that never ends': styled('rect{fill:red}/* @import "/ran.css"'),
  'a picture within': svg(`<image href="${embeddedPng}" width="9" height="9"/>`),
  'a picture within a style': svg(shape, `style="background:url('${embeddedPng}')"`),
  'an animation of a shape': svg(
    `<rect width="9" height="9"><animate attributeName="x" values="0;5" dur="1s" begin="0s;click"/></rect>`,
  ),
  'an address that is one inside': svg(`<rect id="a b" width="9" height="9"/><use href=" &#9;#a%20b "/>`),
  'a reference to what is not there': svg(`<use href="#nobody"/>${shape}`),
  'a marker that is nothing': shaped('marker-end="url(#nobody)"'),
  'a drawing with a prefix': `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><s:rect width="9" height="9"/></s:svg>`,
  'attributes named like what every object has': shaped(
    'constructor="1" __proto__="2" style="constructor:1;toString:2" x="1constructor"',
  ),
  'an old version of XML': `<?xml version="1.1"?>${svg(shape)}`,
  'a size of miles': svg(shape, 'width="1e9" height="1e9"'),
};

/** A header that says 30,000 by 30,000. */
function vastPng(): Buffer {
  const png = Buffer.from(embeddedPng.slice(embeddedPng.indexOf(',') + 1), 'base64');
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  return png;
}
