import { areOutdated } from '../feeds/boards.ts';
import { toIso } from '../feeds/feed.ts';
import { soundFormat } from '../images/first-bytes.ts';
import type { DescribedFile, Edition, ParsedPage, ParsedPost } from '../model.ts';
import { feedProvider } from '../page-kinds/embeds.ts';
import { pageKindOf } from '../page-kinds/kinds.ts';
import { isOfKind } from '../page-kinds/page-kind.ts';
import { subscribe } from '../page-kinds/subscribe.ts';
import { type KeyPath, locate, placeAt, placeOf } from '../problems/locate.ts';
import { append, type Details, type Problem, problemAt, reportFirst } from '../problems/problem.ts';
import { isPlaceholder } from '../sources/placeholders.ts';
import { postSchema } from '../sources/post.ts';
import { plainTextsIn, referencesIn } from '../sources/schema/references.ts';
import { pathOf } from '../sources/shared-files.ts';
import type { SourceFile } from '../sources/source-file.ts';
import { feedBlocksOf } from './feed-blocks.ts';
import { describedFiles } from './files.ts';

/** A problem with a value that fits its schema; a warning unless `more` says otherwise. */
const doubt = (source: SourceFile, path: KeyPath, message: string, more: Partial<Details> = {}): Problem =>
  problemAt(placeAt(source, path), { rule: 'doubtful-value', severity: 'warning', message, ...more });

