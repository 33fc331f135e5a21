import { distance } from 'fastest-levenshtein';
import { groupBy } from '../lib/group-by.ts';
import type { Edition, ParsedPage } from '../model.ts';
import { embedForm } from '../page-kinds/embed-form.ts';
import { isOfKind } from '../page-kinds/page-kind.ts';
import { pageKindOf } from '../page-kinds/registry.ts';
import { type KeyPath, locate, placeAt, placeOf } from '../problems/locate.ts';
import { append, type Problem, problemAt, reportFirst } from '../problems/problem.ts';
import { plainTextsIn, referencesIn } from '../sources/references.ts';
import type { SourceFile } from '../sources/source-file.ts';
import { type DescribedFile, describedFiles } from './files.ts';

type Details = Parameters<typeof problemAt>[1];

/** One thing that a second look at a file found. */
interface Doubt {
  readonly source: SourceFile;
  readonly path: KeyPath;
  readonly details: Details;
}

/**
 * What keeps to the schemas and is wrong all the same, or very probably: it takes a look at several values, at pictures or at the calendar.
 * Warnings, where the press cannot be sure.
 */
export function doubtfulValues(edition: Edition): Problem[] {
  const doubts = [
    ...pictureDoubts(edition),
    ...addressDoubts(edition),
    ...dateDoubts(edition),
    ...geoDoubts(edition),
    ...formDoubts(edition),
    ...wordDoubts(edition),
  ];
  const isWritten = ({ source, path }: Pick<Doubt, 'source' | 'path'>) =>
    edition.flaws.get(source)?.isWritten(path) ?? true;
  const problems = doubts
    .filter(isWritten)
    .map(({ source, path, details }) => problemAt(placeAt(source, path), details));
  const { source } = edition.shared.site;
  const isKnown =
    isWritten({ source, path: ['baseUrl'] }) && isWritten({ source, path: ['contact', 'email'] });
  const paper = isKnown ? ownDomain(edition) : [];
  const { shared, pages, posts, unpublishedPosts } = edition;
  const published = posts.map(({ parsed }) => parsed);
  for (const file of describedFiles(shared, pages, [...published, ...unpublishedPosts])) {
    const { source } = file;
    append(
      problems,
      markdownInText(file, (path) => isWritten({ source, path })),
    );
    append(problems, nearDomains(source, paper));
    // Streams and providers may well be at home on the paper's own machines.
    if (source !== edition.shared.radio.source && source !== edition.shared.embeds.source)
      append(problems, inwardAddresses(source, edition.baseUrl, paper));
  }
  return problems;
}

const doubtful = { rule: 'doubtful-value', severity: 'warning' } as const;

function pictureDoubts({ shared, pictures }: Edition): Doubt[] {
  const { source, data } = shared.site;
  const doubts: Doubt[] = [];
  const look = (
    path: KeyPath,
    name: string,
    check: (width: number, height: number) => Details | undefined,
  ) => {
    const picture = pictures.get(name);
    // What cannot be read has a size of one pixel, and has been told.
    const details = picture && picture.width > 1 ? check(picture.width, picture.height) : undefined;
    if (details) doubts.push({ source, path, details });
  };
  const isKind = (name: string, kinds: RegExp) => kinds.test(name.toLowerCase());

  look(['feed', 'image'], data.feed.image, (width, height) => {
    if (!isKind(data.feed.image, /\.(?:png|gif|jpe?g)$/)) {
      return {
        rule: 'invalid-picture',
        message: 'Feed readers cannot show this kind of picture.',
        hint: 'Save it as PNG, GIF or JPEG.',
      };
    }
    if (width === 32 && height === 32) return undefined;
    return {
      rule: 'invalid-picture',
      message: `This picture is ${width} by ${height} pixels; the feed’s is 32 by 32.`,
      hint: 'Save it in that size from a picture program.',
    };
  });
  look(['shareImage', 'src'], data.shareImage.src, (width, height) => {
    if (!isKind(data.shareImage.src, /\.(?:png|gif|jpe?g|webp)$/)) {
      return {
        rule: 'invalid-picture',
        message: 'Social networks cannot show this kind of picture.',
        hint: 'Save it as PNG or JPEG.',
      };
    }
    if (width === 1200 && height === 630) return undefined;
    return {
      ...doubtful,
      rule: 'invalid-picture',
      message: `This picture is ${width} by ${height} pixels; social networks cut what is not 1,200 by 630.`,
      hint: 'Save it in that size from a picture program.',
    };
  });
  look(['icon'], data.icon, (width, height) =>
    width === height
      ? undefined
      : {
          ...doubtful,
          rule: 'invalid-picture',
          message: `This icon is ${width} by ${height} pixels, and browsers show icons as squares.`,
          hint: 'Cut it to a square.',
        },
  );
  return doubts;
}

