import { describedFiles } from '../checks/described-files.ts';
import { importedIn } from '../checks/imported.ts';
import type { EmbedFile } from '../content/embeds.ts';
import { addressesIn } from '../content/markdown/addresses.ts';
import { features } from '../content/markdown/markdown.ts';
import { markdownProblems } from '../content/markdown/problems.ts';
import type { Edition, OutputFile, WrittenText } from '../content/model.ts';
import { printedAddress } from '../content/schema/address-issues.ts';
import { referencesIn } from '../content/schema/references.ts';
import type { SourceFile } from '../content/source-file.ts';
import { cached } from '../lib/cached.ts';
import { groupBy } from '../lib/group-by.ts';
import { fillTemplate, unset } from '../pages/embeds.ts';
import type { Route } from '../pages/page-kind.ts';
import { acknowledges } from '../problems/acknowledged.ts';
import type { KeyPath } from '../problems/locate.ts';
import { nearest } from '../problems/nearest.ts';
import { type Details, type Outcome, type Problem, problem } from '../problems/problem.ts';
import { createLinkCheck, type DeadLink } from './dead-links.ts';
import { decode, isOwn } from './links.ts';
import type { Redirects } from './redirects.ts';

export interface RenderedPage {
  readonly route: Route;
  readonly ids: () => readonly string[];
  readonly links: readonly TextLinks[];
}

interface TextLinks {
  readonly text: () => WrittenText | undefined;
  readonly hrefs: readonly string[];
}

/**
 * Reports internal links that lead neither to a page, with that id, nor to another file of the site; `unrendered` are those of files with
 * errors in their fields. The value is whether some were not checked, because they may lead to broken files. Those of an archive have no
 * places unless they are listed.
 */
export function checkLinks(
  pages: readonly RenderedPage[],
  unrendered: readonly TextLinks[],
  files: readonly Pick<OutputFile, 'path'>[],
  routes: readonly Route[],
  redirects: Redirects,
  edition: Edition,
  listImported = false,
): Outcome<boolean> {
  const pageAt = new Map(pages.map((page) => [page.route.address, page]));
  const idsOf = cached((address: string): ReadonlySet<string> => new Set(pageAt.get(address)?.ids()));
  const paths = new Set(files.map(({ path }) => path));
  const site = { addresses: new Set(pageAt.keys()), idsOf, files: paths, redirects };
  let hasUnchecked = false;
  const deadAt = createLinkCheck(site, edition, () => {
    hasUnchecked = true;
    return undefined;
  });
  const isImported = importedIn(edition);
  // Comments that acknowledge problems need their places.
  const isCounted = ({ source, markdown }: WrittenText) =>
    !listImported && isImported({ source, rule: 'dead-link' }) && !acknowledges(markdown);
  const dead = [
    ...pages.flatMap(({ route, links }) => deadInTexts(links, route.address, deadAt, isCounted)),
    ...deadInTexts(unrendered, '/blog/', deadAt, isCounted),
    ...deadInFields(edition, redirects, (href) => deadAt(href, '/')),
  ];
  const misplaced = createMisplaced(routes);
  const causeOf = (link: PlacedLink) => (isImported(link.problem) ? undefined : misplaced(link));
  const problems = [...groupBy(dead, causeOf)].flatMap(([page, links]) => {
    const each = links.map(({ problem }) => problem);
    return page ? reportMisplaced(page, links[0]?.dead.target.path ?? '', each) : each;
  });
  const { data, source } = edition.shared.site;
  const needless = data.knownMissing.flatMap((address, i) => {
    const isPage = pageAt.has(address);
    if (!isPage && !redirects.at(address)) return [];
    const reason = isPage ? 'there is a page' : 'it is a former address whose readers are sent on';
    const message = `\`${address}\` is listed as missing, and ${reason}.`;
    const hint = 'Remove the line, so that links to it are checked again.';
    const rule = 'needless-known-missing';
    return problem(source, ['knownMissing', i], { rule, severity: 'warning', message, hint });
  });
  return { value: hasUnchecked, problems: [...problems, ...needless] };
}

interface PlacedLink {
  readonly dead: DeadLink;
  readonly problem: Problem;
}

/** The dead links in Markdown texts. The places of links are computed only for dead ones that are not just counted. */
const deadInTexts = (
  links: readonly TextLinks[],
  from: string,
  deadAt: ReturnType<typeof createLinkCheck>,
  isCounted: (text: WrittenText) => boolean,
): PlacedLink[] =>
  links.flatMap(({ text, hrefs }) => {
    const dead = hrefs.filter((href) => deadAt(href, from, true));
    // The text of a page that was not drafted is made for this.
    const written = dead.length === 0 ? undefined : text();
    if (!written) return [];
    const counts = isCounted(written);
    const byAddress = new Map(dead.map((href) => [decode(href), deadAt(href, from, counts)]));
    return placesIn(written, byAddress, counts);
  });

type DeadLinks = ReadonlyMap<string, DeadLink | undefined>;