/** Values that fit their schemas but are wrong, or very probably wrong, compared with other values, with pictures or with the date. */
export function doubtfulValues(edition: Edition): Problem[] {
  const { shared, pages, unpublishedPosts, pictures, broken } = edition;
  const posts = [...edition.posts.map(({ parsed }) => parsed), ...unpublishedPosts];
  const domains = broken.has(shared.site.source.path) ? [] : ownDomains(edition);
  const doubts = [
    ...addressDoubts(pages),
    ...dateDoubts(edition, posts),
    ...placeholderDoubts(edition),
    ...fallbackDoubts(edition),
    ...zoneDoubts(edition, posts),
    ...unreadFeedDoubts(edition),
    ...addresseeDoubts(edition),
  ];
  function check(file: DescribedFile) {
    const { source } = file;
    const texts = plainTextsIn(file.schema, file.data);
    append(doubts, pictureDoubts(file, pictures));
    append(doubts, wordDoubts(source, texts));
    append(doubts, markdownInText(source, texts));
    // Streams and providers may be on the paper's own machines.
    if (source !== shared.radio?.source && source !== shared.embeds?.source)
      append(doubts, inwardAddresses(source, edition.baseUrl, domains));
  }

  for (const file of describedFiles(edition)) check(file);
  for (const { source, data } of posts) {
    const { title, excerpt, author, tags, imageAlt = '' } = data;
    // There may be thousands of posts, so the fields of each are looked at closely only if it has one of these.
    const isSuspect = [title, excerpt, author, imageAlt, ...tags].some((text) =>
      /[*_[&<{;]|^by /i.test(text),
    );
    if (isSuspect) check({ source, data, schema: postSchema });
    else append(doubts, inwardAddresses(source, edition.baseUrl, domains));
  }
  return doubts;
}

/** Fallbacks in another format than their station: browsers disconnect when one follows the other. */
function fallbackDoubts({ shared: { radio }, media, broken }: Edition): Problem[] {
  const formatOf = (address = '') => {
    const file = media.find(({ path }) => address === `file:${path}`);
    return file && soundFormat(file.absolute);
  };
  if (!radio || broken.has(radio.source.path)) return [];
  return radio.data.stations.flatMap(({ source, fallback, channels, sampleRate }, i) => {
    const found = formatOf(fallback);
    const rate = sampleRate ? `${sampleRate / 1000} kHz, ` : '';
    const ofStream = `${rate}${channels === 1 ? 'mono' : 'stereo'}`;
    const expected = source.startsWith('file:') ? formatOf(source) : ofStream;
    if (found === undefined || expected === undefined || found.endsWith(expected)) return [];
    const message = `This sound is ${found}, and its station is ${expected}: browsers disconnect when one follows the other.`;
    const hint =
      'Convert the sound (`ffmpeg -i old.mp3 -ac 2 -ar 44100 new.mp3`). If a stream is different, say so with `channels: 1` or `sampleRate: 48000`.';
    return [doubt(radio.source, ['stations', i, 'fallback'], message, { hint })];
  });
}

/** A paper that shows days or times and has no time zone. */
function zoneDoubts({ shared, pages, broken }: Edition, posts: readonly ParsedPost[]): Problem[] {
  const { site, radio, data } = shared;
  const showsTimes =
    posts.length > 0 ||
    data.events?.data.events.some(({ starts }) => starts !== undefined) ||
    radio?.data.schedule.some(({ hours }) => hours !== undefined) ||
    feedBlocksOf(pages).some(({ block }) => block.board === 'headlines');
  if (site.data.timeZone !== undefined || broken.has(site.source.path) || !showsTimes) return [];
  const message = 'The paper does not say in which time zone it is, so days and times are shown in UTC.';
  const hint = 'Add a line such as `timeZone: America/Chicago`.';
  return [doubt(site.source, ['timeZone'], message, { hint })];
}

/** Feed blocks whose headlines are too old to be shown, and those that pages leave out because they have neither headlines nor a frame. */
function unreadFeedDoubts({ shared: { embeds }, pages, pulled, broken, clock }: Edition): Problem[] {
  if (broken.has(pathOf('embeds'))) return [];
  const hasFrames = Object.hasOwn(embeds?.data.providers ?? {}, feedProvider);
  return feedBlocksOf(pages).flatMap(({ block: { board, rssUrl, fallback }, source, path }) => {
    const known = pulled.get(rssUrl);
    const instead = fallback !== undefined ? 'its fallback' : hasFrames ? 'the provider’s board' : undefined;
    if (board === 'frame' || (known ? !areOutdated(known, clock) : instead)) return [];
    const result = instead === undefined ? 'leaves this block out' : `shows ${instead}`;
    const [state, hint] = known
      ? [
          `The headlines of this feed were last read on ${toIso(known.checked).slice(0, 10)}, a week ago or more`,
          'Run `galley pull`. If it cannot read the feed, name another one, or delete the block.',
        ]
      : [
          'No headlines of this feed have been read yet',
          'Read them with `galley pull`, or name a `fallback` of content/feeds.',
        ];
    return doubt(source, [...path, 'rssUrl'], `${state}, so the page ${result}.`, { hint });
  });
}

/** Order buttons on subscription pages that have no address. */
function addresseeDoubts({ shared: { site, data }, pages, broken }: Edition): Problem[] {
  if (site.data.contact?.email || broken.has(site.source.path)) return [];
  const hasOrders =
    !broken.has(pathOf('plans')) &&
    data.plans?.data.plans.some(({ url, path }) => url === undefined && path === undefined);
  const details = { rule: 'missing-key', severity: 'error' } as const;
  const contact = '`contact` with an `email` to site.yaml.';
  return pages.flatMap((page) => {
    if (!isOfKind(page, subscribe)) return [];
    const { source, data } = page;
    const found: Problem[] = [];
    if (hasOrders && !data.plans) {
      const hint = `Add \`plans\` with a \`department\`, a \`url\` to each plan, or ${contact}`;
      const message = 'The plans on this page have no address that orders go to.';
      found.push(doubt(source, ['template'], message, { ...details, hint }));
    }
    if (data.corporate && data.corporate.department === undefined) {
      const hint = `Add a \`department\`, or ${contact}`;
      const message = 'This button has no address that it writes to.';
      found.push(doubt(source, ['corporate'], message, { ...details, hint }));
    }
    return found;
  });
}

/** Pictures of a kind or size that feed readers and social networks cannot use. */
function pictureDoubts({ source, schema, data }: DescribedFile, pictures: Edition['pictures']): Problem[] {
  return referencesIn(schema, data).flatMap(({ reference, value, path }) => {
    const picture = pictures.get(String(value));
    const needs = reference.to === 'picture' ? reference.needs : undefined;
    // A picture that cannot be read has a size of one pixel and is reported elsewhere.
    if (!needs || !picture || picture.width <= 1) return [];
    const { kinds, isStrict, size: [width, height] = [picture.width, picture.width] } = needs;
    const problem = (severity: 'error' | 'warning', message: string, hint: string) =>
      doubt(source, path, message, { rule: 'invalid-picture', severity, hint });
    if (kinds && !kinds.some((kind) => String(value).toLowerCase().endsWith(`.${kind}`)))
      return problem(
        'error',
        'The programs that read this picture cannot show its kind.',
        'Save it as PNG or JPEG.',
      );
    if (picture.width === width && picture.height === height) return [];
    const size = needs.size ? `${width.toLocaleString('en-US')} by ${height} pixels` : 'a square';
    const message = `This picture is ${picture.width} by ${picture.height} pixels, but it should be ${size}.`;
    return problem(isStrict ? 'error' : 'warning', message, 'Change it in a picture program.');
  });
}

/** Pages at addresses that the site needs for its own pages and files, now or later. */
function addressDoubts(pages: readonly ParsedPage[]): Problem[] {
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
    const details = {
      rule: 'invalid-address',
      severity: 'error',
      hint: 'Give the page another address.',
    } as const;
    return reason ? [doubt(source, ['path'], `${reason}, so no page can be there.`, details)] : [];
  });
}

const day = 24 * 60 * 60 * 1000;