/** Addresses at which the site has its own pages and files, today or one day. */
function addressDoubts({ pages }: Edition): Doubt[] {
  const reserved = pages.flatMap(({ data: { path, template } }) => {
    const reserves = pageKindOf(template)?.reserves;
    return reserves ? [{ path, ...reserves }] : [];
  });
  const reasonFor = (address: string): string | undefined => {
    const folder = /^\/(assets|media)(?:\/|$)/.exec(address)?.[1];
    if (folder !== undefined) return `The files of the site are under \`/${folder}\``;
    if (/^\/blog\/[^/]+$/.test(address)) return 'A post with this name will be at this address';
    return reserved.find(
      ({ path, below }) => address.startsWith(path) && below.test(address.slice(path.length)),
    )?.reason;
  };
  return pages.flatMap(({ source, data }) => {
    const reason = reasonFor(data.path);
    const message = `${reason}, so no page can be there.`;
    const details = { rule: 'invalid-address', message, hint: 'Give the page another address.' } as const;
    return reason === undefined ? [] : [{ source, path: ['path'], details }];
  });
}

const yearLong = 366 * 24 * 60 * 60 * 1000;

function dateDoubts({ shared, pages, posts, unpublishedPosts, now }: Edition): Doubt[] {
  const { established } = shared.site.data;
  const doubts: Doubt[] = [];
  const look = (source: SourceFile, path: KeyPath, date: string | undefined, mostAhead: number) => {
    if (date === undefined) return;
    const year = Number(date.slice(0, 4));
    const isLate = Date.parse(date) > now.getTime() + mostAhead;
    if (!isLate && year >= established) return;
    const message = isLate
      ? `This date lies ${mostAhead < yearLong ? 'in the future' : 'more than two years ahead'}: ${date.slice(0, 10)}.`
      : `The paper was established in ${established}, and this date is of the year ${year}.`;
    doubts.push({ source, path, details: { ...doubtful, message, hint: 'Is the year right?' } });
  };
  for (const { source, data } of [...posts.map(({ parsed }) => parsed), ...unpublishedPosts])
    look(source, ['publishedDate'], data.publishedDate, 2 * yearLong);
  // A day is over sooner in other zones.
  for (const { source, data } of pages) look(source, ['updated'], data.updated, yearLong / 366);
  if (established > now.getUTCFullYear()) {
    const message = `${established} is a year to come.`;
    doubts.push({ source: shared.site.source, path: ['established'], details: { ...doubtful, message } });
  }
  return doubts;
}

/** American states on the other side of the date line. */
const farWest = /^US-(?:GU|MP|UM)/;

function geoDoubts({ shared }: Edition): Doubt[] {
  const { source, data } = shared.site;
  const { region, latitude, longitude } = data.geo;
  const isAmerican = /^(?:US|CA)-/.test(region) && !farWest.test(region);
  const doubts: Doubt[] = [];
  const tell = (path: KeyPath, value: number, side: string) =>
    doubts.push({
      source,
      path,
      details: {
        ...doubtful,
        message: `${value} lies ${side}, and \`${region}\` does not.`,
        hint: 'Is its minus sign right?',
        suggestion: String(-value),
      },
    });
  if (isAmerican && longitude > 0) tell(['geo', 'longitude'], longitude, 'east of Greenwich');
  if (isAmerican && latitude < 0 && region !== 'US-AS')
    tell(['geo', 'latitude'], latitude, 'south of the equator');
  return doubts;
}

