import sharp from 'sharp';
import { expect } from 'vitest';
import type { Icecast } from '../relay/icecast.ts';
import { type EngineWindow, patience, until, within } from './engine.ts';
import {
  arrives,
  click,
  complaints,
  focus,
  focused,
  hover,
  isVisible,
  pointAt,
  sees,
  settle,
  visit,
} from './hands.ts';
import type { Paper } from './paper.ts';

export interface Scene {
  readonly window: EngineWindow;
  readonly paper: Paper;
  readonly icecast: Icecast;
  /** The first article of the blog. */
  readonly article: string;
}

export interface Behaviour {
  readonly name: string;
  /** Throws where the page does not behave so. */
  readonly observe: (scene: Scene) => Promise<void>;
}

const more = '.menu-bar li:last-child > .submenu';
const categories = '.menu-bar li:nth-last-child(2) > .submenu';
const moreLink = `${more} a`;
const mobile = '[data-mobile-menu]';
const narrow = { width: 375, height: 700 };

/** A long page without frames. */
const page = '/privacy';

const open = ({ window, paper }: Scene, path: string, size = {}) => visit(window, paper.origin + path, size);

const menus: readonly Behaviour[] = [
  {
    name: 'a submenu opens 100 ms after the mouse has come, and closes 300 ms after it has left',
    async observe(scene) {
      const { window } = scene;
      await open(scene, page);
      await within(
        window,
        (menu, link) => {
          const element = document.querySelector(menu);
          const moments: Record<string, number> = {};
          for (const type of ['pointerenter', 'pointerleave'])
            element?.addEventListener(type, ({ timeStamp }) => {
              moments[type] = timeStamp;
            });
          const look = () => {
            const now = performance.now();
            if (document.querySelector(link)?.checkVisibility()) moments.seen ??= now;
            else if (moments.seen) moments.gone = now;
            document.documentElement.dataset.moments = JSON.stringify(moments);
            if (!moments.gone) requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        },
        more,
        moreLink,
      );
      await hover(window, `${more} > summary`);
      await sees(window, moreLink);
      await window.moveTo(5, 600);
      await sees(window, moreLink, false);
      const moments = await until(window, 'the moment the menu was gone', () => {
        const moments = JSON.parse(document.documentElement.dataset.moments ?? '{}');
        return moments.gone ? moments : undefined;
      });
      expect(moments.seen - moments.pointerenter).toBeGreaterThanOrEqual(100);
      expect(moments.gone - moments.pointerleave).toBeGreaterThanOrEqual(300);
    },
  },
  {
    name: 'a submenu under the mouse leads where its links lead',
    async observe(scene) {
      await open(scene, page);
      await hover(scene.window, `${more} > summary`);
      await sees(scene.window, moreLink);
      await click(scene.window, { selector: moreLink, text: 'Archives' });
      await arrives(scene.window, '/archives');
    },
  },
  {
    name: 'a submenu under the mouse goes at Esc and comes with the mouse anew',
    async observe(scene) {
      const { window } = scene;
      await open(scene, page);
      await hover(window, `${more} > summary`);
      await sees(window, moreLink);
      await window.press('Escape');
      await sees(window, moreLink, false);
      await window.moveTo(5, 600);
      await hover(window, `${more} > summary`);
      await sees(window, moreLink);
    },
  },
  {
    name: 'a submenu is opened by a click, and closed by a click elsewhere',
    async observe(scene) {
      const { window } = scene;
      await open(scene, page);
      await click(window, `${more} > summary`);
      await sees(window, `${more}[open] a`);
      await window.moveTo(5, 600);
      await window.click();
      await sees(window, moreLink, false);
    },
  },
  {
    name: 'opening a submenu closes the other',
    async observe(scene) {
      const { window } = scene;
      await open(scene, page);
      await click(window, `${more} > summary`);
      await click(window, `${categories} > summary`);
      await sees(window, `${categories}[open] a`);
      await sees(window, moreLink, false);
    },
  },
  {
    name: 'a submenu is walked through by arrows, Home and End, and Esc gives the focus back',
    async observe(scene) {
      const { window } = scene;
      await open(scene, page);
      await focus(window, `${more} > summary`);
      const path = [];
      for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowUp', 'Home'] as const) {
        await window.press(key);
        path.push(await focused(window));
      }
      expect(path).toEqual(['Archives', 'Local Events', 'FAQ', 'Partners', 'Archives']);
      await window.press('Escape');
      await sees(window, moreLink, false);
      expect(await focused(window)).toBe('More');
    },
  },
  {
    name: 'a submenu is opened by Enter and closed when Tab leaves it',
    async observe(scene) {
      const { window } = scene;
      await open(scene, page);
      await focus(window, `${more} > summary`);
      await window.press('Enter');
      await sees(window, moreLink);
      await focus(window, `${more} li:last-child a`);
      await window.press('Tab');
      await sees(window, moreLink, false);
    },
  },
  {
    name: 'the mobile menu opens and closes at its button, at Esc and at a click elsewhere',
    async observe(scene) {
      const { window } = scene;
      await open(scene, page, narrow);
      const link = `${mobile} nav a`;
      expect(await isVisible(window, link)).toBe(false);
      const closings = [
        () => click(window, `${mobile} > summary`),
        () => window.press('Escape'),
        () => click(window, '.masthead__date'),
      ];
      for (const close of closings) {
        await click(window, `${mobile} > summary`);
        await sees(window, link);
        await close();
        await sees(window, link, false);
      }
    },
  },
  {
    name: 'the mobile menu closes when a link is clicked, before the next page is there',
    async observe(scene) {
      const { window } = scene;
      await open(scene, page, narrow);
      await within(window, () =>
        addEventListener('click', (event) => {
          if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
        }),
      );
      await click(window, `${mobile} > summary`);
      await click(window, { selector: `${mobile} a`, text: 'Sports' });
      await sees(window, `${mobile} nav a`, false);
      expect(await within(window, () => location.pathname)).toBe(page);
    },
  },
  {
    name: 'the mobile menu leads where its links lead',
    async observe(scene) {
      await open(scene, page, narrow);
      await click(scene.window, `${mobile} > summary`);
      await click(scene.window, { selector: `${mobile} a`, text: 'Sports' });
      await arrives(scene.window, '/sports');
    },
  },
];

