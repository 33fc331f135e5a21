import { Image } from '../parts/Image.tsx';
import { ButtonLink, MailLink, PhoneLink } from '../parts/Links.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Pagination, type Paging } from '../parts/Pagination.tsx';
import { Prose } from '../parts/Prose.tsx';
import { Section } from '../parts/Section.tsx';
import { Share } from '../parts/Share.tsx';
import { unbroken } from '../parts/Story.tsx';
import type { MarkdownText, Moment, NavItem, Notice, PageHead, PageProps, WithWords } from '../types.ts';

/** A list of notices, or one of them. */
export interface NoticesPageProps extends PageHead {
  readonly list?: {
    /** The kinds with the numbers of their notices, after all of them together. */
    readonly tabs: readonly (NavItem & { readonly count: number })[];
    /** The address of the one that is shown. */
    readonly tab: string;
    readonly days: readonly (readonly Notice[])[];
    /** Whether notices of several kinds are in it. */
    readonly hasKinds: boolean;
    /** The address of the names on all its pages, if it has several. */
    readonly names: string | undefined;
    readonly paging: Paging;
  };
  /** How readers place a notice. */
  readonly offer?:
    | {
        readonly title: string;
        readonly text?: string | undefined;
        readonly prices: readonly { readonly name: string; readonly price: string }[];
        readonly path?: string | undefined;
        readonly button?: string | undefined;
        readonly note?: string | undefined;
      }
    | undefined;
  /** The next services. */
  readonly services?: readonly (NavItem & { readonly when: Moment; readonly where: string | undefined })[];
  readonly notice?: Notice;
  readonly body?: MarkdownText | undefined;
}

