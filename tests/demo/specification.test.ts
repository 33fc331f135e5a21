import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { buildInMemory, root, sites } from '../helpers.ts';
import { textsOf, valuesOf, words } from '../parsed-pages.ts';
import { baseUrl, demo, faultsOnPages, pageAt } from './demo.ts';

/** The words of every element a selector finds; those of a link or button with the address it leads to. */
function shownAt(address: string, selector: string): string[] {
  const $ = pageAt(address);
  return Array.from($(selector), (element) => {
    const { href, formaction = '' } = $(element).attr() ?? {};
    return words(`${$(element).text()} ${decodeURIComponent(href ?? formaction)}`);
  });
}

const menuBar = 'Books /books | Radio /radio | Home / | Blog /blog';
const categories = [
  'Local News /local-news | National News /national-news | World News /world-news | Politics /politics',
  'Business /business | Technology /technology | Automotive /automotive | Real Estate /real-estate',
  'Health /health | Sports /sports | Arts & Culture /arts-culture | Food & Dining /food-dining',
  'Lifestyle /lifestyle | Opinion /opinion',
].join(' | ');
const own = [
  'Subscribe /subscribe | Newsletter /newsletter | Local /local-news | Politics /politics',
  'Schools /tags/schools | Business /business | Sports /sports | Food & Dining /food-dining',
  'Arts /arts-culture | Opinion /opinion | Obituaries /notices | Events /events',
].join(' | ');
const more = 'Archives /archives | Local Events /local-events | Partners /partners | FAQ /faq';
const quick = 'Home / | Local News /local-news | World News /world-news | Sports /sports';
const feeds = 'Politics /politics | Business /business | Technology /technology | World /world-news';
const parts = 'Featured Stories | Featured Video | Latest News | Politics | Business | Technology | World';
const university = 'Apply for Admission https://udallas.edu/admissions/ | Learn More https://udallas.edu/';
const newest = 'Neighbors’ storm drain map wins Oak Cliff a $2.4 million repair';
const host = 'trinitycourier.example';
const desk = `subscriptions@${host}`;
const letter = `Write the email mailto:${desk}?subject=Newsletter Subscription`;
const form = 'head:has([content*="form-action mailto:"]) + body main form button';
const toTry = 'Local News /local-news | Business /business | Sports /sports | Politics /politics';