const blocks: readonly Behaviour[] = [
  {
    name: 'a board is 300 px high at most, See All Articles makes it higher, up to 600, and Show Less undoes that',
    async observe(scene) {
      const { window } = scene;
      await open(scene, '/local-news');
      const frame = '[data-feed-block] iframe';
      // Nothing has been pulled: the board is the source's own, in its frame.
      if (!(await isVisible(window, '[data-feed-block]'))) await click(window, '.own-board > summary');
      const height = () =>
        within(
          window,
          (frame) =>
            Math.round(
              [...document.querySelectorAll(`${frame}, section[data-feed-block] > .board`)]
                .find((element) => element.checkVisibility())
                ?.getBoundingClientRect().height ?? 0,
            ),
          frame,
        );
      const collapsed = await height();
      expect(collapsed).toBeGreaterThan(0);
      expect(collapsed).toBeLessThanOrEqual(300);
      const button = '[data-feed-block] .chevron';
      await click(window, button);
      await sees(window, { selector: `${button} .feed-block__less`, text: 'Show Less' });
      await until(
        window,
        'a higher board',
        (frame, collapsed) =>
          [...document.querySelectorAll(`${frame}, section[data-feed-block] > .board`)].some(
            (element) => element.checkVisibility() && element.getBoundingClientRect().height > collapsed,
          ),
        frame,
        collapsed,
      );
      await click(window, button);
      await until(
        window,
        'the board as it was',
        (frame, collapsed) =>
          [...document.querySelectorAll(`${frame}, section[data-feed-block] > .board`)].some(
            (element) => Math.round(element.getBoundingClientRect().height) === collapsed,
          ),
        frame,
        collapsed,
      );
    },
  },
  {
    name: 'the support dialog is a modal that Maybe Later and Esc close, with the focus back on its button',
    async observe(scene) {
      const { window } = scene;
      await open(scene, '/faq');
      const button = { selector: '.footer button', text: 'Support Our Work' };
      const closings = [
        () => click(window, { selector: '#Support button', text: 'Maybe Later' }),
        () => window.press('Escape'),
      ];
      for (const close of closings) {
        await click(window, button);
        await sees(window, '#Support');
        expect(await within(window, () => document.querySelector('#Support')?.matches(':modal'))).toBe(true);
        await close();
        await sees(window, '#Support', false);
        expect(await focused(window)).toBe('Support Our Work');
      }
    },
  },
  {
    name: 'of all questions one is open, and it can be closed',
    async observe(scene) {
      const { window } = scene;
      await open(scene, '/faq');
      const summary = (n: number) => `.faq-category:nth-of-type(${n}) details:first-of-type > summary`;
      const isOpen = () =>
        within(window, () =>
          [...document.querySelectorAll('details[name=faq]')].flatMap((one, i) =>
            one.hasAttribute('open') ? [i] : [],
          ),
        );
      await click(window, summary(1));
      const [first] = await isOpen();
      await click(window, summary(2));
      const second = await isOpen();
      expect(second).toHaveLength(1);
      expect(second).not.toEqual([first]);
      await click(window, summary(2));
      expect(await isOpen()).toEqual([]);
    },
  },
];