/** Lists of words that are one word, and names with what the press prints before them itself. */
function wordDoubts({ pages, posts, unpublishedPosts }: Edition): Doubt[] {
  const written = [...posts.map(({ parsed }) => parsed), ...unpublishedPosts];
  const lists = [
    ...written.map(({ source, data }) => ({ source, key: 'tags', words: data.tags })),
    ...pages.map(({ source, data }) => ({ source, key: 'keywords', words: data.keywords })),
  ];
  const joined = lists.flatMap(({ source, key, words }) =>
    words.flatMap((word, i): Doubt[] => {
      if (!/;\s/.test(word)) return [];
      const message = 'A semicolon stands in this entry; entries have a comma between them.';
      const details = { ...doubtful, message, hint: 'Put a comma in its place if these are two entries.' };
      return [{ source, path: [key, i], details }];
    }),
  );
  const named = written.flatMap(({ source, data }): Doubt[] => {
    if (!/^by\s/i.test(data.author)) return [];
    const message = '`By` stands here before the name, and the press prints it by itself.';
    const details = {
      ...doubtful,
      message,
      hint: 'Write only the name.',
      suggestion: data.author.slice(3).trim(),
    };
    return [{ source, path: ['author'], details }];
  });
  return [...joined, ...named];
}

/** Whether one word is a letter away from another; two where both are long. */
function isAlmost(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  const most = shorter >= shortestAlike ? 2 : shorter >= 6 ? 1 : 0;
  return one !== other && distance(one.toLowerCase(), other.toLowerCase()) <= most;
}

/** Forms' categories sort what readers send; one that is a letter or two away from another one's is probably meant to be the same. */
function formDoubts({ pages }: Edition): Doubt[] {
  const uses = pages.flatMap(formsOf);
  const byCategory = groupBy(uses, ({ category }) => category);
  return uses.flatMap(({ source, path, category }, i) => {
    const count = byCategory.get(category)?.length ?? 0;
    const [meant, [other] = []] =
      [...byCategory].find(
        ([word, others]) =>
          isAlmost(word, category) &&
          (others.length > count ||
            (others.length === count && uses.findIndex((use) => use.category === word) > i)),
      ) ?? [];
    if (meant === undefined || !other) return [];
    const related = [{ ...placeAt(other.source, other.path), message: 'The other one' }];
    const message = `\`${category}\` is almost \`${meant}\`, the category of another form.`;
    const details = { ...doubtful, message, hint: 'Is one of the two mistyped?', suggestion: meant, related };
    return [{ source, path, details }];
  });
}

/** The categories of the forms that a page asks for, or is. */
function formsOf(page: ParsedPage): { source: SourceFile; path: KeyPath; category: string }[] {
  const { source, data } = page;
  const schema = pageKindOf(data.template)?.schema;
  const own = isOfKind(page, embedForm) ? [{ path: [], value: page.data }] : [];
  const embeds = schema ? referencesIn(schema, data).filter(({ reference }) => reference.to === 'embed') : [];
  return [...own, ...embeds].flatMap(({ path, value }) => {
    const { category } = value as { readonly category?: string };
    return category === undefined ? [] : [{ source, path: [...path, 'category'], category }];
  });
}