test.each([
  ['/faq', 'body > header a:first', 'The Trinity Courier /'],
  ['/faq', 'nav[aria-label="Main"] > ul > li > a, summary.chevron', `${menuBar} | News Categories | More`],
  ['/', '[aria-label="Main"] li:has(> details > summary:contains("News Categories")) a', categories],
  ['/', '[aria-label="Main"] li:has(> details > summary:contains("More")) a', more],
  ['/', '[data-mobile-menu] a', `${own} | ${menuBar} | ${categories} | ${more}`],
  [
    '/politics',
    '[data-mobile-menu] section [aria-current=page], nav.sections [aria-current=page]',
    'Politics /politics | Politics /politics',
  ],
  ['/', '[aria-label="Quick Links"] a', `${quick} | Entertainment /entertainment | Opinion /opinion`],
  ['/', 'footer :is([href="/contact"], [href="/about"])', 'Contact Us /contact | About Us /about'],
  ['/terms', 'button[commandfor="Support"][command="show-modal"]', 'Support Our Work'],
  ['/terms', '#Support :is(h2, a)', 'Support Our Work | Donate Now https://www.pressforward.news/'],
  ['/terms', '#Support [commandfor="Support"][command="close"][popovertargetaction="hide"]', 'Maybe Later'],
  ['/', '[data-feed-block] h3, .video h3', `${parts} | Latest Updates`],
  ['/', '[data-feed-block] h3 a', feeds],
  ['/', 'main :is(h2, h3):first', newest],
  ['/', '[data-feed-block]:last :is(h3, .feed-block__source)', 'Latest Updates | From Courier Wire: Health'],
  ['/sports', 'main .feed h2', 'Baseball | Tennis | Golf | Hockey | Soccer'],
  ['/archives', '[aria-label="Years"] h2 a', '2026 /archives | 2025 /archives/2025 | 2024 /archives/2024'],
  ['/archives', 'main section[aria-labelledby] h2:first', 'November 2026'],
  ['/archives/2025', '[id^=m-]', 'December 2025 | September 2025 | May 2025 | April 2025 | January 2025'],
  ['/about', 'main h2', 'Our history | Our mission | Publication details | Awards | Our team | Join us'],
  ['/subscribe', 'main article h3', 'Digital Basic | Digital Premium | Print + Digital'],
  ['/subscribe', '.plan__price', '$8.99 monthly | $14.99 monthly | $24.99 monthly'],
  ['/subscribe', 'main article:contains("Most Popular") h3', 'Digital Premium'],
  ['/subscribe', 'main a[href="/login"]', 'Sign in /login'],
  ['/subscribe', form, letter],
  ['/', 'main form.signup button', 'Sign up'],
  ['/contact', form, `Write the email mailto:newsroom@${host}?subject=Local News & Community`],
  ['/login', 'main a[href^="mailto:"]', `${desk} mailto:${desk}`],
  [
    '/blog',
    'header:has(h1 + p:not(:empty)) h1, main a[target=_blank]',
    'Latest Blog Posts | Subscribe to RSS Feed /rss.xml',
  ],
  ['/blog', 'main article:first :is(h2, time)', `${newest} | Nov 23, 2026`],
  ['/blog', 'main > :last-child a', 'Subscribe to Newsletter /newsletter | RSS Feed /rss'],
  ['/rss', 'title, h1, main a[href="/rss.xml"]', `RSS Feed | RSS Feed | ${baseUrl}/rss.xml /rss.xml`],
  ['/radio', 'h1, h1 + p, main h2:first', 'Live Radio | 24/7 live stream | Now Playing'],
  ['/books', 'main a:first, h1', 'Back to Home / | Books'],
  ['/books', 'aside p:first, .promo__title', 'Advertisement | Transform Your Life with Ancient Wisdom'],
  ['/books', 'aside a[rel="sponsored nofollow"]', university],
  ['/404', 'title, h1', 'Page Not Found | Page Not Found'],
  ['/404', 'main a:not(.breadcrumbs a)', `Return to Homepage / | ${toTry}`],
])('what %s shows in %s is: %s', async (address, selector, expected) => {
  expect(await shownAt(address, selector)).toEqual(expected.split(' | '));
});

const elsewhere = /^\S.* https:\/\/[^/]+\.[a-z]+\//;
const dated = /Last updated [A-Z][a-z]{2} \d{1,2}, \d{4}.{4000}/;
const toDesk = `mailto:${desk}?subject=Subscribe:`;
const departments = 'main section:has(h2:contains("Departments"))';

