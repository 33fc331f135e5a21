import { mayNameAddresses } from '../checks/described-files.ts';
import type { Edition } from '../content/model.ts';
import { toAddress } from '../content/schema/slugs.ts';
import { forbiddenAt } from '../lib/characters.ts';
import { pageKinds } from '../pages/kinds.ts';
import { createGuess } from '../problems/nearest.ts';
import type { Details } from '../problems/problem.ts';
import { decode, isRelative, type Target, targetOf } from './links.ts';
import type { Redirect, Redirects } from './redirects.ts';

/** The targets that links may have. */
export interface Site {
  /** Of pages. */
  readonly addresses: ReadonlySet<string>;
  /** The ids on the page at an address. */
  readonly idsOf: (address: string) => ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  readonly redirects: Redirects;
}

export interface DeadLink {
  readonly target: Target;
  readonly details: Details;
}

/** The relay answers here; there is no file. */
const servedElsewhere = /^\/api\//;

/**
 * Checks addresses as they are written on the page at `from`; calls `leave` for one that may lead to a broken file. Links that are only counted
 * get no suggestion.
 */
export function createLinkCheck(site: Site, edition: Edition, leave: () => undefined) {
  const { addresses, idsOf, files, redirects } = site;
  const { broken } = edition;
  const hidesPages = [...broken.keys()].some(mayNameAddresses);
  const maybe = new Set([
    ...edition.pages.map(({ data }) => data.path),
    ...[...broken.values()].flatMap(({ addresses = [] }) => addresses),
  ]);
  const knownMissing = new Set(edition.shared.site.data.knownMissing);
  const meant = createMeant(site, edition.baseUrl);
  const guess = createGuess();
  const exists = (path: string) =>
    files.has(path.slice(1)) ||
    files.has(`${path.slice(1)}.html`) ||
    knownMissing.has(path) ||
    maybe.has(path) ||
    pageKinds.some(({ address }) => address === path) ||
    servedElsewhere.test(path);

  function detailsOf(target: Target, isCounted: boolean): Details | undefined {
    const { href, path, fragment } = target;
    if (!addresses.has(path)) {
      const redirect = files.has(path.slice(1)) ? undefined : redirects.at(path);
      if (redirect) return movedDetails(redirect, fragment, idsOf);
      if (exists(path)) return undefined;
      const reason = edition.unpublished.get(path);
      if (reason) {
        const message = `This link leads to a ${path.startsWith('/blog/') ? 'post' : 'notice'} that is ${reason}.`;
        return { rule: 'dead-link', message, hint: 'Remove the link until then, or build with --drafts.' };
      }
      const suggestion = isCounted && !hidesPages ? undefined : meant(target);
      if (!suggestion && hidesPages) return leave();
      const message = `There is no page at \`${path}\`.`;
      const cure =
        'Correct the address, or list it under `knownMissing` in site.yaml if the page is still to come.';
      return { rule: 'dead-link', message, hint: cure, suggestion };
    }
    if (!fragment || fragment === 'top' || servedElsewhere.test(path)) return undefined;
    const ids = idsOf(path);
    if (ids.has(fragment)) return undefined;
    if (broken.size > 0) return leave();
    const suggestion = isCounted ? undefined : guess(fragment, ids);
    return {
      rule: 'dead-link',
      message: `The page \`${path}\` has no part \`#${fragment}\`.`,
      ...(ids.size > 0 && { hint: 'Parts are named by the headings of a text.' }),
      ...(suggestion && { suggestion: href.replace(/#.*$/, `#${suggestion}`) }),
    };
  }

  const known = new Map<string, DeadLink | undefined>();
  return (href: string, from: string, isCounted = false): DeadLink | undefined => {
    const key = `${isCounted} ${isRelative(href) ? from : ''} ${href}`;
    if (known.has(key)) return known.get(key);
    const target = targetOf(href, edition.baseUrl, from);
    // Invisible characters are reported elsewhere.
    const details = forbiddenAt(decode(href)) === undefined ? detailsOf(target, isCounted) : undefined;
    const dead = details && { target, details };
    known.set(key, dead);
    return dead;
  };
}

/** The report of a link to a former address; `undefined` if that leads in a circle, which is reported at the redirect. */
function movedDetails({ address, to }: Redirect, part: string, idsOf: Site['idsOf']): Details | undefined {
  if (to === undefined) return undefined;
  const hasPart = part !== '' && idsOf(to).has(part);
  return {
    rule: 'moved-link',
    severity: 'warning',
    message: `\`${address}\` has moved to \`${to}\`.`,
    hint: 'Readers of the old address are sent on; links should lead to the new one.',
    suggestion: hasPart ? `${to}#${part}` : to,
  };
}

/** Suggests the address that a dead one was meant to be; in full if the link is. */
function createMeant({ addresses, idsOf, files }: Site, baseUrl: string) {
  const guess = createGuess();
  const linkable = [...addresses];
  let byLetters: ReadonlyMap<string, string> | undefined;

  function find(target: Target): string | undefined {
    const written = isRelative(target.href)
      ? target.href.replace(/[?#].*$/, '').replace(/^(?:\.{0,2}\/)*/, '/')
      : '';
    for (const path of [target.path, written].filter((path) => path !== '')) {
      const tidy = toAddress(path);
      if (tidy !== undefined && addresses.has(tidy)) return tidy;
      byLetters ??= new Map([...files].map((file) => [file.toLowerCase(), `/${file}`]));
      const file = byLetters.get(path.slice(1).toLowerCase());
      if (file) return file;
    }
    return guess(target.path, linkable) ?? guess(toAddress(target.path) ?? '', linkable);
  }

  return (target: Target): string | undefined => {
    if (isRelative(target.href) && /^[^\s@/?#]+@[^\s@/?#]+\.[a-z]+$/i.test(target.href))
      return `mailto:${target.href}`;
    const host = baseUrl.replace(/^https?:\/\//, '');
    const lacksScheme = isRelative(target.href) && target.href.startsWith(`${host}/`);
    if (lacksScheme && addresses.has(target.href.slice(host.length))) return target.href.slice(host.length);
    const found = find(target);
    const part = target.fragment && found !== undefined && idsOf(found).has(target.fragment);
    const address = part ? `${found}#${target.fragment}` : found;
    const suggestion = address !== undefined && /^https?:/i.test(target.href) ? baseUrl + address : address;
    return suggestion === target.href ? undefined : suggestion;
  };
}
