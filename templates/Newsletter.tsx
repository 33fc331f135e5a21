import type { CSSProperties, ReactNode } from 'react';
import type { Picture, Site } from './types.ts';
import { localeOf, wordsIn } from './words/words.ts';

/** A story of the newsletter, with absolute addresses. */
export interface MailStory {
  readonly title: string;
  readonly text: string;
  readonly category: string;
  readonly url: string;
  readonly picture: Picture | undefined;
}

type Colors = Readonly<Record<'paper' | 'rule' | 'ink' | 'text' | 'muted' | 'link' | 'accent', string>>;

export interface NewsletterMail {
  readonly site: Site;
  readonly intro: string | undefined;
  readonly stories: readonly MailStory[];
  /** The name and the postal address of the paper, in lines. */
  readonly sender: readonly string[];
  readonly footer: string | undefined;
  readonly colors: { readonly light: Colors; readonly dark: Colors };
}

interface NewsletterProps {
  readonly mail: NewsletterMail;
  readonly contentSecurityPolicy: string;
}

const serif = 'Georgia, "Times New Roman", serif';
const sans = 'Helvetica, Arial, sans-serif';

/** The whole document of an e-mail: tables and inline styles, because mail programs know little else. */
export function Newsletter({ mail, contentSecurityPolicy }: NewsletterProps) {
  const { site, intro, stories, sender, footer, colors } = mail;
  const words = wordsIn(site.language);
  const { paper, rule, ink, muted, link, text } = colors.light;
  const line = `1px solid ${rule}`;
  const body = { color: text, font: `17px/1.45 ${serif}`, margin: '0 0 16px' };
  const fine = { color: muted, font: `14px/1.5 ${sans}`, margin: '0 0 8px' };
  return (
    <html lang={localeOf(site.language)} dir={words.direction}>
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={contentSecurityPolicy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${site.name}: ${stories[0]?.title}`}</title>
        <style>{darkRules(colors.dark)}</style>
      </head>
      <body className="paper" style={{ background: paper, margin: 0 }}>
        {/* Mail programs show the first words beside the subject. */}
        <div style={{ display: 'none' }}>{stories[0]?.text}</div>
        <table
          role="presentation"
          className="paper"
          style={{
            background: paper,
            borderCollapse: 'collapse',
            margin: '0 auto',
            maxWidth: '100%',
            width: '600px',
          }}
        >
          <tbody>
            <Row>
              <h1 className="ink" style={{ color: ink, font: `bold 32px/1.1 ${serif}`, margin: '0 0 4px' }}>
                {site.name}
              </h1>
              <p className="muted" style={fine}>
                {site.day?.text} ·{' '}
                <a className="link" href={`${site.baseUrl}/newsletter.html`} style={{ color: link }}>
                  {words.newsletter.onWeb}
                </a>
              </p>
              {intro && (
                <p className="text" style={body}>
                  {intro}
                </p>
              )}
            </Row>
            {stories.map((story) => (
              <Row key={story.url} border={line}>
                <Story story={story} colors={colors.light} fine={fine} body={body} />
                <p style={{ font: `bold 15px/1.5 ${sans}`, margin: 0 }}>
                  <a className="link" href={story.url} style={{ color: link }}>
                    {words.posts.read}
                  </a>
                </p>
              </Row>
            ))}
            <Row border={line}>
              <p className="muted" style={{ ...fine, whiteSpace: 'pre-line' }}>
                {sender.join('\n')}
              </p>
              {footer && (
                <p className="muted" style={fine}>
                  {footer}
                </p>
              )}
            </Row>
          </tbody>
        </table>
      </body>
    </html>
  );
}

const Row = ({ border, children }: { readonly border?: string; readonly children: ReactNode }) => (
  <tr>
    <td className="rule" style={{ borderTop: border, padding: '20px 16px' }}>
      {children}
    </td>
  </tr>
);

interface StoryProps {
  readonly story: MailStory;
  readonly colors: Colors;
  readonly fine: CSSProperties;
  readonly body: CSSProperties;
}

const Story = ({ story, colors: { accent, ink }, fine, body }: StoryProps) => {
  const { title, text, category, url, picture } = story;
  return (
    <>
      {picture && (
        <a href={url}>
          <img
            {...picture}
            alt={picture.alt}
            // Else React would preload it.
            loading="lazy"
            style={{ border: 0, display: 'block', height: 'auto', margin: '0 0 12px', width: '100%' }}
          />
        </a>
      )}
      <p className="accent" style={{ ...fine, color: accent, fontWeight: 'bold', margin: 0 }}>
        {category}
      </p>
      <h2 style={{ font: `bold 23px/1.2 ${serif}`, margin: '0 0 8px' }}>
        <a className="ink" href={url} style={{ color: ink, textDecoration: 'none' }}>
          {title}
        </a>
      </h2>
      <p className="text" style={body}>
        {text}
      </p>
    </>
  );
};

/** The colors of the dark scheme, for mail programs that have one. */
function darkRules({ paper, rule, ...texts }: Colors): string {
  const colors = (['ink', 'text', 'muted', 'link', 'accent'] as const).map(
    (name) => `.${name}{color:${texts[name]}!important}`,
  );
  return `@media (prefers-color-scheme:dark){.paper{background:${paper}!important}.rule{border-color:${rule}!important}${colors.join('')}}`;
}
