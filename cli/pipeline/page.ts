import type {
  AdPlacement,
  ArchiveYear,
  Author,
  Book,
  Desk,
  FeedBlock,
  FormBlock,
  Html,
  Newsletter,
  Page,
  PageBody,
  PageHead,
  Plan,
  TeamMember,
} from '../../templates/types.ts';
import { createBoards } from '../feeds/boards.ts';
import { coverPath, initialsPath, pictureAt, placeholderAt, wordImagePath } from '../images/pictures.ts';
import type { ShareImages } from '../images/share-images.ts';
import { coverSize, initialsSize, wordImageSize } from '../images/sizes.ts';
import { groupBy } from '../lib/group-by.ts';
import { connectAll, fillTemplate } from '../page-kinds/embeds.ts';
import { eventsAhead } from '../page-kinds/event-dates.ts';
import type { PageFileOf, TemplateName } from '../page-kinds/page.ts';
import { createRelated } from '../page-kinds/related.ts';
import { type KeyPath, locate, placeAt, placeOf } from '../problems/locate.ts';
import { append, type Outcome, type Problem, problemAt } from '../problems/problem.ts';
import { createAligner } from '../problems/written.ts';
import type { EmbedFile, FeedBlockFile } from '../sources/embeds.ts';
import { createIds, markdown, shiftHeadings } from '../sources/markdown.ts';
import { feedText } from './feeds.ts';
import type { Edition, EditionPost } from './link.ts';
import type { ParsedPage } from './parse.ts';
import type { SourceFile } from './read.ts';
import { isHidden, listAddress, type Route, type YearOfPosts, yearAddress } from './route.ts';

/** Posts of its own that a category page opens with. */
const categoryPosts = 6;
/** Posts beside the lead on the front page: with it, the ten newest. */
const frontPagePosts = 9;

/**
 * What the page at a route shows: content files turned into what its template is given, Markdown drawn.
 * Pages are filled one by one, just before they are drawn, so that their texts need not all be held at once.
 */