/** The places of dead links in a text; the start of the text for a link that is not found in it, or only counted. */
function placesIn(text: WrittenText, dead: DeadLinks, isCounted: boolean): PlacedLink[] {
  const addresses = isCounted ? [] : addressesIn(text.markdown, features);
  const written = addresses.map((address) => ({ ...address, href: decode(printedAddress(address.url)) }));
  const places = new Set(written.map(({ href }) => href));
  const lost = [...dead.keys()].filter((href) => !places.has(href));
  return [...written, ...lost.map((href) => ({ href, start: 0, end: 1 }))].flatMap(({ href, start, end }) => {
    const link = dead.get(href);
    if (!link) return [];
    const problems = markdownProblems([{ ...link.details, start, end }], text);
    return problems.map((problem) => ({ dead: link, problem }));
  });
}

function deadInFields(
  edition: Edition,
  redirects: Redirects,
  deadAt: (href: string) => DeadLink | undefined,
): PlacedLink[] {
  const reported = new Set<string>();
  return fieldLinks(edition).flatMap((link) => {
    const dead = deadAt(link.href);
    if (!dead) return [];
    // Chains of redirects are reported elsewhere.
    if (link.source === edition.shared.redirects?.source && redirects.at(dead.target.path)) return [];
    const { source, path } = link;
    const key = JSON.stringify([source.file, path]);
    if (reported.has(key)) return [];
    reported.add(key);
    return [{ dead, problem: problem(source, path, detailsOf(link, dead)) }];
  });
}

/** An address in a field; of one that the provider of an embed makes of the field's value, what stands before that. */
interface FieldLink {
  readonly href: string;
  readonly source: SourceFile;
  readonly path: KeyPath;
  readonly start?: string | undefined;
}

/** The internal addresses in the fields of shared files, data, pages and notices, and those of embeds. */
function fieldLinks(edition: Edition): FieldLink[] {
  const { embeds } = edition.shared;
  const notices = [...edition.notices, ...edition.endedNotices].map(({ parsed: { source }, file: data }) => ({
    source,
    data,
  }));

  function ofEmbed(source: SourceFile, path: KeyPath, { provider, id, category }: EmbedFile): FieldLink[] {
    // One that is not connected has no address yet.
    if (!embeds || !Object.hasOwn(embeds.data.providers, provider) || id === unset) return [];
    const { url, link } = embeds.data.providers[provider] ?? {};
    return [url, link].flatMap((template = '') => {
      const [start, rest] = template.split('{id}');
      if (rest === undefined) return [];
      return { href: fillTemplate(template, { id, category }), source, path: [...path, 'id'], start };
    });
  }

  const links = describedFiles(edition, [], notices).flatMap(({ source, schema, data }) =>
    referencesIn(schema, data).flatMap(({ reference: { to }, path, value }): FieldLink[] => {
      if (to === 'embed') return ofEmbed(source, path, value as EmbedFile);
      const text = String(value);
      // A template leads somewhere once it is filled.
      const isLink = (to === 'page' || to === 'link') && !text.includes('{');
      return isLink ? [{ href: text, source, path }] : [];
    }),
  );
  return links.filter(({ href }) => isOwn(href, edition.baseUrl));
}

/** The report of a dead link; for one that a provider makes, it names both parts, since either may be wrong. */
function detailsOf({ start }: FieldLink, { target, details }: DeadLink): Details {
  if (start === undefined) return details;
  const message = `This leads to \`${target.href}\`. ${details.message}`;
  const hint = 'Correct it, or the address of its provider in embeds.yaml, or add the page.';
  const meant = details.suggestion?.startsWith(start) ? details.suggestion.slice(start.length) : undefined;
  return { ...details, message, hint, suggestion: meant };
}

/** Finds the page whose wrong `path` is the cause of a dead link: its file has the name of the address, and its path is nearly the same. */
function createMisplaced(routes: readonly Route[]): (link: PlacedLink) => Route | undefined {
  const lastOf = (path: string) => path.replace(/^.*\//, '');
  const nameOf = ({ source }: Route) => lastOf(source.path).replace(/\.\w+$/, '');
  const pages = routes.filter(({ source }) => source.path.startsWith('pages/'));
  const misnamed = groupBy(
    pages.filter((page) => nameOf(page) !== lastOf(page.address)),
    nameOf,
  );
  return ({ dead: { target, details } }) =>
    details.severity || target.fragment !== ''
      ? undefined
      : misnamed.get(lastOf(target.path))?.find(({ address }) => nearest(target.path, [address]) === address);
}

/** One problem for all links to the address `meant` that a page was meant to have; `each` are the problems of the single links. */
function reportMisplaced({ source, address }: Route, meant: string, each: readonly Problem[]): Problem {
  const count = each.length === 1 ? 'a link leads' : `${each.length} links lead`;
  return problem(source, ['path'], {
    rule: 'dead-link',
    message: `This page has the address \`${address}\`, but its file has the name of \`${meant}\`, and ${count} there.`,
    hint: 'Correct the path; or, if the page has moved, the links.',
    suggestion: meant,
    related: each.slice(0, 10).map(({ source, at }) => ({ source, at, message: `A link to \`${meant}\`` })),
  });
}
