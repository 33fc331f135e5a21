import type { Picture, Site } from './types.ts';
import { localeOf, wordsIn } from './words/words.ts';

export interface NewsletterMail {
  readonly site: Site;
  readonly intro: string | undefined;
  /** With absolute addresses. */
  readonly stories: readonly {
    readonly title: string;
    readonly excerpt: string;
    readonly category: string;
    /** When it was published. */
    readonly when: string;
    /** The label of a story that somebody paid for. */
    readonly sponsored: string | undefined;
    readonly url: string;
    readonly picture: Picture | undefined;
  }[];
  /** The name and the postal address of the paper, in lines. */
  readonly sender: string;
  readonly footer: string | undefined;
  readonly colors: Readonly<Record<'paper' | 'rule' | 'ink' | 'text' | 'muted' | 'link' | 'accent', string>>;
}

interface NewsletterProps {
  readonly mail: NewsletterMail;
  readonly contentSecurityPolicy: string;
}

const serif = 'Georgia, "Times New Roman", serif';
const sans = 'Helvetica, Arial, sans-serif';
const body = { font: `17px/1.45 ${serif}`, margin: '0 0 16px' };
const fine = { font: `14px/1.5 ${sans}`, margin: '0 0 8px' };
const image = { border: 0, display: 'block', height: 'auto', margin: '0 0 12px', width: '100%' };
const table = { borderCollapse: 'collapse', margin: '0 auto', maxWidth: '100%', width: '600px' } as const;

/** The whole document of an e-mail: tables and inline styles, because mail programs know little else. */
export function Newsletter({ mail, contentSecurityPolicy }: NewsletterProps) {
  const { site, intro, stories, sender, footer, colors } = mail;
  const words = wordsIn(site.language);
  const { paper, rule, ink, text, muted, link, accent } = colors;
  const lineAbove = { borderTop: `1px solid ${rule}`, padding: '20px 16px' };
  return (
    <html lang={localeOf(site.language)} dir={words.direction}>
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={contentSecurityPolicy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${site.name}: ${stories[0]?.title}`}</title>
      </head>
      <body style={{ background: paper, margin: 0 }}>
        {/* Mail programs show the first words beside the subject. */}
        <div style={{ display: 'none' }}>{stories[0]?.excerpt}</div>
        <table role="presentation" style={{ background: paper, ...table }}>
          <tbody>
            <tr>
              <td style={{ padding: '20px 16px' }}>
                <h1 style={{ color: ink, font: `bold 32px/1.1 ${serif}`, margin: '0 0 4px' }}>{site.name}</h1>
                <p style={{ color: muted, ...fine }}>{site.day?.text}</p>
                <p style={fine}>
                  <a href={`${site.baseUrl}/newsletter.html`} style={{ color: link }}>
                    {words.newsletter.onWeb}
                  </a>
                </p>
                {intro && <p style={{ color: text, ...body }}>{intro}</p>}
              </td>
            </tr>
            {stories.map(({ title, excerpt, category, when, sponsored, url, picture }) => (
              <tr key={url}>
                <td style={lineAbove}>
                  {picture && (
                    <a href={url}>
                      {/* Lazy, or React would preload it. */}
                      <img {...picture} alt={picture.alt} loading="lazy" style={image} />
                    </a>
                  )}
                  <p style={{ color: accent, ...fine, fontWeight: 'bold', margin: 0 }}>
                    {category} · {when}
                  </p>
                  {sponsored && <p style={{ ...fine, margin: 0 }}>{sponsored}</p>}
                  <h2 style={{ font: `bold 23px/1.2 ${serif}`, margin: '0 0 8px' }}>
                    <a href={url} style={{ color: ink, textDecoration: 'none' }}>
                      {title}
                    </a>
                  </h2>
                  <p style={{ color: text, ...body }}>{excerpt}</p>
                  <p style={fine}>
                    <a href={url} style={{ color: link, fontWeight: 'bold' }}>
                      {words.posts.read}
                    </a>
                  </p>
                </td>
              </tr>
            ))}
            <tr>
              <td style={lineAbove}>
                <p style={{ color: muted, ...fine, whiteSpace: 'pre-line' }}>{sender}</p>
                {footer && <p style={{ color: muted, ...fine }}>{footer}</p>}
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}