function dateDoubts({ shared: { site }, pages, clock }: Edition, posts: readonly ParsedPost[]): Problem[] {
  const { established } = site.data;
  function check(source: SourceFile, key: string, date: string | undefined, maxDays: number): Problem[] {
    if (date === undefined) return [];
    const hint = 'Is the year right?';
    if (!clock.isPast(Date.parse(date) - maxDays * day))
      return [doubt(source, [key], `This date is far in the future: ${date.slice(0, 10)}.`, { hint })];
    const year = Number(date.slice(0, 4));
    if (established === undefined || year >= established) return [];
    const message = `The paper was established in ${established}, and this date is of the year ${year}.`;
    return [doubt(source, [key], message, { hint })];
  }
  const isToCome =
    established !== undefined && established > Number(clock.read((date) => String(date.getUTCFullYear())));
  return [
    ...posts.flatMap(({ source, data }) => check(source, 'publishedDate', data.publishedDate, 2 * 366)),
    // A day is over sooner in other zones.
    ...pages.flatMap(({ source, data }) => check(source, 'updated', data.updated, 1)),
    ...(isToCome ? [doubt(site.source, ['established'], `${established} is in the future.`)] : []),
  ];
}

type Texts = ReturnType<typeof plainTextsIn>;

/** List entries that are probably two, and authors that start with the `By` that templates add. */
const wordDoubts = (source: SourceFile, texts: Texts): Problem[] =>
  texts.flatMap(({ path, text }) => {
    if (/^(?:tags|keywords)$/.test(String(path[0])) && /;\s/.test(text))
      return doubt(source, path, 'There is a semicolon in this entry of a list.', {
        hint: 'Replace the semicolon with a comma if these are two entries.',
      });
    if (path.at(-1) !== 'author' || !/^by\s/i.test(text)) return [];
    const suggestion = text.slice(3).trim();
    return doubt(source, path, 'This name starts with `By`, which the page adds itself.', { suggestion });
  });

/** Published posts that still have placeholders of `new`. */
const placeholderDoubts = ({ posts }: Edition): Problem[] =>
  posts.flatMap(({ parsed: { source, data, isPlaceholder: startsAsNew } }) => {
    if (data.draft) return [];
    const hint = 'Write your own.';
    const ofExcerpt = 'These are still the words that `new` wrote.';
    const ofText = 'The text of this post begins with the words that `new` wrote.';
    return [
      ...(isPlaceholder(data.excerpt) ? [doubt(source, ['excerpt'], ofExcerpt, { hint })] : []),
      ...(startsAsNew ? [doubt(source, ['title'], ofText, { hint })] : []),
    ];
  });

/** Markdown or HTML in a field that is shown as it is written. */
const markup =
  /(?<!\w)\*\*[^\s*][^*\n]{0,300}\*\*|(?<!\w)__[^\s_][^_\n]{0,300}__(?!\w)|(?<![\w*/])([*_])[^\s*_](?:[^*_\n]{0,300}[^\s*_])?\1(?![\w*])|\[[^\]\n]{1,200}\]\([^()\s]{1,500}\)|&(?:[a-z]{2,10}\d{0,2}|#x?[\da-f]{1,6});|<\/?[a-z][^<>\n]{0,200}>|\{\{|\{%/i;

function markdownInText(source: SourceFile, texts: Texts): Problem[] {
  const found = texts.flatMap(({ path, text }) => {
    const words = /:\/\/\S*$/.test(text) ? undefined : markup.exec(text)?.[0];
    return words === undefined ? [] : [{ path, words }];
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
      message: `Markdown and HTML do not work here, so \`${words}\` will appear as typed.`,
      hint: 'Delete its signs, and keep the words.',
    });
  });
}

/** The domains of the paper's address and of its mail. */
function ownDomains({ shared }: Edition): readonly string[] {
  const { contact, baseUrl } = shared.site.data;
  const host = new URL(baseUrl).hostname.replace(/^www\./, '');
  const mail = contact?.email?.replace(/^.*@/, '').toLowerCase() ?? host;
  return [...new Set([host, mail])].filter((domain) => domain.includes('.'));
}

/** Addresses of the paper that readers do not use: on the editor’s machine, where the paper is tried, or without https. */
function inwardAddresses(source: SourceFile, baseUrl: string, own: readonly string[]): Problem[] {
  const hosts = /https?:\/\/([a-z0-9.-]{1,253})(?::\d+)?(?=[/?#\s"')\]>]|$)/gi;
  const found = [...source.text.matchAll(hosts)].flatMap(({ index, 0: written, 1: host = '' }) => {
    const name = host.toLowerCase().replace(/^www\./, '');
    const [, test] = /^(staging|stage|dev|test|preview|beta|draft)\./.exec(name) ?? [];
    const isInsecure = baseUrl.startsWith('https:') && /^http:/i.test(written);
    const message = /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0)$/.test(name)
      ? `\`${host}\` is your own machine, which readers cannot reach.`
      : test && own.some((domain) => name.endsWith(`.${domain}`))
        ? `\`${host}\` seems to be a copy of the paper for tests; readers may not get in.`
        : isInsecure && own.includes(name)
          ? 'This link to the paper starts with `http:`, and the paper is at `https:`.'
          : undefined;
    return message === undefined ? [] : [{ message, start: index, end: index + written.length }];
  });
  const hint = 'Write a page of the paper without its host: `/about`.';
  return reportFirst(found, ({ message, start, end }) =>
    problemAt(placeOf(source.file, source.text, start, end), {
      rule: 'doubtful-value',
      severity: 'warning',
      message,
      hint,
    }),
  );
}