/** Signs that Markdown or HTML would read, in words that are printed as they stand. */
const signs =
  /\*\*[^\s*][^*\n]{0,300}\*\*|(?<!\w)__[^\s_][^_\n]{0,300}__(?!\w)|(?<![\w*/])([*_])[^\s*_](?:[^*_\n]{0,300}[^\s*_])?\1(?![\w*])|\[[^\]\n]{1,200}\]\([^()\s]{1,500}\)|&(?:[a-z]{2,10}\d{0,2}|#x?[\da-f]{1,6});|<\/?[a-z][^<>\n]{0,200}>|\{\{|\{%/i;

function markdownInText(
  { source, schema, data }: DescribedFile,
  isWritten: (path: KeyPath) => boolean,
): Problem[] {
  const found = plainTextsIn(schema, data).flatMap(({ path, text }) => {
    const words = /:\/\/\S*$/.test(text) ? undefined : signs.exec(text)?.[0];
    return words !== undefined && isWritten(path) ? [{ path, words }] : [];
  });
  return reportFirst(found, ({ path, words }) => {
    const { yaml, value } = locate(source);
    const { start, end } = value(path);
    const at = yaml.text.slice(start, end).indexOf(words);
    const from = yaml.offset + (at === -1 ? start : start + at);
    const to = at === -1 ? yaml.offset + end : from + words.length;
    return problemAt(placeOf(source.file, source.text, from, to), {
      rule: 'markdown-slip',
      severity: 'warning',
      message: `No Markdown or HTML is read here, so \`${words}\` is printed as it stands.`,
      hint: 'Take its signs away; only the words are wanted.',
    });
  });
}

/** The paper's domain: that of its address and of its mail. */
function ownDomain({ shared }: Edition): readonly string[] {
  const { contact, baseUrl } = shared.site.data;
  const host = new URL(baseUrl).hostname.replace(/^www\./, '');
  const mail = contact.email.replace(/^.*@/, '').toLowerCase();
  return [...new Set([host, mail])].filter(
    (domain) => domain.length >= shortestAlike && domain.includes('.'),
  );
}

/** In letters: two of a shorter one may well be two papers, or two things. */
const shortestAlike = 10;

/** Addresses that lead to the paper by another way than its readers': to one's own machine, to where it is tried, or not by https. */
function inwardAddresses(source: SourceFile, baseUrl: string, own: readonly string[]): Problem[] {
  const { text } = source;
  const found = [...text.matchAll(/https?:\/\/([a-z0-9.-]{1,253})(?::\d+)?(?=[/?#\s"')\]>]|$)/gi)].flatMap(
    ({ index, 0: written, 1: host = '' }) => {
      const name = host.toLowerCase().replace(/^www\./, '');
      const paper = own.find((domain) => name === domain || name.endsWith(`.${domain}`));
      const message = /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0)$/.test(name)
        ? `\`${host}\` is the machine that this was written on; readers have none of it.`
        : paper && /^(?:staging|stage|dev|test|preview|beta|draft)\./.test(name)
          ? `\`${host}\` looks like the place where the paper is tried; readers may not get in.`
          : paper === name && baseUrl.startsWith('https:') && /^http:/i.test(written)
            ? 'This leads to the paper by `http`, and the paper stands at `https`.'
            : undefined;
      return message === undefined ? [] : [{ message, start: index, end: index + written.length }];
    },
  );
  return reportFirst(found, ({ message, start, end }) =>
    problemAt(placeOf(source.file, text, start, end), {
      ...doubtful,
      message,
      hint: 'Write a page of the paper without its host: `/about`.',
    }),
  );
}

/** Addresses whose host is a letter or two away from the paper's own. */
function nearDomains(source: SourceFile, own: readonly string[]): Problem[] {
  const { text } = source;
  if (own.length === 0 || !/@|:\/\//.test(text)) return [];
  const found = [
    ...text.matchAll(/(?:@|:\/\/(?:www\.)?)([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5})/gi),
  ].flatMap(({ index, 0: whole, 1: host = '' }) => {
    const domain = host.toLowerCase();
    const meant = own.find(
      (paper) => Math.abs(paper.length - domain.length) <= 2 && distance(paper, domain) <= 2,
    );
    if (meant === undefined || own.includes(domain)) return [];
    const start = index + whole.length - host.length;
    return [{ meant, start, end: start + host.length, host }];
  });
  return reportFirst(found, ({ meant, start, end, host }) =>
    problemAt(placeOf(source.file, text, start, end), {
      ...doubtful,
      message: `\`${host}\` is almost the paper’s own \`${meant}\`.`,
      hint: 'Is it mistyped?',
      suggestion: meant,
    }),
  );
}