const player = '[data-radio-player]';
const status = (text: string) => ({ selector: `${player} [data-status]`, text });
const play = `${player} [data-play]`;
const audio = (window: EngineWindow) =>
  within(window, () => {
    const audio = document.querySelector('audio');
    return (
      audio && {
        paused: audio.paused,
        muted: audio.muted,
        volume: audio.volume,
        src: audio.getAttribute('src'),
      }
    );
  });

const radio: readonly Behaviour[] = [
  {
    name: 'the player, muted, plays the relay of a real Icecast, and hangs up at Pause',
    async observe(scene) {
      const { window, icecast } = scene;
      const stop = await icecast.encode();
      try {
        await icecast.isAhead();
        await open(scene, '/radio');
        expect(await isVisible(window, status('Stopped'))).toBe(true);
        // Muted first: on a machine without a sound device Firefox plays only what nobody would hear.
        await click(window, `${player} [data-mute]`);
        await click(window, play);
        await sees(window, status('Playing'));
        expect(await audio(window)).toMatchObject({ muted: true, paused: false });
        const heard = () => within(window, () => document.querySelector('audio')?.currentTime ?? 0);
        const before = await heard();
        await expect.poll(heard, { timeout: patience }).toBeGreaterThan(before + 1);
        await click(window, play);
        await sees(window, status('Stopped'));
        expect((await audio(window))?.src).toBeNull();
      } finally {
        await stop();
      }
    },
  },
  {
    name: 'moving the volume above 0 unmutes the player, and it is remembered',
    async observe(scene) {
      const { window } = scene;
      await open(scene, '/radio');
      await within(window, () => localStorage.clear());
      await open(scene, '/radio');
      expect(await audio(window)).toMatchObject({ volume: 0.9, muted: false });
      await click(window, `${player} [data-mute]`);
      expect(await audio(window)).toMatchObject({ muted: true });
      await focus(window, `${player} [data-volume]`);
      await window.press('ArrowLeft');
      const { volume, muted } = (await audio(window)) ?? {};
      expect(muted).toBe(false);
      expect(volume).toBeLessThan(0.9);
      await open(scene, '/radio');
      expect((await audio(window))?.volume).toBeCloseTo(volume ?? 0, 5);
    },
  },
  {
    name: 'a station that is down is said to be unavailable',
    async observe(scene) {
      const { window, paper } = scene;
      await open(scene, '/radio');
      paper.radio = 'down';
      await click(window, play);
      await sees(window, {
        selector: `${player} [data-error=stream]`,
        text: 'Stream temporarily unavailable.',
      });
      await sees(window, status('Stopped'));
    },
  },
  {
    name: 'a station that never answers is waited for, and given up at the click that stops it',
    async observe(scene) {
      const { window, paper } = scene;
      await open(scene, '/radio');
      paper.radio = 'silent';
      await click(window, play);
      await sees(window, status('Connecting…'));
      await click(window, play);
      await sees(window, status('Stopped'));
      expect(await isVisible(window, `${player} [data-error]`)).toBe(false);
    },
  },
  {
    name: 'a browser that refuses to play is said to, and the next click that plays takes it back',
    async observe(scene) {
      const { window } = scene;
      await open(scene, '/radio');
      await within(window, () => {
        HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
      });
      await click(window, play);
      await sees(window, {
        selector: `${player} [data-error=playback]`,
        text: 'Unable to start playback. Please try again.',
      });
    },
  },
  {
    name: 'a player that is opened to play at once does, or says that the browser refuses',
    async observe(scene) {
      const { window, paper, icecast } = scene;
      const stop = await icecast.encode();
      try {
        await icecast.isAhead();
        await open(scene, '/radio');
        await within(window, () => localStorage.clear());
        // Only the end of the address would change: no new page.
        await open(scene, page);
        await open(scene, '/radio#play');
        const refusal = `${player} [data-error=playback]`;
        await until(
          window,
          'the station, or a word on why not',
          (refusal, player) =>
            document.querySelector<HTMLElement>(player)?.dataset.phase === 'playing' ||
            document.querySelector(refusal)?.checkVisibility({ visibilityProperty: true }),
          refusal,
          player,
        );
        // And in any case where the browser is one that does.
        paper.alter = (text) =>
          text.replace(
            '<meta charset="utf-8">',
            '$&<script>HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("", "NotAllowedError"))</script>',
          );
        await open(scene, page);
        await open(scene, '/radio#play');
        await sees(window, {
          selector: refusal,
          text: 'Unable to start playback. Please try again.',
        });
        await sees(window, status('Stopped'));
      } finally {
        await stop();
      }
    },
  },
];

