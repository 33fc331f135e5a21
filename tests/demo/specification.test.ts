import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CheerioAPI, load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { buildInMemory, root, sites } from '../helpers.ts';
import { textsOf, valuesOf, words } from '../parsed-pages.ts';
import { baseUrl, demo, faultsOnPages, pageAt } from './demo.ts';

const categories = [
  ['Local News', '/local-news'],
  ['National News', '/national-news'],
  ['World News', '/world-news'],
  ['Politics', '/politics'],
  ['Business', '/business'],
  ['Technology', '/technology'],
  ['Automotive', '/automotive'],
  ['Real Estate', '/real-estate'],
  ['Health', '/health'],
  ['Sports', '/sports'],
  ['Arts & Culture', '/arts-culture'],
  ['Food & Dining', '/food-dining'],
  ['Lifestyle', '/lifestyle'],
  ['Opinion', '/opinion'],
] as const;
const more = [
  ['Archives', '/archives'],
  ['Local Events', '/local-events'],
  ['Partners', '/partners'],
  ['FAQ', '/faq'],
] as const;
const header = [
  ['Books', '/books'],
  ['Radio', '/radio'],
  ['Home', '/'],
  ['Blog', '/blog'],
] as const;

/** The words and addresses of links. */
const linksOf = ($: CheerioAPI, selector: string): [string, string][] =>
  $(selector)
    .toArray()
    .map((link) => [words($(link).text()), $(link).attr('href') ?? '']);