test.each([
  ['/', 'nav[aria-label="Around Dallas"]:has(li ~ li ~ li) a', elsewhere],
  ['/', 'nav[aria-label="Follow Us"]:has(li ~ li ~ li) a', elsewhere],
  ['/contact', 'main .mail-form', /filed under: Local News & Community/],
  ['/contact', 'main section:has(address)', /1879 Commerce Street ?Dallas, TX 75201/],
  ['/contact', 'main section:has(address):has([href^="tel:+1214555"]) a[href^=http]', elsewhere],
  ['/contact', `${departments}:has(li:nth-child(5)) [href^="mailto:"]`, /^(\S+@\S+) mailto:\1$/],
  ['/contact', `${departments} [href^="tel:"]`, /^\((\d{3})\) (\d{3})-(\d{4}) tel:\+1\1\2\3$/],
  ['/about', 'main dl', /Founded1879.*3,000 publications/],
  ['/about', '.team-card', /^\S+ \S+.*(?:reporter|editor|writer)[A-Z].{80}/],
  ['/about', 'main section:has(> h2:contains("Join us")) a', /^\S.* mailto:\S+@\S+$/],
  ['/subscribe', '.plan:contains("$8.99") .button', `${toDesk} Digital Basic, $8.99 monthly&`],
  ['/subscribe', '.plan:contains("$14.99") .button', `${toDesk} Digital Premium, $14.99 monthly&`],
  ['/subscribe', '.plan:contains("$24.99") .button', `${toDesk} Print + Digital, $24.99 monthly&`],
  ['/subscribe', '.plan .button', /\?subject=Subscribe: (.+)&body=Plan: \1 /],
  ['/subscribe', '.corporate a', `mailto:corporate@${host}?subject=Corporate subscriptions`],
  ['/blog', 'main article:not(:has(.byline__author:not(:empty))) h2 a', / \/blog\/[a-z-]+$/],
  ['/privacy', 'main:has(h1:contains("Privacy Policy")):has(h2:nth-of-type(5))', dated],
  ['/terms', 'main:has(h1:contains("Terms of Use")):has(h2:nth-of-type(5))', dated],
  ['/faq', 'main section:has(> details ~ details) > h2', /\S/],
  ['/faq', 'main', /some content needs a subscription/i],
  ['/radio', 'main', /click the play button once/],
  ['/books', 'main a:contains("View All")', /^View All Books on Amazon https:\/\/www\.amazon\.com\//],
  ['/books', 'main ul a:has(img)', elsewhere],
  ['/404', 'main', /might have been moved.*deleted.*(?:URL|address) was wrong/i],
])('everything that %s shows in %s is like %s, and no two alike', async (address, selector, expected) => {
  const shown = await shownAt(address, selector);
  for (const text of atLeastOne(shown)) expect(text).toMatch(expected);
  expect(new Set(shown).size).toBe(shown.length);
});

// With `:nth-child(3)`, a row asks for three at least.
test.each([
  ['/', '.embed--video iframe[src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"]', 1],
  ['/', '.embed--video iframe[referrerpolicy="strict-origin-when-cross-origin"]', 1],
  ['/', 'footer :is([href="/subscribe"], [href="/privacy"], [href="/terms"])', 3],
  ['/', '.ad:has(> .ad__slot--desktop + .ad__slot--mobile:last-child)', 3],
  ['/opinion', 'main h2:contains("Our Editorial Commitment") ~ p:nth-of-type(2)', 1],
  ['/local-events', 'main:has(h1:contains("Local Events")) :has(.wall li:nth-child(4) h2)', 1],
  ['/contact', `main iframe, ${departments} li:not(:has(h3):has([href^="mailto:"]):has([href^="tel:"]))`, 0],
  ['/about', 'main section:has(> h2:contains("team")) > ul > li', 6],
  ['/about', 'main section > ul > li:has(> img + h3 + .team-card__role + p:last-child)', 6],
  ['/about', 'main section:has(> h2:contains("Awards")) li:nth-child(3)', 1],
  ['/subscribe', 'main article:has(li:nth-child(3)):has([href="tel:+12145550118"])', 3],
  ['/subscribe', 'main section:has(> h2:contains("Why subscribe")) li:nth-child(3)', 1],
  ['/login', 'main :is(form, input)', 0],
  ['/faq', 'main section:has(> h2 ~ details)', 10],
  ['/faq', 'main details:is(:not([name="faq"]), :only-of-type, [open])', 0],
  ['/blog', 'main article :is(img, .badge:not(:empty), a.tag ~ a.tag ~ a.tag)', 20],
  ['/blog', 'article:has(img):has(.badge + .tag):has(h2 + .post-card__excerpt:not(:empty))', 10],
  ['/rss', 'main iframe[src="/rss.txt"]', 1],
  ['/radio', 'main audio:only-of-type[src="/api/stream?port=8000"][preload=none]:not([autoplay])', 1],
  ['/books', 'main ul a:has(img)', 50],
  ['/books', 'main ul a:has(> img:first-child + .book__title:not(:empty))', 50],
])('%s has in %s exactly %d', (address, selector, count) => {
  expect(pageAt(address)(selector)).toHaveLength(count);
});

test('what the partners page, local events and the page about the feed show stands on its own', async () => {
  const documents = ['media-kit', 'community-partners', 'newsroom-standards'];
  const own = await Promise.all(documents.map((name) => shownAt(`/embeds/document/${name}`, 'main .prose')));
  expect(await shownAt('/partners', 'main .prose, main iframe')).toEqual(atLeastOne(own.flat()));
  const wall = await shownAt('/embeds/wall/north-texas', 'main .wall');
  expect(await shownAt('/local-events', 'main .wall, main iframe')).toEqual(atLeastOne(wall));
  expect(demo().files.get('rss.txt')).toBe(demo().files.get('rss.xml'));
});

const posts = readdirSync(join(root, 'content', 'blog')).map((file) => `/blog/${file.replace(/\.md$/, '')}`);
const sections = [...categories.split(' | '), 'Entertainment /entertainment'].map((link) => link.split(' /'));

test.each(sections)('the section %s has at /%s a tagline, feeds and stories', (title, path) => {
  const $ = pageAt(`/${path}`);
  expect(textsOf($, 'h1, h1 + p')).toEqual([title, expect.stringMatching(/\S/)]);
  expect($('main section > .board')).toHaveLength(title === 'Sports' ? 5 : 1);
  const stories = valuesOf($, 'main article :is(h2, h3) a', 'href');
  expect(posts).toEqual(expect.arrayContaining([...atLeastOne(stories)]));
});

test('the footer of every page but those for paper and frames has the claims and the year', () => {
  const claims = /1879\b.*3,000 publications.*© 2026\b/;
  const faults = faultsOnPages(({ $, framed, address }) =>
    framed || address === '/print' || claims.test(words($('body > footer').text())) ? [] : ['no claims'],
  );
  expect(faults).toEqual([]);
});

test.each([
  ['2027-01-01T05:59:59Z', '2026'],
  ['2027-01-01T06:00:00Z', '2027'],
])('the footer of a build at %s is of %s, the year in the zone of the paper', async (now, year) => {
  const { files } = await buildInMemory(join(sites, 'small', 'content'), { now: new Date(now) });
  expect(load(files.get('faq.html') ?? '')('body > footer').text()).toContain(`© ${year} `);
});

test('feed blocks show more or less, as headlines or a frame 300 high, its feed encoded once', () => {
  const blocks = { headlines: 0, frames: 0 };
  const faults = faultsOnPages(function* ({ $ }) {
    for (const block of $('[data-feed-block]').toArray()) {
      const { src, height } = $(block).find('iframe').attr() ?? {};
      blocks[src ? 'frames' : 'headlines'] += 1;
      const feed = src ? (new URL(src).searchParams.get('url') ?? '') : '';
      const encoded = /^https:\/\/[^/%]+\/[^%]*$/.test(feed) && src?.includes(encodeURIComponent(feed));
      const isWhole = src ? height === '300' && encoded : $(block).find('.board li').length > 5;
      if (!isWhole || !/See All Articles.*Show Less/s.test($(block).text())) yield $.html(block);
    }
  });
  expect(faults).toEqual([]);
  // The front page has seven, Sports five, the other sections one each; the frames are those of the sections.
  expect(blocks).toEqual({ headlines: 7 + 14 + 5, frames: 14 + 5 });
});

test('slots keep 150 to 600 pixels, and the media kit sells what fits them at every width', async () => {
  const $ = pageAt('/');
  const slots = valuesOf($, '[data-slot]', 'data-slot');
  expect(slots).toEqual(['6079445', '1452360', '6079446', '1452361', '6079448', '1452363']);
  const frames = load(Array.from($('[data-slot] template'), (template) => $(template).html()).join(''));
  const heights = valuesOf(frames, 'iframe', 'height').map(Number);
  expect([Math.min(...heights), Math.max(...heights)]).toEqual([150, 600]);
  const css = [...demo().files].find(([path]) => /home-\w+\.css$/.test(path))?.[1];
  const cells = await shownAt('/embeds/document/media-kit', 'table:last td:contains(" x ")');
  // The first two are on a page 768 wide; the third in a column of one of 1024; mobile ones on one of 320.
  for (const [i, room] of [718, 288, 718, 288, 302, 288].entries()) {
    expect(css).toContain(`[data-slot="${slots[i]}"]{min-height:${heights[i]}px}`);
    const [width, height] = cells[i]?.split(' x ').map(Number) ?? [];
    expect(width).toBeLessThanOrEqual(room);
    expect(height).toBe(heights[i]);
    expect(frames('iframe')[i]?.attribs.src).toBe(`https://acceptable.a-ads.com/${slots[i]}`);
  }
});

test('the archives count every post by year and by month', () => {
  const $ = pageAt('/archives');
  const counts = (part: string) => textsOf($, `[aria-label="Years"] ${part} .fine`).map(Number.parseFloat);
  const sum = (numbers: number[]) => numbers.reduce((all, n) => all + n, 0);
  const years = [1, 2, 3].map((n) => sum(counts(`section:nth-child(${n}) li`)));
  expect(counts('h2')).toEqual(years);
  expect(sum(years)).toBe(posts.length);
});

test('the blog has a card for each of the 35 posts, whose article has what the card promises', async () => {
  const pages = await Promise.all(['/blog', '/blog/page/2', '/blog/page/3', '/blog/page/4'].map(pageAt));
  expect(pages.map(($) => $('main article').length)).toEqual([10, 10, 10, 5]);
  const blog = load(pages.map(($) => $('main').html()).join(''));
  expect(valuesOf(blog, 'article h2 a', 'href').toSorted()).toEqual(posts.toSorted());
  const inDallas = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/Chicago' });
  const names = new Set<string | undefined>();
  for (const card of Array.from(blog('article'), (article) => blog(article))) {
    const date = new Date(card.find('time').attr('datetime') ?? '');
    expect(words(card.find('time').text())).toBe(inDallas.format(date));
    const address = card.find('h2 a').attr('href') ?? '';
    expect(card.find('a:contains("Read Full Article")').attr('href')).toBe(address);
    const $ = pageAt(address);
    expect(textsOf($, 'h1')).toEqual([words(card.find('h2').text())]);
    // An article shows its deck in place of the excerpt.
    expect($('.article__standfirst').text()).not.toBe('');
    expect($('main article time').attr('datetime')).toBe(card.find('time').attr('datetime'));
    for (const part of ['.byline__author', '.badge'])
      expect(words($('main article').text())).toContain(words(card.find(part).first().text()));
    // A drawn cover stands on the card alone.
    const image = card.find('img').attr('src');
    expect($('.article__picture img').attr('src')).toBe(image?.startsWith('/art/') ? undefined : image);
    // A brief has two.
    expect($('main .prose p').length).toBeGreaterThan(1);
    names.add($('meta[property="article:section"]').attr('content'));
  }
  expect(names).toEqual(new Set([...sections.map(([title]) => title), 'Education', 'Environment']));
});

test('no page has a placeholder, and no post promises that an event is still in the calendar', () => {
  const faults = faultsOnPages(function* ({ $, address }) {
    yield* words($('body').text()).match(/\{\w+\}|lorem ipsum|\bundefined\b|\bNaN\b|\[object /gi) ?? [];
    if (address.startsWith('/blog/')) yield* textsOf($, 'main .prose a[href="/local-events"]');
  });
  expect(faults).toEqual([]);
});