export function createPages(edition: Edition, shareImages: ShareImages): (route: Route) => Outcome<Page> {
  const { pictures } = edition;
  const { site, embeds, radio, data } = edition.shared;
  const { heights } = embeds.data;
  const { embed, feed, ad, ownPath } = connectAll(embeds.data, edition.baseUrl);
  const pagesByPath = new Map(edition.pages.map((page) => [page.data.path, page]));
  const boardsOf = createBoards(edition.boards);
  const home = { title: 'Home', path: '/' };
  const relatedTo = createRelated(edition.posts);
  const authors = groupBy(data.team.data.team, ({ name }) => name.toLowerCase());
  const byCategoryPath = groupBy(edition.posts, ({ post }) => post.category.path ?? '');
  const yearsByArchive = new Map<string, readonly ArchiveYear[]>();
  const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
  const day = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });

  /** The feed blocks of one page, which must be drawn together: no story is on two of its boards. */
  function feedBlocks(
    blocks: readonly (FeedBlockFile & { readonly path?: string })[],
    frames: 'always' | 'without board',
  ): FeedBlock[] {
    const boards = boardsOf(blocks);
    return blocks.map(({ title, feedTitle, rssUrl, path }, i) => {
      const board = boards[i];
      const frame = { embed: feed(feedTitle, rssUrl), height: heights.feed };
      return { title, feedTitle, path, board, ...((!board || frames === 'always') && { frame }) };
    });
  }

  const ads = (): AdPlacement[] =>
    embeds.data.ads.placements.map(({ desktop, mobile }, i) => {
      const { house } = embeds.data.ads;
      const own = house[i % house.length];
      return {
        desktop: { ...desktop, embed: ad(desktop.slot) },
        mobile: { ...mobile, embed: ad(mobile.slot) },
        ...(own && { house: { ...own, picture: placeholderAt(wordImagePath(own.word), wordImageSize) } }),
      };
    });

  const events = () =>
    eventsAhead(data.events.data.events, { now: edition.now, timeZone: site.data.timeZone });

  /** Where the page of a template stands that only one page has. */
  const pathOf = (template: TemplateName) =>
    edition.pages.find(({ data }) => data.template === template)?.data.path;

  function fill(route: Route): Outcome<Page> {
    const problems: Problem[] = [];
    const idOf = createIds();

    /** Draws a Markdown text of `source`: the one under its front matter at `bodyOffset`, or the one at a path of its YAML. */
    function prose(text: string, source: SourceFile, at: KeyPath | number, headingShift = 0): Html {
      const { html, findings } = markdown(text, pictures, idOf);
      append(problems, markdownProblems(findings, text, source, at));
      return shiftHeadings(html, headingShift);
    }

    /** The text of a page of its own, drawn on this one, where it is under a heading. */
    const proseOf = ({ source, bodyOffset }: ParsedPage, body: string, headingShift = 0): Html =>
      prose(body, source, bodyOffset ?? ['body'], headingShift);

    /** The paper's own page of template `K` that an embed leads to, if it does: it is printed in place of a frame. */
    function ownPageBehind<K extends TemplateName>(file: EmbedFile, template: K) {
      const page = pagesByPath.get(ownPath(file) ?? '');
      return page?.data.template === template ? { page, data: page.data as PageFileOf<K> } : undefined;
    }

    function formBlock(file: EmbedFile, height: number): FormBlock {
      const own = ownPageBehind(file, 'embed-form');
      if (!own) return { embed: embed(file), height };
      const { category, email, message, body } = own.data;
      return {
        form: {
          category: file.category ?? category,
          email,
          message,
          body: proseOf(own.page, body),
        },
      };
    }

    const newsletter = (
      { title, text, form }: { title: string; text: string; form: EmbedFile },
      height: number,
    ): Newsletter => ({ title, text, block: formBlock(form, height) });

    switch (route.kind) {
      case 'post': {
        const { post, parsed } = route.post;
        const related = relatedTo(route.post);
        const section = pagesByPath.get(post.category.path ?? '')?.data;
        const upward = section
          ? { title: section.headline ?? section.title, path: section.path }
          : { title: 'Blog', path: '/blog' };
        const [teamPath, subscribePath] = [pathOf('about'), pathOf('subscribe')];
        const head: PageHead = {
          path: post.path,
          title: post.title,
          description: post.excerpt,
          keywords: [post.category.name, ...post.tags],
          headline: post.title,
          noindex: false,
          shareImage: shareImages.ofPost(route.post),
          breadcrumbs: [home, upward, { title: post.title, path: post.path }],
        };
        return {
          value: {
            ...head,
            kind: 'post',
            post,
            body: prose(parsed.body, parsed.source, parsed.bodyOffset),
            newer: route.newer?.post,
            older: route.older?.post,
            related: related.posts.map(({ post }) => post),
            relatedTitle: {
              category: `More from ${post.category.name}`,
              tags: 'Related stories',
              nothing: 'More stories',
            }[related.by],
            authors: authorsOf(post.author),
            teamPath: teamPath && `${teamPath}#Team`,
            newsletterPath: subscribePath && `${subscribePath}#Newsletter`,
          },
          problems,
        };
      }
      case 'blog': {
        const { path } = route.page.data;
        const pages = Array.from({ length: route.of }, (_, i) => ({
          number: i + 1,
          path: listAddress(path, i + 1),
        }));
        const head = headOf(route.page.data, route.address);
        const part = route.number > 1 ? `, page ${route.number}` : '';
        return {
          value: {
            ...head,
            title: head.title + part,
            shareImage: part ? shareImages.ofPage(head.title + part) : head.shareImage,
            description: part ? `${head.description} Page ${route.number} of ${route.of}.` : head.description,
            kind: 'blog',
            posts: route.posts.map(({ post }) => post),
            page: route.number,
            pages,
            feedPage: pathOf('rss') ?? '/rss.xml',
          },
          problems,
        };
      }
      case 'archives': {
        const { path } = route.page.data;
        const year = route.shown?.year;
        const head = headOf(route.page.data, route.address);
        const own = route.address !== path;
        return {
          value: {
            ...head,
            title: own ? `${head.title}: ${year}` : head.title,
            headline: own ? `${head.headline}: ${year}` : head.headline,
            shareImage: own ? shareImages.ofPage(`${head.headline}: ${year}`) : head.shareImage,
            description: own ? `${head.description} Stories of ${year}.` : head.description,
            breadcrumbs: own
              ? [home, { title: head.headline, path }, { title: year ?? '', path: route.address }]
              : head.breadcrumbs,
            kind: 'archives',
            year,
            months: route.shown
              ? monthsOf(route.shown).map(({ id, name, posts }) => ({
                  id,
                  name,
                  posts: posts.map(({ post }) => post),
                }))
              : [],
            years: archiveYears(path, route.years),
          },
          problems,
        };
      }
      case 'page': {
        const { source, data: file, bodyOffset } = route.page;
        const head = headOf(file, route.address);
        return { value: { ...head, ...bodyOf() }, problems };

        function bodyOf(): PageBody {
          const body = (text: string, at: KeyPath = ['body']) => prose(text, source, bodyOffset ?? at);
          switch (file.template) {
            case 'home': {
              const [featured, latest, ...more] = feedBlocks(
                [file.featured, file.latest, ...file.categoryFeeds, file.updates],
                'without board',
              );
              const updates = more.pop();
              if (!featured || !latest || !updates) throw new Error('The front page has lost a feed block');
              return {
                kind: 'home',
                lead: edition.lead?.post,
                posts: edition.posts
                  .filter((post) => post !== edition.lead)
                  .slice(0, frontPagePosts)
                  .map(({ post }) => post),
                featured,
                video: embed(file.video),
                poster: pictureAt(file.video.poster, undefined, pictures),
                latest,
                categoryFeeds: more,
                updates,
                newsletter: newsletter(file.newsletter, heights.newsletter),
                ads: ads(),
              };
            }
            case 'category': {
              const posts = byCategoryPath.get(file.path) ?? [];
              return {
                kind: 'category',
                feeds: feedBlocks(file.feeds, 'always'),
                body: file.body === undefined ? undefined : body(file.body),
                posts: posts.slice(0, categoryPosts).map(({ post }) => post),
                archive: posts.length > categoryPosts ? pathOf('archives') : undefined,
              };
            }
            case 'events':
              return {
                kind: 'events',
                wall: ownPageBehind(file.wall, 'embed-wall')
                  ? { events: events() }
                  : { embed: embed(file.wall), height: heights.wall },
              };
            case 'contact':
              return {
                kind: 'contact',
                form: formBlock(file.form, heights.contact),
                location: {
                  title: file.location.title,
                  body: prose(file.location.body, source, ['location', 'body']),
                },
                departments: data.departments.data.departments,
              };
            case 'about':
              return {
                kind: 'about',
                sections: file.sections.map((section, i) => ({
                  title: section.title,
                  body: prose(section.body, source, ['sections', i, 'body']),
                })),
                details: file.details,
                awards: file.awards,
                team: data.team.data.team.map(
                  ({ name, role, bio, image, imageAlt }): TeamMember => ({
                    name,
                    role,
                    bio,
                    picture:
                      pictureAt(image, imageAlt, pictures) ?? placeholderAt(initialsPath(name), initialsSize),
                  }),
                ),
                join: {
                  title: file.join.title,
                  body: prose(file.join.body, source, ['join', 'body']),
                  email: file.join.email,
                },
              };
            case 'subscribe': {
              const { title, text, label, department } = file.corporate;
              const deskOf = (department?: string): Desk =>
                data.departments.data.departments.find(({ name }) => name === department) ??
                site.data.contact;
              return {
                kind: 'subscribe',
                plans: data.plans.data.plans.map(
                  ({ url, path = url, price, ...plan }): Plan => ({ ...plan, path, price: price.toFixed(2) }),
                ),
                desk: deskOf(file.plans?.department),
                why: file.why,
                signIn: file.signIn,
                newsletter: newsletter(file.newsletter, heights.newsletterOnSubscribe),
                corporate: { title, text, label, email: deskOf(department).email },
              };
            }
            case 'text':
              return { kind: 'text', body: body(file.body) };
            case 'partners':
              return {
                kind: 'partners',
                documents: data.partners.data.documents.map(({ provider, id, title, about }) => {
                  const own = ownPageBehind({ provider, id, title }, 'embed-document');
                  return {
                    title,
                    about,
                    block: own
                      ? { document: proseOf(own.page, own.data.body, 1) }
                      : { embed: embed({ provider, id, title }), height: heights.document },
                  };
                }),
              };
            case 'faq': {
              const { source: faqSource, data: faq } = data.faq;
              return {
                kind: 'faq',
                categories: faq.categories.map(({ title, items }, i) => ({
                  id: idOf(title),
                  title,
                  items: items.map(({ q, a }, j) => ({
                    q,
                    a: prose(a, faqSource, ['categories', i, 'items', j, 'a']),
                  })),
                })),
              };
            }
            case 'rss':
              return { kind: 'rss', feedText: `/${feedText}`, feedUrl: `${edition.baseUrl}/rss.xml` };
            case 'radio': {
              const { name, description, nowPlaying, picture, pictureAlt, schedule, origin, port } =
                radio.data;
              return {
                kind: 'radio',
                station: { name, description, nowPlaying },
                picture: pictureAt(picture, pictureAlt, pictures),
                stream: `${origin ?? ''}/api/stream?port=${port}`,
                streamOrigin: origin,
                tip: file.tip,
                schedule,
                timeZone: site.data.timeZone,
              };
            }
            case 'books': {
              const { shop, books } = data.books.data;
              return {
                kind: 'books',
                banner: file.banner,
                all: { label: file.allLabel, url: shop.allUrl },
                books: books.map(
                  ({ title, author, isbn, url, cover }): Book => ({
                    title,
                    author,
                    isbn,
                    url: url ?? fillTemplate(shop.searchUrl, { query: isbn ?? `${title} ${author}` }),
                    cover:
                      pictureAt(cover, undefined, pictures) ??
                      placeholderAt(coverPath(title, author), coverSize),
                  }),
                ),
              };
            }
            case 'not-found':
              return { kind: 'not-found' };
            case 'embed-form':
              return {
                kind: 'embed-form',
                form: {
                  category: file.category,
                  email: file.email,
                  message: file.message,
                  body: body(file.body),
                },
              };
            case 'embed-document':
              return { kind: 'embed-document', body: body(file.body) };
            case 'embed-wall':
              return { kind: 'embed-wall', events: events() };
            case 'blog':
            case 'archives':
              throw new Error(`The template ${file.template} is routed as a list, never as a page`);
          }
        }
      }
    }
  }

  function headOf(file: Edition['pages'][number]['data'], address: string): PageHead {
    const headline = file.headline ?? file.title;
    return {
      path: address,
      title: file.title,
      description: file.description,
      keywords: file.keywords,
      headline,
      tagline: file.tagline,
      noindex: isHidden(file),
      shareImage:
        file.template === 'home' || isHidden(file) ? shareImages.ofPaper : shareImages.ofPage(headline),
      updated:
        file.updated === undefined
          ? undefined
          : { iso: file.updated, text: day.format(new Date(`${file.updated}T00:00:00Z`)) },
      breadcrumbs: file.path === '/' ? [home] : [home, { title: headline, path: file.path }],
    };
  }

  /** Those of the team whom a byline names: `Ada Lund`, or `Ada Lund and Ben Ortiz`. */
  const authorsOf = (byline: string): Author[] =>
    [byline, ...byline.split(/,\s*(?:and\s)?|\s(?:and|&)\s/)]
      .flatMap((name) => authors.get(name.trim().toLowerCase()) ?? [])
      .filter((author, i, all) => all.indexOf(author) === i)
      .map(({ name, role, bio }) => ({ name, role, bio }));

  /** The years of the archive at `path`, which every page of it lists. */
  function archiveYears(path: string, years: readonly YearOfPosts[]): readonly ArchiveYear[] {
    const known = yearsByArchive.get(path);
    if (known) return known;
    const listed = years.map((of) => ({
      year: of.year,
      path: yearAddress(path, of.year, years),
      count: of.posts.length,
      months: monthsOf(of).map(({ id, name, posts }) => ({ id, name, count: posts.length })),
    }));
    yearsByArchive.set(path, listed);
    return listed;
  }

  function monthsOf(year: YearOfPosts): { id: string; name: string; posts: EditionPost[] }[] {
    const months = groupBy(year.posts, ({ month }) => month);
    return [...months].map(([month, posts]) => ({
      id: `m-${month}`,
      name: monthName.format(new Date(`${month}-01T00:00:00Z`)),
      posts,
    }));
  }

  return fill;
}

/** What was wrong with a Markdown text, at its places in the file it stands in. */
export function markdownProblems(
  findings: ReturnType<typeof markdown>['findings'],
  text: string,
  source: SourceFile,
  at: KeyPath | number,
): Problem[] {
  const placeIn = (start: number, end: number) => placeOf(source.file, source.text, start, end);
  if (typeof at === 'number') {
    return findings.map(({ start, end, ...details }) => problemAt(placeIn(at + start, at + end), details));
  }
  const { yaml, value } = locate(source);
  const stretch = value(at);
  const whole = placeAt(source, at);
  const offset = yaml.offset + stretch.start;
  const align = createAligner(yaml.text.slice(stretch.start, stretch.end), text);
  return findings
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, ...details }) => {
      const lineEnd = text.indexOf('\n', start);
      const place = align({ start, end: lineEnd === -1 ? end : Math.min(end, Math.max(start + 1, lineEnd)) });
      return problemAt(place ? placeIn(offset + place.start, offset + place.end) : whole, details);
    });
}