const expectElsewhere = (addresses: readonly (string | undefined)[]) => {
  expect(addresses).not.toEqual([]);
  for (const address of addresses) expect(address).toMatch(/^https:\/\/[^/]+\.[a-z]+\//);
};

const posts = readdirSync(join(root, 'content', 'blog')).map((file) => `/blog/${file.replace(/\.md$/, '')}`);
const pagesOfBlog = () => Promise.all(['/blog', '/blog/page/2', '/blog/page/3'].map(pageAt));

describe('the routes', () => {
  const named = [...categories, ...more].map(([, path]) => path);
  const others =
    '/ /contact /about /subscribe /privacy /terms /blog /radio /books /entertainment /login /rss /404';
  test.each([...named, ...others.split(' '), ...posts])('have a file for %s', async (address) => {
    const { files } = await demo();
    expect(files.get(address === '/' ? 'index.html' : `${address.slice(1)}.html`)).toMatch(
      /^<!DOCTYPE html>/,
    );
  });

  test('have a file for /rss.xml', async () => {
    expect((await demo()).files.get('rss.xml')).toMatch(/^<\?xml /);
  });

  test('have articles for the 22 posts', () => {
    expect(posts).toHaveLength(22);
  });
});

describe('the header', () => {
  test('leads from the masthead to the home page', async () => {
    expect(linksOf(await pageAt('/faq'), 'body > header a').slice(0, 1)).toEqual([
      ['The Trinity Courier', '/'],
    ]);
  });

  test('has its menu in the order of the specification', async () => {
    const $ = await pageAt('/faq');
    const entries = $('nav[aria-label="Main"] > ul > li')
      .toArray()
      .map((item) => words($(item).find('a, button, summary').first().text()));
    expect(entries).toEqual(['Books', 'Radio', 'Home', 'Blog', 'News Categories', 'More']);
    expect(linksOf($, 'nav[aria-label="Main"] > ul > li > a')).toEqual(header);
  });

  test.each([
    ['News Categories', categories],
    ['More', more],
  ])('has all links of the menu %s', async (title, links) => {
    const $ = await pageAt('/');
    const menus = $('nav[aria-label="Main"] > ul > li').filter(
      (_, item) => words($(item).find('button, summary').first().text()) === title,
    );
    expect(linksOf(load(menus.html() ?? ''), 'a')).toEqual(links);
  });

  test('has a mobile menu with every link', async () => {
    const $ = await pageAt('/');
    expect(linksOf($, '[data-mobile-menu] a')).toEqual([...header, ...categories, ...more]);
  });

  test('marks the page a reader is on', async () => {
    const $ = await pageAt('/politics');
    expect(new Set(linksOf($, 'body > header [aria-current=page]').map(([, path]) => path))).toEqual(
      new Set(['/politics']),
    );
  });
});

describe('the footer', () => {
  const inGroup = ($: CheerioAPI, title: string) => linksOf($, `body > footer nav[aria-label="${title}"] a`);

  test('has the quick links', async () => {
    expect(inGroup(await pageAt('/'), 'Quick Links')).toEqual([
      ['Home', '/'],
      ['Local News', '/local-news'],
      ['World News', '/world-news'],
      ['Sports', '/sports'],
      ['Entertainment', '/entertainment'],
      ['Opinion', '/opinion'],
    ]);
  });

  test('leads to contact, about, subscriptions, privacy and terms', async () => {
    const links = linksOf(await pageAt('/'), 'body > footer a');
    expect(links).toEqual(
      expect.arrayContaining([
        ['Contact Us', '/contact'],
        ['About Us', '/about'],
      ]),
    );
    const paths = links.map(([, path]) => path);
    expect(paths).toEqual(expect.arrayContaining(['/subscribe', '/privacy', '/terms']));
  });

  test.each(['Around Dallas', 'Follow Us'])('leads elsewhere under %s', async (title) => {
    const links = inGroup(await pageAt('/'), title);
    expect(links.length).toBeGreaterThan(2);
    expectElsewhere(links.map(([, address]) => address));
  });

  test('is on every page but the one for paper, with the claims of the network and the year', async () => {
    const faults = await faultsOnPages(({ $, framed, address }) => {
      const text = words($('body > footer').text());
      const isBare = framed || address === '/print';
      return isBare || (/3,000 publications/.test(text) && /1879/.test(text) && /© 2026\b/.test(text))
        ? []
        : [text];
    });
    expect(faults).toEqual([]);
  });

  test.each([
    ['2027-01-01T05:59:59Z', '2026'],
    ['2027-01-01T06:00:00Z', '2027'],
  ])('of a build at %s is of %s, the year in the zone of the paper', async (now, year) => {
    const { files } = await buildInMemory(join(sites, 'small', 'content'), { now: new Date(now) });
    expect(load(files.get('faq.html') ?? '')('body > footer').text()).toContain(`© ${year} `);
  });

  test('asks for support in a dialog that gives elsewhere, or closes', async () => {
    const $ = await pageAt('/terms');
    const dialog = $('dialog');
    const id = dialog.attr('id');
    expect(words(dialog.find('h2').text())).toBe('Support Our Work');
    expect($(`button[commandfor="${id}"][command=show-modal]`).text()).toBe('Support Our Work');
    const donate = dialog.find('a');
    expect(donate.text()).toBe('Donate Now');
    expectElsewhere([donate.attr('href')]);
    const later = dialog.find('button');
    expect(later.text()).toBe('Maybe Later');
    expect(later.attr()).toMatchObject({ command: 'close', commandfor: id, popovertargetaction: 'hide' });
  });
});

/** The block of a feed with a title, as the page has it. */
function feedBlock($: CheerioAPI, title: string) {
  const heading = $('main h2').filter((_, heading) => words($(heading).text()) === title);
  return heading.closest('section');
}

describe('feed blocks', () => {
  test('can show more or less, as headlines and as a frame 300 high, on every page', async () => {
    const blocks = { headlines: 0, frames: 0 };
    const faults = await faultsOnPages(function* ({ $ }) {
      for (const block of $('[data-feed-block]').toArray()) {
        const text = words($(block).text());
        if (!text.includes('See All Articles') || !text.includes('Show Less')) yield text;
        const frame = $(block).find('iframe');
        blocks[frame.length > 0 ? 'frames' : 'headlines'] += 1;
        if (frame.length > 0 && frame.attr('height') !== '300') yield `${frame.attr('title')}`;
        if (frame.length === 0 && $(block).find('.board li').length < 6) yield `few headlines: ${text}`;
      }
    });
    expect(faults).toEqual([]);
    // The front page has seven, Sports five, the other sections one each; the frames are those of the sections.
    expect(blocks).toEqual({ headlines: 7 + 14 + 5, frames: 14 + 5 });
  });

  test('hand the address of their feed over, encoded once', async () => {
    const faults = await faultsOnPages(
      ({ $ }) =>
        valuesOf($, '[data-embed=feed] iframe', 'src').filter((src = '') => {
          const feed = new URL(src).searchParams.get('url') ?? '';
          return !/^https:\/\/[^/%]+\/[^%]*$/.test(feed) || !src.includes(encodeURIComponent(feed));
        }) as string[],
    );
    expect(faults).toEqual([]);
  });
});

describe('the home page', () => {
  const parts = [
    'Featured Stories',
    'Featured Video',
    'Latest News',
    'Politics',
    'Business',
    'Technology',
    'World',
    'Latest Updates',
  ];
  const ads = ['6079445', '1452360', '6079446', '1452361', '6079448', '1452363'];

  test('begins with the newest post of the paper, then has its parts in their order', async () => {
    const $ = await pageAt('/');
    const headings = textsOf($, 'main h2, main h3');
    const first = textsOf(await pageAt('/blog'), 'main article h2')[0] ?? '';
    expect(headings.indexOf(first)).toBe(0);
    expect(headings.filter((text) => parts.includes(text))).toEqual(parts);
    expect(headings.indexOf('Featured Stories')).toBeGreaterThan(headings.indexOf(first));
  });

  test('shows the featured video from a privacy-minded player', async () => {
    const $ = await pageAt('/');
    const video = $('.embed--video iframe');
    expect(video.attr('src')).toBe('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ');
    expect(video.attr('referrerpolicy')).toBe('strict-origin-when-cross-origin');
  });

  test.each([
    ['Politics', '/politics'],
    ['Business', '/business'],
    ['Technology', '/technology'],
    ['World', '/world-news'],
  ])('leads from the feed %s to %s', async (title, path) => {
    const block = feedBlock(await pageAt('/'), title);
    expect(block.find('h2 a').attr('href')).toBe(path);
    expect(block.find('li').length).toBeGreaterThan(3);
  });

  test('ends its feeds with one on health', async () => {
    const block = feedBlock(await pageAt('/'), 'Latest Updates');
    expect(words(block.find('.feed-block__source').text())).toBe('From Courier Wire: Health');
  });

  test('has three places for advertisements, each with a wide and a narrow slot', async () => {
    const $ = await pageAt('/');
    const places = $('main .ad').toArray();
    const pairs = places.map((place) => valuesOf(load($.html(place)), '[data-slot]', 'data-slot'));
    expect(pairs).toEqual([ads.slice(0, 2), ads.slice(2, 4), ads.slice(4, 6)]);
    for (const place of places) {
      const [wide, narrow] = $(place).find('[data-slot]').toArray();
      expect($(wide).attr('class')).toMatch(/desktop/);
      expect($(narrow).attr('class')).toMatch(/mobile/);
    }
  });

  test('reserves between 150 and 600 pixels for each slot', async () => {
    const $ = await pageAt('/');
    const frames = ads.map((slot) => load($(`[data-slot="${slot}"] template`).html() ?? '')('iframe'));
    const heights = frames.map((frame) => Number(frame.attr('height')));
    expect(heights).toHaveLength(6);
    expect(Math.min(...heights)).toBe(150);
    expect(Math.max(...heights)).toBe(600);
    for (const [i, slot] of ads.entries()) expect(frames[i]?.attr('src')).toContain(slot);
    const css = [...(await demo()).files].find(([path]) => /home-\w+\.css$/.test(path))?.[1];
    for (const [i, slot] of ads.entries())
      expect(css).toContain(`[data-slot="${slot}"]{min-height:${heights[i]}px}`);
  });
});

describe('a category page', () => {
  test.each([...categories, ['Entertainment', '/entertainment'] as const])(
    'for %s has a headline, a tagline and its feeds',
    async (title, path) => {
      const $ = await pageAt(path);
      expect(textsOf($, 'h1')).toEqual([title]);
      expect(words($('h1 + p').text())).not.toBe('');
      expect($('main section > .board')).toHaveLength(path === '/sports' ? 5 : 1);
    },
  );

  test('for sports has its five feeds in order', async () => {
    const titles = textsOf(await pageAt('/sports'), 'main .feed h2');
    expect(titles).toEqual(['Baseball', 'Tennis', 'Golf', 'Hockey', 'Soccer']);
  });

  test('for opinion says what its editors hold to', async () => {
    const $ = await pageAt('/opinion');
    const heading = $('main h2').filter((_, h2) => words($(h2).text()) === 'Our Editorial Commitment');
    expect(heading).toHaveLength(1);
    expect(heading.nextAll('p').length).toBeGreaterThan(1);
  });
});

describe('local events', () => {
  test('are a wall in the page, the same that others may put into a frame', async () => {
    const $ = await pageAt('/local-events');
    expect(textsOf($, 'h1')).toEqual(['Local Events']);
    expect($('main iframe')).toHaveLength(0);
    const wall = await pageAt('/embeds/wall/north-texas');
    expect($('main .wall').html()).toBe(wall('main .wall').html());
    expect($('main h2').length).toBeGreaterThan(3);
  });
});

describe('the archives', () => {
  const count = (text: string) => Number(/(\d+) stor(?:y|ies)/.exec(text)?.[1]);

  test('count every post by year and by month', async () => {
    const $ = await pageAt('/archives');
    const years = $('nav[aria-label="Years"] section').toArray();
    expect(years.map((year) => words($(year).find('h2 a').text()))).toEqual(['2026', '2025', '2024']);
    let all = 0;
    for (const year of years) {
      const inYear = count($(year).find('h2').text());
      const months = $(year)
        .find('li')
        .toArray()
        .map((month) => count($(month).text()));
      expect(months.reduce((sum, n) => sum + n, 0)).toBe(inYear);
      all += inYear;
    }
    expect(all).toBe(posts.length);
  });

  test('show the newest year, and each other year at its own address', async () => {
    expect(textsOf(await pageAt('/archives'), 'main section[aria-labelledby] h2')[0]).toBe('November 2026');
    expect(textsOf(await pageAt('/archives/2025'), 'main section[aria-labelledby] h2')).toEqual([
      'December 2025',
      'September 2025',
      'May 2025',
      'April 2025',
      'January 2025',
    ]);
  });
});

describe('the contact page', () => {
  test('has a form for local news and community', async () => {
    const $ = await pageAt('/contact');
    expect($('main iframe')).toHaveLength(0);
    expect(words($('main .mail-form').text())).toContain('Category: Local News & Community');
  });

  test('has a card with the way to the newsroom', async () => {
    const $ = await pageAt('/contact');
    const card = $('main address').closest('section');
    expect(card.text()).toContain('1879 Commerce Street');
    expect(card.text()).toContain('Dallas, TX 75201');
    expect(card.find('a[href^="tel:+1214555"]')).toHaveLength(1);
    expectElsewhere(valuesOf(load(card.html() ?? ''), 'a[href^=http]', 'href'));
  });

  test('lists the departments, each with a mail and a telephone link that say where they lead', async () => {
    const $ = await pageAt('/contact');
    const departments = $('main section:has(h2:contains("Departments")) li').toArray();
    expect(departments.length).toBeGreaterThan(4);
    for (const department of departments) {
      expect(words($(department).find('h3').text())).not.toBe('');
      const mail = $(department).find('a[href^="mailto:"]');
      expect(mail.attr('href')).toBe(`mailto:${mail.text()}`);
      const phone = $(department).find('a[href^="tel:"]');
      expect(phone.attr('href')).toBe(`tel:+1${phone.text().replace(/\D/g, '')}`);
      expect(phone.attr('href')).toMatch(/^tel:\+1\d{10}$/);
    }
  });
});

describe('the about page', () => {
  test('has its parts in order', async () => {
    const headings = textsOf(await pageAt('/about'), 'main h2').map((text) => text.toLowerCase());
    const parts = ['history', 'mission', 'publication details', 'awards', 'team', 'join us'];
    const places = parts.map((part) => headings.findIndex((heading) => heading.includes(part)));
    expect(places).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('has six cards of the team, each with a picture, a name, a role and a life', async () => {
    const $ = await pageAt('/about');
    const cards = $('main section:has(> h2:contains("team")) > ul > li').toArray();
    expect(cards).toHaveLength(6);
    for (const card of cards) {
      expect($(card).find('img')).toHaveLength(1);
      expect(words($(card).find('h3').text())).toMatch(/^\S+ \S+/);
      const texts = textsOf(load($.html(card)), 'p');
      expect(texts).toHaveLength(2);
      expect(texts[0]).toMatch(/reporter|editor|writer/i);
      expect(texts[1]?.length).toBeGreaterThan(80);
    }
  });

  test('has details, awards and a way to join', async () => {
    const $ = await pageAt('/about');
    const details = textsOf($, 'main dl dt');
    expect(details).toContain('Founded');
    expect(words($('main dl').text())).toMatch(/1879.*3,000 publications/);
    expect($('main section:has(> h2:contains("Awards")) li').length).toBeGreaterThan(2);
    expect($('main section:has(> h2:contains("Join us")) a[href^="mailto:"]')).toHaveLength(1);
  });
});

describe('the subscribe page', () => {
  test.each([
    ['Digital Basic', '$8.99 monthly', false],
    ['Digital Premium', '$14.99 monthly', true],
    ['Print + Digital', '$24.99 monthly', false],
  ])('offers %s at %s', async (name, price, popular) => {
    const $ = await pageAt('/subscribe');
    const plan = $('main article').filter((_, card) => words($(card).find('h3').text()) === name);
    expect(plan).toHaveLength(1);
    expect(words(plan.text())).toContain(price);
    expect(words(plan.text()).includes('Most Popular')).toBe(popular);
    expect(plan.find('li').length).toBeGreaterThan(2);
    const mail = new URL(plan.find('a').attr('href') ?? '');
    expect([mail.protocol, mail.pathname]).toEqual(['mailto:', 'subscriptions@trinitycourier.example']);
    const offer = `${name}, ${price}`;
    expect(mail.searchParams.get('subject')).toContain(offer);
    expect(mail.searchParams.get('body')?.split('\r\n')[0]).toContain(offer);
    expect(valuesOf($, 'main article a[href^="tel:"]', 'href')).toContain('tel:+12145550118');
  });

  test('has three plans and says why', async () => {
    const $ = await pageAt('/subscribe');
    expect(textsOf($, 'main article h3')).toEqual(['Digital Basic', 'Digital Premium', 'Print + Digital']);
    expect($('main section:has(> h2:contains("Why subscribe")) li').length).toBeGreaterThan(2);
  });

  test('leads subscribers to /login, which pretends no sign-in', async () => {
    expect(linksOf(await pageAt('/subscribe'), 'main a[href="/login"]')).toEqual([['Sign in', '/login']]);
    const login = await pageAt('/login');
    expect(login('main').find('form, input')).toHaveLength(0);
    expect(login('main a[href^="mailto:"]').length).toBeGreaterThan(0);
  });

  test('lets organizations write to the corporate desk', async () => {
    const links = valuesOf(await pageAt('/subscribe'), 'main .corporate a[href^="mailto:"]', 'href');
    expect(links).toHaveLength(1);
    expect(links[0]).toMatch(/^mailto:corporate@trinitycourier\.example(?:\?|$)/);
  });
});

describe('the forms of the paper', () => {
  test.each([
    ['/contact', 'newsroom', 'Local News & Community'],
    ['/subscribe', 'subscriptions', 'Newsletter Subscription'],
    ['/', 'subscriptions', 'Newsletter Subscription'],
  ])(
    'write at %s to the %s desk about %s, as the policy of the page allows',
    async (address, desk, category) => {
      const $ = await pageAt(address);
      const to = new URL($('main form button').attr('formaction') ?? '');
      expect([to.protocol, to.pathname]).toEqual(['mailto:', `${desk}@trinitycourier.example`]);
      expect(to.searchParams.get('subject')).toBe(category);
      const policy = $('meta[http-equiv="Content-Security-Policy"]').attr('content');
      expect(policy).toContain('form-action mailto:');
    },
  );
});

describe('privacy and terms', () => {
  test.each([
    ['/privacy', /privacy/i],
    ['/terms', /terms/i],
  ])('at %s are whole texts with their date', async (address, headline) => {
    const $ = await pageAt(address);
    expect($('h1').text()).toMatch(headline);
    expect($('main h2').length).toBeGreaterThan(4);
    expect($('main p').length).toBeGreaterThan(8);
    expect(words($('main time').first().text())).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
  });
});

describe('the partners page', () => {
  test('shows three documents that are there', async () => {
    const $ = await pageAt('/partners');
    const documents = $('main section:has(h2)').toArray();
    expect($('main iframe')).toHaveLength(0);
    expect(textsOf($, 'main h2')).toEqual(['Media Kit', 'Community Partners', 'Newsroom Standards']);
    for (const [i, slug] of ['media-kit', 'community-partners', 'newsroom-standards'].entries()) {
      const own = await pageAt(`/embeds/document/${slug}`);
      expect(words($(documents[i]).find('.prose').text())).toBe(words(own('main .prose').text()));
    }
  });
});

describe('the media kit', () => {
  test('sells advertisements that fit the slots of the front page at every width', async () => {
    const front = await pageAt('/');
    const slots = front('[data-slot] template')
      .toArray()
      .map((template) => Number(load(front(template).html() ?? '')('iframe').attr('height')));
    const sizes = textsOf(await pageAt('/embeds/document/media-kit'), 'table:last td')
      .filter((cell) => / x /.test(cell))
      .map((size) => size.split(' x ').map(Number));
    expect(sizes.map(([, height]) => height)).toEqual(slots);
    // The first two are as wide as a page 768 wide; the third is a column of a page 1024 wide; the mobile ones are on a page 320 wide.
    for (const [i, room] of [718, 288, 718, 288, 302, 288].entries())
      expect(sizes[i]?.[0]).toBeLessThanOrEqual(room);
  });
});

describe('the questions', () => {
  test('are in ten categories, each with some', async () => {
    const $ = await pageAt('/faq');
    const sections = $('main section:has(> details)').toArray();
    expect(sections).toHaveLength(10);
    expect(new Set(textsOf($, 'main section > h2')).size).toBe(10);
    for (const section of sections) expect($(section).children('details').length).toBeGreaterThan(1);
  });

  test('all share one name, so that one at most is open on the whole page', async () => {
    const $ = await pageAt('/faq');
    const names = new Set(valuesOf($, 'main details', 'name'));
    expect(names.size).toBe(1);
    expect([...names][0]).toBeTruthy();
    expect($('main details[open]').length).toBeLessThan(2);
  });

  test('say that some content needs a subscription', async () => {
    expect(words((await pageAt('/faq'))('main').text())).toMatch(/some content needs a subscription/i);
  });
});

describe('the blog', () => {
  test('has the headline, a subtitle and the feed in a new tab', async () => {
    const $ = await pageAt('/blog');
    expect(textsOf($, 'h1')).toEqual(['Latest Blog Posts']);
    expect(words($('h1 + p').text())).not.toBe('');
    const feed = $('main a').filter((_, link) => words($(link).text()) === 'Subscribe to RSS Feed');
    expect(feed.attr()).toMatchObject({ href: '/rss.xml', target: '_blank' });
  });

  test('shows ten cards with all that a card has', async () => {
    const $ = await pageAt('/blog');
    const cards = $('main article').toArray();
    expect(cards).toHaveLength(10);
    const withoutAuthor: string[] = [];
    for (const card of cards) {
      const part = (selector: string) => words($(card).find(selector).text());
      const path = $(card).find('h2 a').attr('href') ?? '';
      expect(posts).toContain(path);
      expect($(card).find('img')).toHaveLength(1);
      expect($(card).find('.badge')).toHaveLength(1);
      expect(part('.badge')).not.toBe('');
      const tags = $(card).find('a.tag').length;
      expect(tags).toBeGreaterThan(0);
      expect(tags).toBeLessThanOrEqual(2);
      expect(part('h2')).not.toBe('');
      expect(part('.post-card__excerpt')).not.toBe('');
      if (part('.byline__author') === '') withoutAuthor.push(path);
      const more = $(card).find('a:contains("Read Full Article")');
      expect(more.attr('href')).toBe(path);
    }
    expect(withoutAuthor).toEqual(['/blog/coats-by-christmas-eve']);
  });

  test('dates its cards in the short US format, in the zone of the paper', async () => {
    const $ = await pageAt('/blog');
    const times = $('main article time').toArray();
    const inDallas = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/Chicago' });
    expect(times.map((time) => words($(time).text()))).toEqual(
      times.map(({ attribs }) => inDallas.format(new Date(attribs.datetime ?? ''))),
    );
    expect(words($(times[0]).text())).toBe('Nov 20, 2026');
  });

  test('has the other posts on later pages, each once', async () => {
    const cards = (await pagesOfBlog()).map(($) => valuesOf($, 'main article h2 a', 'href'));
    expect(cards.map((paths) => paths.length)).toEqual([10, 10, 2]);
    expect(cards.flat().sort()).toEqual(posts.toSorted());
  });

  test('has a story of each category that was seen, and of those that sections need', async () => {
    const seen =
      'Arts & Culture,Business,Education,Environment,Food & Dining,Health,Local News,Real Estate,Sports,Technology';
    const stories = await Promise.all(posts.map(pageAt));
    const found = stories.flatMap(($) => valuesOf($, 'meta[property="article:section"]', 'content'));
    const sections = categories.map(([name]) => name);
    expect(new Set(found)).toEqual(new Set([...seen.split(','), ...sections, 'Entertainment']));
  });

  test.each([...categories.map(([, path]) => path), '/entertainment'])(
    'has a story that is in the section %s',
    async (path) => {
      const stories = valuesOf(await pageAt(path), 'main article h2 a, main article h3 a', 'href');
      expect(stories).not.toEqual([]);
      for (const story of stories) expect(posts).toContain(story);
    },
  );

  test('ends with the newsletter and the feed', async () => {
    expect(linksOf(await pageAt('/blog'), 'main a').slice(-2)).toEqual([
      ['Subscribe to Newsletter', '/subscribe'],
      ['RSS Feed', '/rss'],
    ]);
  });

  test.each(atLeastOne(posts))('has at %s the article its card promises', async (address) => {
    const $ = await pageAt(address);
    const selector = `main article:has(h2 a[href="${address}"])`;
    const [card] = (await pagesOfBlog()).map((blog) => blog(selector)).filter(({ length }) => length > 0);
    if (!card) throw new Error(`No card for ${address}`);
    expect(textsOf($, 'h1')).toEqual([words(card.find('h2').text())]);
    const text = words($('main article').text());
    // An article shows its deck in place of the excerpt.
    if (!$('.article__standfirst').text()) throw new Error('no standfirst');
    for (const part of ['.byline__author', 'time', '.badge'])
      expect(text).toContain(words(card.find(part).first().text()));
    expect($('main article img').attr('src')).toBe(card.find('img').attr('src'));
    expect($('main .prose p').length).toBeGreaterThan(4);
  });
});

describe('the page about the feed', () => {
  test('is titled RSS Feed and shows the feed that is at /rss.xml, with its address', async () => {
    const $ = await pageAt('/rss');
    expect(textsOf($, 'h1')).toEqual(['RSS Feed']);
    expect($('title').text()).toBe('RSS Feed');
    const { files } = await demo();
    const frame = $('main iframe').attr('src') ?? '';
    expect(files.get(frame.slice(1))).toBe(files.get('rss.xml'));
    expect(linksOf($, 'main a[href="/rss.xml"]')).toContainEqual([`${baseUrl}/rss.xml`, '/rss.xml']);
  });
});

describe('the radio', () => {
  test('is titled and plays the stream only when asked', async () => {
    const $ = await pageAt('/radio');
    expect(textsOf($, 'h1')).toEqual(['Live Radio']);
    expect(words($('h1 + p').text())).toBe('24/7 live stream');
    const audio = $('main audio');
    expect(audio).toHaveLength(1);
    const src = audio.attr('src') ?? audio.find('source').attr('src');
    expect(src).toBe('/api/stream?port=8000');
    expect(audio.attr('preload')).toBe('none');
    expect(audio.attr('autoplay')).toBeUndefined();
  });

  test('says what is playing, and that audio may need a click', async () => {
    const $ = await pageAt('/radio');
    expect(textsOf($, 'main h2')).toContain('Now Playing');
    expect(words($('main').text())).toMatch(/click the play button once/);
  });
});

describe('the books', () => {
  test('have a way back home, a banner with two ways to one university, and a heading', async () => {
    const $ = await pageAt('/books');
    expect(linksOf($, 'main a')[0]).toEqual(['Back to Home', '/']);
    const banner = $('main aside');
    expect(words(banner.text())).toContain('Transform Your Life with Ancient Wisdom');
    const buttons = linksOf(load(banner.html() ?? ''), 'a');
    expect(buttons.map(([text]) => text)).toEqual(['Apply for Admission', 'Learn More']);
    expect(words(banner.find('p').first().text())).toBe('Advertisement');
    expect(valuesOf($, 'main aside a', 'rel')).toEqual(['sponsored nofollow', 'sponsored nofollow']);
    const hosts = buttons.map(([, address]) => new URL(address).hostname);
    expectElsewhere(buttons.map(([, address]) => address));
    expect(new Set(hosts).size).toBe(1);
    expect(hosts[0]).toMatch(/\.edu$/);
    expect(textsOf($, 'h1')).toEqual(['Books']);
  });

  test('can all be seen on Amazon', async () => {
    const all = linksOf(await pageAt('/books'), 'main a').find(
      ([text]) => text === 'View All Books on Amazon',
    );
    expect(new URL(all?.[1] ?? '').hostname).toBe('www.amazon.com');
  });

  test('are 50 tiles, each with a shop, a cover and a title', async () => {
    const $ = await pageAt('/books');
    const tiles = $('main ul a:has(img)').toArray();
    expect(tiles).toHaveLength(50);
    for (const tile of tiles) {
      expectElsewhere([$(tile).attr('href')]);
      expect($(tile).find('img')).toHaveLength(1);
      expect(words($(tile).find('.book__title').text())).not.toBe('');
    }
    expect(new Set(tiles.map((tile) => $(tile).attr('href'))).size).toBe(50);
  });
});

describe('the page for unknown addresses', () => {
  test('says what may have happened', async () => {
    const $ = await pageAt('/404');
    expect(textsOf($, 'h1')).toEqual(['Page Not Found']);
    expect($('title').text()).toBe('Page Not Found');
    expect(words($('main').text())).toMatch(/might have been moved.*deleted.*(?:URL|address) was wrong/i);
  });

  test('leads home and to four sections', async () => {
    const links = linksOf(await pageAt('/404'), 'main a').filter(([text]) => text !== 'Home');
    expect(links).toEqual([
      ['Return to Homepage', '/'],
      ['Local News', '/local-news'],
      ['Business', '/business'],
      ['Sports', '/sports'],
      ['Politics', '/politics'],
    ]);
  });
});

describe('no page', () => {
  test('promises that an event is in the calendar, which it leaves once it is over', async () => {
    const faults = await faultsOnPages(({ $, address }) =>
      address.startsWith('/blog/') ? linksOf($, 'main .prose a[href="/local-events"]').map(String) : [],
    );
    expect(faults).toEqual([]);
  });

  test('has a placeholder left in it', async () => {
    const faults = await faultsOnPages(({ $ }) => {
      const text = words($('body').text());
      return text.match(/\{\w+\}|lorem ipsum|\bundefined\b|\bNaN\b|\[object /gi) ?? [];
    });
    expect(faults).toEqual([]);
  });
});