export function NoticesPage({ page, site, words }: PageProps<NoticesPageProps>) {
  const { notice, body, offer, services = [] } = page;
  if (notice) return <NoticeText notice={notice} page={page} body={body} site={site} words={words} />;
  return (
    <>
      <PageHeader page={page} words={words} />
      <div className="notices">
        <NoticeList page={page} words={words} />
        {(offer || services.length > 0) && (
          <div className="notices__side">
            {offer && <Offer offer={offer} words={words} />}
            {services.length > 0 && (
              <Section id="Services" title={words.notices.services}>
                <ul className="notices__services">
                  {services.map(({ title, path, when, where }) => (
                    <li key={path}>
                      <a href={path}>{title}</a>
                      <p className="fine">
                        <time dateTime={when.iso}>{when.text}</time>
                        {where && <>, {where}</>}
                      </p>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </div>
        )}
      </div>
    </>
  );
}

function NoticeList({ page: { list, feed }, words }: WithWords & { readonly page: NoticesPageProps }) {
  if (!list) return null;
  const { tabs, tab, days, names, paging, hasKinds } = list;
  return (
    <div>
      <div className="notices__bar">
        <nav className="notices__tabs" aria-label={words.notices.kinds}>
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
        {days.length > 0 && (
          <search className="search screen-only" data-filter={names ?? ''} data-scripted>
            <label htmlFor="Name" className="visually-hidden">
              {words.notices.find}
            </label>
            <input id="Name" type="search" autoComplete="off" placeholder={words.notices.find} />
            <p className="fine" role="status" />
          </search>
        )}
      </div>
      {days.length === 0 && <p>{words.notices.none}</p>}
      {days.map(([first, ...others]) => (
        <section key={first?.day.iso} className="notices__day" aria-labelledby={`Day-${first?.day.iso}`}>
          <h2 id={`Day-${first?.day.iso}`}>
            <time dateTime={first?.day.iso}>{first?.day.text}</time>
          </h2>
          <ul>
            {[first ?? [], others].flat().map((notice) => (
              <li key={notice.path} data-name={`${notice.title} ${notice.place ?? ''}`}>
                <Entry notice={notice} hasKind={hasKinds} words={words} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ul className="names text-links" data-others />
      <Pagination
        paging={paging}
        words={{ ...words, list: { ...words.list, newer: words.notices.newer, older: words.notices.older } }}
      />
      {feed && (
        <p className="notices__feed">
          <ButtonLink href={feed.path}>{words.posts.feed}</ButtonLink>
        </p>
      )}
    </div>
  );
}

interface NoticeProps extends WithWords {
  readonly notice: Notice;
}

const Entry = ({ notice, hasKind, words }: NoticeProps & { readonly hasKind: boolean }) => {
  const { title, path, picture, years, place, excerpt, service, isPaid, category } = notice;
  return (
    <article className="notice">
      {picture && <Image picture={{ ...picture, alt: '' }} small className="notice__face" sizes="100px" />}
      <div>
        {hasKind && <p className="badge">{category.name}</p>}
        <h3>
          <a href={path}>{title}</a>
        </h3>
        {years && <p className="badge">{years}</p>}
        {place && <p className="fine">{place}</p>}
        {excerpt && <p>{unbroken(excerpt)}</p>}
        {service && <Service service={service} />}
        {isPaid && <p className="fine">{words.notices.paid}</p>}
      </div>
    </article>
  );
};

const Service = ({ service: { iso, text, where } }: { readonly service: NonNullable<Notice['service']> }) => (
  <p className="notice__service">
    <time dateTime={iso}>{unbroken(text)}</time>
    {where && (
      <>
        {' '}
        <span>{where}</span>
      </>
    )}
  </p>
);

/** How to place a notice. */
const Offer = ({ offer }: { readonly offer: NonNullable<NoticesPageProps['offer']> } & WithWords) => (
  <section className="facts" aria-labelledby="Offer">
    <h2 id="Offer">{offer.title}</h2>
    {offer.text && <p>{offer.text}</p>}
    {offer.prices.length > 0 && (
      <dl className="notices__prices">
        {offer.prices.map(({ name, price }) => (
          <div key={name}>
            <dt>{name}</dt> <dd>{price}</dd>
          </div>
        ))}
      </dl>
    )}
    {offer.path && (
      <p>
        <ButtonLink href={offer.path} strong>
          {offer.button ?? offer.title}
        </ButtonLink>
      </p>
    )}
    {offer.note && <p className="fine">{offer.note}</p>}
  </section>
);

/** A notice on its own page. */
function NoticeText({
  notice,
  page,
  body,
  site,
  words,
}: NoticeProps & Pick<PageProps<NoticesPageProps>, 'page' | 'site'> & Pick<NoticesPageProps, 'body'>) {
  const { picture, form, years, born, died, place, service, contact, isPaid, isOver, published, until } =
    notice;
  const { notices } = words;
  const facts = (
    [
      [notices.born, born && <time dateTime={born.iso}>{born.text}</time>],
      [notices.died, died && <time dateTime={died.iso}>{died.text}</time>],
      [notices.place, place],
      [form === 'obituary' ? notices.service : notices.meeting, service && <Service service={service} />],
      [form === 'obituary' ? notices.gifts : notices.contact, contact && <Contact contact={contact} />],
      [
        notices.published,
        <>
          <time dateTime={published.iso}>{published.text}</time>
          {isPaid && ` · ${notices.paid}`}
        </>,
      ],
      [notices.until, until && <time dateTime={until.iso}>{until.text}</time>],
    ] as const
  ).filter(([, value]) => value);
  return (
    <article className={`notice-text notice-text--${form}`}>
      <PageHeader page={page} words={words}>
        {years && <p className="badge">{years}</p>}
      </PageHeader>
      {isOver && <p className="notice-text__over">{notices.expired}</p>}
      {picture && <Image picture={picture} eager sizes="(min-width: 48em) 20rem, 66vw" />}
      <div className="notice-text__words">
        {body && <Prose text={body} />}
        <dl className="details-list">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Share
          title={notice.title}
          url={site.baseUrl + notice.path}
          words={{ ...words, share: { ...words.share, title: notices.share } }}
        />
      </div>
    </article>
  );
}

function Contact({ contact: { email, phone, link } }: { readonly contact: NonNullable<Notice['contact']> }) {
  if (email) return <MailLink address={email} />;
  if (phone) return <PhoneLink number={phone} />;
  return link && <a href={link.path}>{link.title}</a>;
}