const forms: readonly Behaviour[] = [
  ...[
    ['/contact', 'newsroom@trinitycourier.example', 'Local News & Community'],
    ['/subscribe', 'subscriptions@trinitycourier.example', 'Newsletter Subscription'],
  ].map(
    ([path = '', to = '', subject = '']): Behaviour => ({
      name: `the form of ${path} writes an e-mail with what was typed`,
      async observe(scene) {
        const { window } = scene;
        await open(scene, path);
        await click(window, '#Form-name');
        await window.type('Ada Lund');
        await click(window, '#Form-email');
        await window.type('ada@example.com');
        const button = '.mail-form button';
        const last = await window.mailed();
        await click(window, button);
        await expect.poll(() => window.mailed()).not.toBe(last);
        const mail = new URL((await window.mailed()) ?? '');
        expect([mail.protocol, mail.pathname, mail.searchParams.get('subject')]).toEqual([
          'mailto:',
          to,
          subject,
        ]);
        expect(decodeURIComponent(mail.search)).toContain('Name=Ada Lund');
        expect(decodeURIComponent(mail.search)).toContain('Email=ada@example.com');
      },
    }),
  ),
  {
    name: 'the form of /contact asks for what is missing',
    async observe(scene) {
      const { window } = scene;
      await open(scene, '/contact');
      await click(window, '.mail-form button');
      await until(window, 'the focus on the name', () =>
        document.querySelector('#Form-name')?.matches(':invalid:focus'),
      );
    },
  },
  {
    name: 'a frame of a form has a spinner until it has loaded',
    async observe(scene) {
      const { window, paper } = scene;
      // The demo's own forms stand in the page itself; those of a service stand in such a frame.
      const frame = '<iframe src="/embeds/form/contact" height="400" loading="lazy"></iframe>';
      const embed = `<div class="embed embed--form" data-embed="form">${frame}</div>`;
      paper.alter = (text) =>
        text.replace(/<main[^>]*>/, `$&${embed}`).replace("default-src 'none';", "$& frame-src 'self';");
      paper.held = /^\/embeds\//;
      // Its load event waits for the frame.
      await within(window, (url) => void setTimeout(() => location.assign(url)), `${paper.origin}/terms`);
      const spins = (spinning: boolean) =>
        until(
          window,
          spinning ? 'a spinner' : 'the end of the spinner',
          (spinning) => {
            const embed = document.querySelector('.embed--form');
            if (!embed) return false;
            const { content, display, visibility } = getComputedStyle(embed, '::before');
            return (content !== 'none' && display !== 'none' && visibility === 'visible') === spinning;
          },
          spinning,
        );
      await until(window, 'a frame', () => document.querySelector('[data-state=loading]') !== null);
      await spins(true);
      paper.letGo();
      await until(
        window,
        'a loaded frame',
        () => document.querySelector('.embed--form[data-state=loaded]') !== null,
      );
      await spins(false);
    },
  },
];

const copying = (name: string, path: (scene: Scene) => string): Behaviour => ({
  name,
  async observe(scene) {
    const { window } = scene;
    await open(scene, path(scene));
    await click(window, '[data-copy]');
    await sees(window, { selector: '.toast span', text: 'Address copied.' });
    await click(window, '.toast button');
    await sees(window, '.toast', false);
    await focus(window, '[data-copy]');
    await window.press('Enter');
    await sees(window, { selector: '.toast span', text: 'Address copied.' });
    await focus(window, '.toast button');
    await window.press('Escape');
    await sees(window, '.toast', false);
    expect(await within(window, () => document.activeElement?.hasAttribute('data-copy'))).toBe(true);
  },
});

