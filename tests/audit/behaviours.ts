import sharp from 'sharp';
import { expect } from 'vitest';
import type { Icecast } from '../commands/relay/icecast.ts';
import { type EngineWindow, patience, until } from './engine.ts';
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
import { type Paper, putFirst } from './paper.ts';

export interface Scene {
  readonly window: EngineWindow;
  readonly paper: Paper;
  readonly icecast: Icecast;
  /** The path of an article. */
  readonly article: string;
}

/** Throws where the site does not behave as its name says. */
type Behaviour = (scene: Scene) => Promise<void>;

/** A long page without frames. */
const page = '/privacy';

const open = ({ window, paper }: Scene, path: string, size = {}) => visit(window, paper.origin + path, size);

const more = '.menu-bar li:last-child > .submenu';
const moreTitle = `${more} > summary`;
const moreLink = `${more} a`;
const categories = '.menu-bar li:nth-last-child(2) > .submenu';
const mobile = '[data-mobile-menu]';
const mobileTitle = `${mobile} > summary`;
const mobileLink = `${mobile} nav a`;
const narrow = { width: 375, height: 700 };

const menus: Readonly<Record<string, Behaviour>> = {
  async 'a submenu opens 100 ms after the mouse enters, and closes 300 ms after it leaves'(scene) {
    const { window } = scene;
    await open(scene, page);
    await window.within(
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
    await hover(window, moreTitle);
    await sees(window, moreLink);
    await window.moveTo(5, 600);
    const moments = await until(window, 'the moment the menu was gone', () => {
      const moments = JSON.parse(document.documentElement.dataset.moments ?? '{}');
      return moments.gone ? moments : undefined;
    });
    expect(moments.seen - moments.pointerenter).toBeGreaterThanOrEqual(100);
    expect(moments.gone - moments.pointerleave).toBeGreaterThanOrEqual(300);
  },
  async 'Esc closes a submenu under the mouse, the mouse opens it again, and its links work'(scene) {
    const { window } = scene;
    await open(scene, page);
    await hover(window, moreTitle);
    await sees(window, moreLink);
    await window.press('Escape');
    await sees(window, moreLink, false);
    await window.moveTo(5, 600);
    await hover(window, moreTitle);
    await click(window, { selector: moreLink, text: 'Archives' });
    await arrives(window, '/archives');
  },
  async 'a click opens a submenu and closes the other one; a click elsewhere closes it'(scene) {
    const { window } = scene;
    await open(scene, page);
    await click(window, moreTitle);
    await sees(window, `${more}[open] a`);
    await click(window, `${categories} > summary`);
    await sees(window, `${categories}[open] a`);
    await sees(window, moreLink, false);
    await window.moveTo(5, 600);
    await window.click();
    await sees(window, `${categories} a`, false);
  },
  async 'Esc closes a submenu and returns the focus'(scene) {
    const { window } = scene;
    await open(scene, page);
    await focus(window, moreTitle);
    await window.press('Enter');
    await window.press('Tab');
    expect(await focused(window)).toBe('Archives');
    await window.press('Escape');
    await sees(window, moreLink, false);
    expect(await focused(window)).toBe('More');
  },
  async 'Enter opens a submenu, and it closes when Tab leaves it'(scene) {
    const { window } = scene;
    await open(scene, page);
    await focus(window, moreTitle);
    await window.press('Enter');
    await sees(window, moreLink);
    await focus(window, `${more} li:last-child a`);
    await window.press('Tab');
    await sees(window, moreLink, false);
  },
  async 'the mobile menu opens and closes at its button, at Esc and at a click elsewhere'(scene) {
    const { window } = scene;
    await open(scene, page, narrow);
    expect(await isVisible(window, mobileLink)).toBe(false);
    for (const close of [
      () => click(window, mobileTitle),
      () => window.press('Escape'),
      () => click(window, '.masthead__date'),
    ]) {
      await click(window, mobileTitle);
      await sees(window, mobileLink);
      await close();
      await sees(window, mobileLink, false);
    }
  },
};

const blocks: Readonly<Record<string, Behaviour>> = {
  async 'the support dialog is modal where it can be; it closes and returns the focus'(scene) {
    const { window } = scene;
    await open(scene, '/faq');
    for (const close of [
      () => click(window, { selector: '#Support button', text: 'Maybe Later' }),
      () => window.press('Escape'),
    ]) {
      await click(window, { selector: '.footer button', text: 'Support Our Work' });
      await sees(window, '#Support');
      // Browsers without commands for buttons open it as a popover.
      const isOpen = await window.within(() => {
        const how = 'command' in HTMLButtonElement.prototype ? ':modal' : ':popover-open';
        return document.querySelector('#Support')?.matches(how);
      });
      expect(isOpen).toBe(true);
      await close();
      await sees(window, '#Support', false);
      expect(await focused(window)).toBe('Support Our Work');
    }
  },
};

const player = '[data-radio-player]';
const play = `${player} [data-play]`;
const mute = `${player} [data-mute]`;
const status = (text: string) => ({ selector: `${player} [data-status]`, text });
const refused = {
  selector: `${player} [data-error=playback]`,
  text: 'Unable to start playback. Please try again.',
};
const audio = (window: EngineWindow) =>
  window.within(() => {
    const { paused, muted, volume, currentTime } = document.querySelector('audio') ?? new Audio();
    return { paused, muted, volume, currentTime, src: document.querySelector('audio')?.getAttribute('src') };
  });

const radio: Readonly<Record<string, Behaviour>> = {
  async 'the player, muted, plays the relay of a real Icecast, and disconnects at Pause'(scene) {
    const { window, icecast } = scene;
    const stop = await icecast.encode();
    try {
      await icecast.isAhead();
      await open(scene, '/radio');
      expect(await isVisible(window, status('Stopped'))).toBe(true);
      // Without a sound device Firefox plays only what is muted.
      await click(window, mute);
      await click(window, play);
      await sees(window, status('Playing'));
      const { muted, paused, currentTime } = await audio(window);
      expect([muted, paused]).toEqual([true, false]);
      await expect
        .poll(async () => (await audio(window)).currentTime, { timeout: patience })
        .toBeGreaterThan(currentTime + 1);
      await click(window, play);
      await sees(window, status('Stopped'));
      expect((await audio(window)).src).toBeNull();
    } finally {
      await stop();
    }
  },
  async 'a station that is down is said to be unavailable'(scene) {
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
  async 'a player that the browser does not let play says so'(scene) {
    const { window, paper } = scene;
    const refuse =
      'HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("", "NotAllowedError"))';
    paper.alter(putFirst(`<script>${refuse}</script>`));
    await open(scene, '/radio');
    await click(window, play);
    await sees(window, refused);
    await sees(window, status('Stopped'));
  },
};

/** Types a text into a field, and waits until it is there. */
async function fill(window: EngineWindow, selector: string, text: string): Promise<void> {
  await click(window, selector);
  await until(
    window,
    `the focus on ${selector}`,
    (selector) => document.querySelector(selector)?.matches(':focus'),
    selector,
  );
  await window.type(text);
  await until(
    window,
    `${text} in ${selector}`,
    (selector, text) => document.querySelector<HTMLInputElement>(selector)?.value === text,
    selector,
    text,
  );
}

/** What is typed into a mail form is in the data it submits to `to`, and the policy of the page allows that. */
const mails =
  (path: string, to: string): Behaviour =>
  async (scene) => {
    const { window } = scene;
    await open(scene, path);
    await window.within(() =>
      addEventListener('submit', (event) => {
        const { target, submitter } = event;
        const isRead = document.documentElement.dataset.mail !== undefined;
        if (isRead || !(target instanceof HTMLFormElement && submitter instanceof HTMLButtonElement)) return;
        // WebKit replaces the page at once, and what was noted in it.
        event.preventDefault();
        const data = new URLSearchParams();
        for (const [name, value] of new FormData(target, submitter)) data.append(name, String(value));
        document.documentElement.dataset.mail = `${submitter.formAction} ${data}`;
      }),
    );
    await fill(window, '#Form-name', 'Ada Lund');
    await fill(window, '#Form-email', 'ada@example.com');
    await click(window, '.mail-form button');
    const mail = await until(window, 'the mail', () => document.documentElement.dataset.mail);
    const [action = '', data] = mail.split(' ');
    expect(action).toMatch(`mailto:${to}?subject=`);
    expect(Object.fromEntries(new URLSearchParams(data))).toMatchObject({
      Name: 'Ada Lund',
      Email: 'ada@example.com',
    });
    // And again, for the policy.
    await click(window, '.mail-form button');
  };

const forms: Readonly<Record<string, Behaviour>> = {
  'the form of /contact writes an e-mail with what was typed': mails(
    '/contact',
    'newsroom@trinitycourier.example',
  ),
  async 'the form of /contact asks for what is missing'(scene) {
    await open(scene, '/contact');
    await click(scene.window, '.mail-form button');
    await until(scene.window, 'the focus on the name', () =>
      document.querySelector('#Form-name')?.matches(':invalid:focus'),
    );
  },
  async 'a frame of a form has a spinner until it has loaded'(scene) {
    const { window, paper } = scene;
    await open(scene, page);
    // The demo's own forms are in the page itself; those of a service are in such a frame.
    const frame = '<iframe src="/embeds/form/contact" height="400" loading="lazy"></iframe>';
    const embed = `<div class="embed embed--form" data-embed="form">${frame}</div>`;
    paper.alter((text) =>
      text.replace(/<main[^>]*>/, `$&${embed}`).replace(/default-src [^;]*;/, "$& frame-src 'self';"),
    );
    paper.held = /^\/embeds\//;
    // Its load event waits for the frame.
    await window.within((url) => void setTimeout(() => location.assign(url)), `${paper.origin}/contact`);
    const spins = (state: string, spinning: boolean) =>
      until(
        window,
        `a frame ${state}, ${spinning ? 'with' : 'without'} a spinner`,
        (state, spinning) => {
          const embed = document.querySelector(`.embed--form[data-state=${state}]`);
          if (!embed) return false;
          const { content, display, visibility } = getComputedStyle(embed, '::before');
          return (content !== 'none' && display !== 'none' && visibility === 'visible') === spinning;
        },
        state,
        spinning,
      );
    await spins('loading', true);
    paper.letGo();
    await spins('loaded', false);
  },
};

/** The toast is dismissed by a click, and by Esc. */
const copies: Behaviour = async (scene) => {
  const { window } = scene;
  await open(scene, '/rss');
  const toast = { selector: '.toast span', text: 'Address copied.' };
  await click(window, '[data-copy]');
  await sees(window, toast);
  await click(window, '.toast button');
  await sees(window, '.toast', false);
  await focus(window, '[data-copy]');
  await window.press('Enter');
  await sees(window, toast);
  await focus(window, '.toast button');
  await window.press('Escape');
  await sees(window, '.toast', false);
  expect(await window.within(() => document.activeElement?.hasAttribute('data-copy'))).toBe(true);
};

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
  const cover = await sharp(await window.picture())
    .extract(edges)
    .png()
    .toBuffer();
  return Math.max(...(await sharp(cover).stats()).channels.map(({ stdev }) => stdev));
}

const others: Readonly<Record<string, Behaviour>> = {
  'the address of the feed is copied, and a toast says so': copies,
  async 'a missing book cover is replaced'(scene) {
    const { window, paper } = scene;
    paper.missing = /^\/(?:art|media)\/(?!cover-missing)/;
    await open(scene, '/books');
    await until(window, 'the placeholder', () => {
      const image = document.querySelector<HTMLImageElement>('.book img');
      image?.scrollIntoView({ behavior: 'instant' });
      return image?.currentSrc.endsWith('/art/cover-missing.svg') && image.naturalWidth > 0;
    });
  },
  async 'a slow book cover is a plain field until it comes'(scene) {
    const { window, paper } = scene;
    await open(scene, page);
    paper.held = /^\/(?:art|media)\/(?!cover-missing)/;
    // The load event of a page may wait for them.
    await window.within((url) => void setTimeout(() => location.assign(url)), `${paper.origin}/books`);
    await until(
      window,
      'the books',
      () => document.querySelector('.footer') !== null && document.querySelector('.book') !== null,
    );
    await settle(window);
    // Chromium may show the page before for a moment.
    await expect.poll(() => contrastOfCover(window), { timeout: patience }).toBeLessThan(3);
    paper.letGo();
    await until(window, 'the cover', async () => {
      const image = document.querySelector<HTMLImageElement>('.book img');
      if (!image?.complete || image.naturalWidth === 0) return false;
      await image.decode();
      return true;
    });
    await settle(window);
    expect(await contrastOfCover(window)).toBeGreaterThan(5);
  },
  async 'a missing book cover is replaced without scripts'(scene) {
    const { window, paper } = scene;
    paper.missing = /^\/(?:(?:art|media)\/(?!cover-missing)|assets\/.*\.js$)/;
    await open(scene, '/books');
    // A browser that has the placeholder in its cache requests nothing.
    await expect.poll(() => contrastOfCover(window), { timeout: patience }).toBeGreaterThan(5);
  },
  async 'the skip link appears at the first Tab and leads to the news'(scene) {
    const { window } = scene;
    await open(scene, '/about');
    await window.press('Tab');
    expect(await focused(window)).toBe('Skip to the news');
    await pointAt(window, '.skip-link');
    await window.press('Enter');
    await until(window, 'the focus in the news', () => document.activeElement?.id === 'Main');
  },
};

/** What readers do on the site, each on a page of its own. */
export const behaviours = Object.entries({ ...forms, ...menus, ...blocks, ...radio, ...others });

/** What browsers say of failures that were ordered. */
const ordered = /not loaded: <(?:img|audio|script)|Page not found/;

/** Runs a behaviour; gives what went wrong, complaints of the browser included, as one line. */
export async function failureOf(behaviour: Behaviour, scene: Scene): Promise<string | undefined> {
  try {
    await behaviour(scene);
    const unexpected = (await complaints(scene.window)).filter((complaint) => !ordered.test(complaint));
    return unexpected.length === 0 ? undefined : unexpected.join('; ');
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  } finally {
    scene.paper.calm();
  }
}
