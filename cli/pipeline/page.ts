import type {
  AdPlacement,
  ArchiveYear,
  Book,
  FeedBlock,
  FormBlock,
  Html,
  Newsletter,
  Page,
  PageBody,
  PageHead,
  Plan,
  Post,
  TeamMember,
} from '../../templates/types.ts';
import { coverSize, initialsSize, plateSize } from '../drawing/sizes.ts';
import { type KeyPath, locate, placeAt, placeOf } from '../problems/locate.ts';
import { append, type Outcome, type Problem, problemAt } from '../problems/problem.ts';
import type { EmbedFile, FeedBlockFile } from '../schemas/embeds.ts';
import type { PageFileOf, TemplateName } from '../schemas/page.ts';
import { createBoards } from './boards.ts';
import { connectAll, fillTemplate } from './embeds.ts';
import { feedText } from './feeds.ts';
import { groupBy } from './group-by.ts';
import type { Edition, EditionPost } from './link.ts';
import { createIds, markdown, shiftHeadings } from './markdown.ts';
import type { ParsedPage } from './parse.ts';
import { coverPath, drawnAt, initialsPath, pictureAt, platePath } from './pictures.ts';
import type { SourceFile } from './read.ts';
import { isHidden, listAddress, type Route, type YearOfPosts, yearAddress } from './route.ts';
import type { ShareImages } from './share-images.ts';

/** Posts of its own category that an article and a category page point to. */
const relatedPosts = 3;
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
  const byCategory = groupBy(edition.posts, ({ post }) => post.category.name);
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
        ...(own && { house: { ...own, picture: drawnAt(platePath(own.word), plateSize) } }),
      };
    });

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
        const newest = (byCategory.get(post.category.name) ?? []).slice(0, relatedPosts + 1);
        const related = newest.filter((other) => other !== route.post);
        const head: PageHead = {
          path: post.path,
          title: post.title,
          description: post.excerpt,
          keywords: [post.category.name, ...post.tags],
          headline: post.title,
          noindex: false,
          shareImage: shareImages.ofPost(route.post),
          breadcrumbs: [home, { title: 'Blog', path: '/blog' }, { title: post.title, path: post.path }],
        };
        return {
          value: {
            ...head,
            kind: 'post',
            post,
            body: prose(parsed.body, parsed.source, parsed.bodyOffset),
            newer: route.newer?.post,
            older: route.older?.post,
            related: related.slice(0, relatedPosts).map(({ post }) => post),
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
            case 'category':
              return {
                kind: 'category',
                feeds: feedBlocks(file.feeds, 'always'),
                body: file.body === undefined ? undefined : body(file.body),
                posts: postsAt(file.path),
              };
            case 'events':
              return {
                kind: 'events',
                wall: ownPageBehind(file.wall, 'embed-wall')
                  ? { events: data.events.data.events }
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
                      pictureAt(image, imageAlt, pictures) ?? drawnAt(initialsPath(name), initialsSize),
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
              const corporate = data.departments.data.departments.find(({ name }) => name === department);
              return {
                kind: 'subscribe',
                plans: data.plans.data.plans.map(
                  (plan): Plan => ({
                    ...plan,
                    price: plan.price.toFixed(2),
                    path: plan.path ?? '#Newsletter',
                  }),
                ),
                why: file.why,
                signIn: file.signIn,
                newsletter: newsletter(file.newsletter, heights.newsletterOnSubscribe),
                corporate: { title, text, label, email: corporate?.email ?? site.data.contact.email },
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
                      pictureAt(cover, undefined, pictures) ?? drawnAt(coverPath(title, author), coverSize),
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
              return { kind: 'embed-wall', events: data.events.data.events };
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

  /** The newest posts whose category has its page at `path`. */
  const postsAt = (path: string): Post[] =>
    edition.posts
      .filter(({ post }) => post.category.path === path)
      .slice(0, relatedPosts)
      .map(({ post }) => post);

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
  // A YAML text is indented and folded in its file, so what was found is looked for again, from where the last was found.
  const { yaml, value } = locate(source);
  const stretch = value(at);
  const whole = placeAt(source, at);
  const written = source.text.slice(0, yaml.offset + stretch.end);
  let from = yaml.offset + stretch.start;
  let missed = 0;
  return findings.map(({ start, end, ...details }) => {
    const lineEnd = text.indexOf('\n', start);
    const words = text.slice(start, Math.min(end, lineEnd === -1 ? end : Math.max(start, lineEnd)));
    const found = missed < mostMissed ? written.indexOf(words, from) : -1;
    if (found === -1) {
      missed += 1;
      return problemAt(whole, details);
    }
    from = found + words.length;
    return problemAt(placeIn(found, from), details);
  });
}

/** Each search for words that the file spells in another way goes through all of the text, so there are only so many. */
const mostMissed = 100;