/** How much the colors of the first book's cover differ, within its edges; next to nothing where it is one plain field. */
async function contrastOfCover(window: EngineWindow): Promise<number> {
  const edges = await until(window, 'a cover', () => {
    const rect = document.querySelector('.book img')?.getBoundingClientRect();
    return (
      rect && {
        left: Math.round(rect.left + scrollX) + 10,
        top: Math.round(rect.top + scrollY) + 10,
        width: Math.round(rect.width) - 20,
        height: Math.round(rect.height) - 20,
      }
    );
  });
  const { channels } = await sharp(
    await sharp(await window.picture())
      .extract(edges)
      .png()
      .toBuffer(),
  ).stats();
  return Math.max(...channels.map(({ stdev }) => stdev));
}

const others: readonly Behaviour[] = [
  copying('the address of the feed is copied, and a toast says so until it is dismissed', () => '/rss'),
  copying('the address of an article is copied, and a toast says so', ({ article }) => article),
  {
    name: 'the cover of a book that is not there is replaced',
    async observe(scene) {
      const { window, paper } = scene;
      paper.missing = /^\/(?:art|media)\/(?!cover-missing)/;
      await open(scene, '/books');
      await until(window, 'the placeholder', () => {
        const image = document.querySelector<HTMLImageElement>('.book img');
        image?.scrollIntoView({ behavior: 'instant' });
        return image?.currentSrc.endsWith('/art/cover-missing.svg') && image.naturalWidth > 0;
      });
    },
  },
  {
    name: 'the cover of a book that is slow is a plain field until it comes',
    async observe(scene) {
      const { window, paper } = scene;
      paper.held = /^\/(?:art|media)\/(?!cover-missing)/;
      // Its load event may wait for them.
      await open(scene, page);
      await within(window, (url) => void setTimeout(() => location.assign(url)), `${paper.origin}/books`);
      await until(
        window,
        'the books',
        () => document.querySelector('.footer') && document.querySelector('.book'),
      );
      await settle(window);
      expect(await contrastOfCover(window)).toBeLessThan(3);
      paper.letGo();
      await expect.poll(() => contrastOfCover(window), { timeout: patience }).toBeGreaterThan(5);
    },
  },
  {
    name: 'the cover of a book that is not there is replaced without scripts',
    async observe(scene) {
      const { window, paper } = scene;
      paper.missing = /^\/(?:(?:art|media)\/(?!cover-missing)|assets\/.*\.js$)/;
      await open(scene, '/books');
      await expect.poll(() => contrastOfCover(window), { timeout: patience }).toBeGreaterThan(5);
    },
  },
  {
    name: 'the feed is shown, not saved',
    async observe(scene) {
      const { window, paper } = scene;
      await window.open(`${paper.origin}/rss.xml`);
      await until(window, 'the feed', () =>
        document.documentElement.textContent?.includes('trinitycourier.example'),
      );
    },
  },
  {
    name: 'a share button stands where the browser can share, and nowhere else',
    async observe(scene) {
      const { window } = scene;
      await open(scene, scene.article);
      expect(await isVisible(window, '[data-share]')).toBe(await within(window, () => 'share' in navigator));
    },
  },
  {
    name: 'the skip link comes with the first Tab and leads to the news',
    async observe(scene) {
      const { window } = scene;
      await open(scene, '/about');
      await window.press('Tab');
      expect(await focused(window)).toBe('Skip to the news');
      await pointAt(window, '.skip-link');
      await window.press('Enter');
      await until(window, 'the focus in the news', () => document.activeElement?.id === 'Main');
    },
  },
];

/** What readers do on the site, in the order of the specification; each on a page of its own, without a complaint of the browser. */
export const behaviours: readonly Behaviour[] = [...menus, ...blocks, ...radio, ...forms, ...others];

/** What the browser may complain of where a behaviour is about something that goes wrong. */
const expected = /not loaded: <(?:img|audio|script)|Page not found/;

/** Does what a behaviour says; whatever went wrong, as one line. */
export async function failureOf({ observe }: Behaviour, scene: Scene): Promise<string | undefined> {
  try {
    await observe(scene);
    const said = (await complaints(scene.window)).filter((complaint) => !expected.test(complaint));
    return said.length === 0 ? undefined : said.join('; ');
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  } finally {
    scene.paper.calm();
  }
}
