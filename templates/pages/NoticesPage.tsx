import { Image } from '../parts/Image.tsx';
import { ButtonLink } from '../parts/Links.tsx';
import { Needs } from '../parts/Needs.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Pagination, type Paging } from '../parts/Pagination.tsx';
import { Prose } from '../parts/Prose.tsx';
import { unbroken } from '../parts/Story.tsx';
import type { MarkdownText, NavItem, Notice, PageHead, PageProps, Post, WithWords } from '../types.ts';

/** A list of notices, or one of them. */
export interface NoticesPageProps extends PageHead {
  readonly list?: {
    /** The kinds with the numbers of their notices, after all of them together. */
    readonly tabs: readonly (NavItem & { readonly count: number })[];
    /** The address of the one that is shown. */
    readonly tab: string;
    readonly days: readonly (readonly Entry[])[];
    /** The page that searches those of other pages as well. */
    readonly search: string | undefined;
    readonly paging: Paging;
  };
  readonly post?: Post;
  readonly notice?: Notice;
  readonly life?: object;
  /** Of the notice; beside a list, how to place one. */
  readonly text?: MarkdownText | undefined;
}

interface Entry {
  readonly post: Post;
  readonly notice: Notice;
}

export function NoticesPage({ page, words }: PageProps<NoticesPageProps>) {
  const { list, post, notice, text } = page;
  if (post && notice) return <NoticeText page={page} post={post} notice={notice} words={words} />;
  return (
    <>
      <PageHeader page={page} words={words} />
      <div className="notices">
        {list && <NoticeList list={list} feed={page.feed} words={words} />}
        {text && (
          <div className="facts">
            <Needs parts={['facts']} />
            <Prose text={text} />
          </div>
        )}
      </div>
    </>
  );
}

function NoticeList({
  list: { tabs, tab, days, search, paging },
  feed,
  words,
}: WithWords & { readonly list: NonNullable<NoticesPageProps['list']> } & Pick<PageHead, 'feed'>) {
  const { notices } = words;
  return (
    <div>
      <nav className="notices__tabs" aria-label={notices.kinds}>
        <ul>
          {tabs.map(({ title, path, count }) => (
            <li key={path}>
              <a href={path} aria-current={path === tab ? 'page' : undefined}>
                {title} <span>{count}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {days.length === 0 && <p>{notices.none}</p>}
      <search className="search screen-only" data-filter data-scripted>
        <input type="search" autoComplete="off" placeholder={notices.find} aria-label={notices.find} />
        <p className="fine text-links">
          <span role="status" /> {search && <a href={search}>{notices.findAll}</a>}
        </p>
      </search>
      {days.map((entries) => (
        <section key={entries[0]?.notice.day.iso} className="notices__day">
          <h2>
            <time dateTime={entries[0]?.notice.day.iso}>{entries[0]?.notice.day.text}</time>
          </h2>
          <ul>
            {entries.map(({ post, notice: { years, place, service, isPaid } }) => (
              <li key={post.path} className="notice" data-name={`${post.title} ${place ?? ''}`}>
                {post.picture && <Image picture={{ ...post.picture, alt: '' }} small sizes="100px" />}
                <div>
                  {tab === tabs[0]?.path && <p className="badge">{post.category.name}</p>}
                  <h3>
                    <a href={post.path}>{post.title}</a>
                  </h3>
                  {years && <p className="badge">{years}</p>}
                  {place && <p className="fine">{place}</p>}
                  {post.excerpt && <p>{unbroken(post.excerpt)}</p>}
                  {service && (
                    <p className="notice__service">
                      <Fact fact={service} />
                    </p>
                  )}
                  {isPaid && <p className="fine">{notices.paid}</p>}
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Pagination paging={paging} words={words} />
      {feed && <ButtonLink href={feed.path}>{words.posts.feed}</ButtonLink>}
    </div>
  );
}

function Fact({ fact: { text, iso, path, more } }: { readonly fact: Notice['facts'][number] }) {
  if (path) return <a href={path}>{text}</a>;
  return (
    <>
      {iso ? <time dateTime={iso}>{unbroken(text)}</time> : text} {more && <span>{more}</span>}
    </>
  );
}

/** A notice on its own page; the portrait is whole. */
const NoticeText = ({ page, post, notice, words }: Entry & Omit<PageProps<NoticesPageProps>, 'site'>) => (
  <article className="notice-text">
    <PageHeader page={page} words={words}>
      {notice.years && <p className="badge">{notice.years}</p>}
    </PageHeader>
    {notice.isOver && <p className="notice-text__over">{words.notices.expired}</p>}
    {post.picture && <Image picture={post.picture} eager sizes="(min-width: 48em) 20rem, 66vw" />}
    <div>
      {page.text?.markdown.trim() && <Prose text={page.text} />}
      <dl className="details-list">
        {notice.facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>
              <Fact fact={fact} />
            </dd>
          </div>
        ))}
      </dl>
      {notice.isPaid && <p className="fine">{words.notices.paid}</p>}
    </div>
  </article>
);
