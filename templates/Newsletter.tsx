import type { ReactNode } from 'react';
import type { EventsAhead, Picture, Site } from './types.ts';
import { localeOf, wordsIn } from './words/words.ts';

export interface NewsletterMail {
  readonly site: Site;
  /** The page of the newsletter, if there is one beside this document. */
  readonly page?: string | undefined;
  readonly intro: string | undefined;
  /** The editor's note, in Markdown and as HTML. */
  readonly note?: string | undefined;
  readonly noteHtml?: string | undefined;
  /** With absolute addresses. */
  readonly stories: readonly {
    readonly title: string;
    readonly excerpt: string;
    /** Its category, and when it was published; what an advertiser paid for has neither. */
    readonly category?: string;
    readonly when?: string;
    readonly sponsored: string | undefined;
    readonly url: string;
    readonly picture: Picture | undefined;
    /** From 1 for a line in a list to 5, where that shows. */
    readonly weight?: number | undefined;
  }[];
  readonly events?: EventsAhead | undefined;
  /** The name and the postal address of the paper, in lines. */
  readonly sender: string;
  readonly footer: string | undefined;
  /** What the mailer replaces by the address to unsubscribe, where that is a link. */
  readonly unsubscribe?: string | undefined;
  readonly colors: Readonly<Record<'paper' | 'rule' | 'ink' | 'text' | 'muted' | 'link' | 'accent', string>>;
}

const serif = 'Georgia, "Times New Roman", serif';
const sans = 'Helvetica, Arial, sans-serif';
const body = { font: `17px/1.45 ${serif}`, margin: '0 0 16px' };
const fine = { font: `14px/1.5 ${sans}`, margin: '0 0 8px' };
const image = { border: 0, display: 'block', height: 'auto', margin: '0 0 12px', width: '100%' };
/** Of headlines, in pixels, by the weight of the story. */
const sizes = [0, 0, 19, 23, 26, 30];
const table = { borderCollapse: 'collapse', margin: '0 auto', maxWidth: '100%', width: '600px' } as const;

/** The whole document of an e-mail: tables and inline styles, because mail programs know little else. */
export function Newsletter({
  mail,
  contentSecurityPolicy,
}: {
  readonly mail: NewsletterMail;
  readonly contentSecurityPolicy: string;
}) {
  const { site, page, intro, noteHtml, events, sender, footer, unsubscribe, colors } = mail;
  const stories = mail.stories.filter(({ weight }) => weight !== 1);
  const briefs = mail.stories.filter(({ weight }) => weight === 1);
  const words = wordsIn(site.language);
  const onWeb = site.baseUrl + (page ?? '/newsletter.html');
  const { paper, rule, ink, text, muted, link, accent } = colors;
  const row = (key: string, content: ReactNode) => (
    <tr key={key}>
      <td style={{ borderTop: `1px solid ${rule}`, padding: '20px 16px' }}>{content}</td>
    </tr>
  );
  const linkTo = (href: string, content: string) => (
    <a href={href} style={{ color: link }}>
      {content}
    </a>
  );
  return (
    <html lang={localeOf(site.language)} dir={words.direction}>
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={contentSecurityPolicy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${site.name}: ${mail.stories[0]?.title}`}</title>
      </head>
      <body style={{ background: paper, margin: 0 }}>
        {/* Mail programs show the first words beside the subject. */}
        <div style={{ display: 'none' }}>{mail.stories[0]?.excerpt}</div>
        {/* Beside a page of the newsletter this is a document of the site. */}
        <table role={page ? 'main' : 'presentation'} style={{ background: paper, ...table }}>
          <tbody>
            <tr>
              <td style={{ padding: '20px 16px' }}>
                <h1 style={{ color: ink, font: `bold 32px/1.1 ${serif}`, margin: '0 0 4px' }}>{site.name}</h1>
                <p style={{ color: muted, ...fine }}>{site.day?.text}</p>
                <p style={fine}>{linkTo(onWeb, words.newsletter.onWeb)}</p>
                {intro && <p style={{ color: text, ...body }}>{intro}</p>}
                {noteHtml && (
                  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered Markdown
                  <div style={{ color: text, ...body }} dangerouslySetInnerHTML={{ __html: noteHtml }} />
                )}
              </td>
            </tr>
            {stories.map(({ title, excerpt, category, when, sponsored, url, picture, weight = 3 }) =>
              row(
                url,
                <>
                  {picture && (
                    <a href={url}>
                      {/* Lazy, or React would preload it. */}
                      <img {...picture} alt={picture.alt} loading="lazy" style={image} />
                    </a>
                  )}
                  {when && (
                    <p style={{ color: accent, ...fine, fontWeight: 'bold', margin: 0 }}>
                      {category} · {when}
                    </p>
                  )}
                  {sponsored && <p style={{ ...fine, margin: 0 }}>{sponsored}</p>}
                  <h2 style={{ font: `bold ${sizes[weight]}px/1.2 ${serif}`, margin: '0 0 8px' }}>
                    <a
                      href={url}
                      rel={when ? undefined : 'sponsored noopener'}
                      style={{ color: ink, textDecoration: 'none' }}
                    >
                      {title}
                    </a>
                  </h2>
                  <p style={{ color: text, ...body }}>{excerpt}</p>
                  {when && (
                    <p style={fine}>
                      <a href={url} style={{ color: link, fontWeight: 'bold' }}>
                        {words.posts.read}
                      </a>
                    </p>
                  )}
                </>,
              ),
            )}
            {briefs.length > 0 &&
              row(
                'briefs',
                briefs.map(({ title, url }) => (
                  <p key={url} style={body}>
                    {linkTo(url, title)}
                  </p>
                )),
              )}
            {events &&
              row(
                'events',
                <>
                  <h2 style={{ color: ink, font: `bold 19px/1.3 ${sans}`, margin: '0 0 8px' }}>
                    {events.title}
                  </h2>
                  {events.events.map(({ title, where, text: when, path, cancelled }) => (
                    <p key={`${title} ${when}`} style={{ color: text, ...fine }}>
                      <b style={{ color: accent }}>{cancelled ? words.events.cancelled : when}</b>
                      <br />
                      {path ? linkTo(path.startsWith('/') ? site.baseUrl + path : path, title) : title}
                      {where && `, ${where}`}
                    </p>
                  ))}
                </>,
              )}
            {row(
              'sender',
              <>
                <p style={{ color: muted, ...fine, whiteSpace: 'pre-line' }}>{sender}</p>
                {(footer || unsubscribe) && (
                  <p style={{ color: muted, ...fine }}>
                    {unsubscribe ? footer?.split(unsubscribe)[0] : footer}
                    {unsubscribe && linkTo(unsubscribe, words.newsletter.unsubscribe)}
                    {unsubscribe && footer?.split(unsubscribe)[1]}
                  </p>
                )}
              </>,
            )}
          </tbody>
        </table>
      </body>
    </html>
  );
}
