import type { CSSProperties, ReactNode } from 'react';
import type { Picture, Site } from './types.ts';
import { localeOf, wordsIn } from './words/words.ts';

/** A story of the newsletter, with absolute addresses. */
export interface MailStory {
  readonly title: string;
  readonly text: string;
  readonly category: string;
  /** The label of a story that somebody paid for. */
  readonly sponsored: string | undefined;
  readonly url: string;
  readonly picture: Picture | undefined;
}

const textColors = ['ink', 'text', 'muted', 'link', 'accent'] as const;
type Colors = Readonly<Record<'paper' | 'rule' | (typeof textColors)[number], string>>;

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
const body = { font: `17px/1.45 ${serif}`, margin: '0 0 16px' };
const fine = { font: `14px/1.5 ${sans}`, margin: '0 0 8px' };
const image = { border: 0, display: 'block', height: 'auto', margin: '0 0 12px', width: '100%' };
const table = { borderCollapse: 'collapse', margin: '0 auto', maxWidth: '100%', width: '600px' } as const;

/** The whole document of an e-mail: tables and inline styles, because mail programs know little else. */
export function Newsletter({ mail, contentSecurityPolicy }: NewsletterProps) {
  const { site, intro, stories, sender, footer, colors } = mail;
  const words = wordsIn(site.language);
  const { paper, rule, ...light } = colors.light;
  const lineAbove = { borderTop: `1px solid ${rule}`, padding: '20px 16px' };
  /** An element with a color of the theme; its class is for the dark scheme. */
  const colored = (
    Tag: 'a' | 'h1' | 'p',
    color: (typeof textColors)[number],
    style: CSSProperties,
    children: ReactNode,
    href?: string,
  ) => (
    <Tag className={color} href={href} style={{ color: light[color], ...style }}>
      {children}
    </Tag>
  );
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
        <table role="presentation" className="paper" style={{ background: paper, ...table }}>
          <tbody>
            <tr>
              <td style={{ padding: '20px 16px' }}>
                {colored('h1', 'ink', { font: `bold 32px/1.1 ${serif}`, margin: '0 0 4px' }, site.name)}
                {colored('p', 'muted', fine, site.day?.text)}
                <p style={fine}>
                  {colored('a', 'link', {}, words.newsletter.onWeb, `${site.baseUrl}/newsletter.html`)}
                </p>
                {intro && colored('p', 'text', body, intro)}
              </td>
            </tr>
            {stories.map(({ title, text, category, sponsored, url, picture }) => (
              <tr key={url}>
                <td className="rule" style={lineAbove}>
                  {picture && (
                    <a href={url}>
                      {/* Lazy, or React would preload it. */}
                      <img {...picture} alt={picture.alt} loading="lazy" style={image} />
                    </a>
                  )}
                  {colored('p', 'accent', { ...fine, fontWeight: 'bold', margin: 0 }, category)}
                  {sponsored && colored('p', 'muted', { ...fine, margin: 0 }, sponsored)}
                  <h2 style={{ font: `bold 23px/1.2 ${serif}`, margin: '0 0 8px' }}>
                    {colored('a', 'ink', { textDecoration: 'none' }, title, url)}
                  </h2>
                  {colored('p', 'text', body, text)}
                  <p style={fine}>{colored('a', 'link', { fontWeight: 'bold' }, words.posts.read, url)}</p>
                </td>
              </tr>
            ))}
            <tr>
              <td className="rule" style={lineAbove}>
                {colored('p', 'muted', { ...fine, whiteSpace: 'pre-line' }, sender.join('\n'))}
                {footer && colored('p', 'muted', fine, footer)}
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

/** The colors of the dark scheme, for mail programs that have one. */
function darkRules({ paper, rule, ...texts }: Colors): string {
  const colors = textColors.map((name) => `.${name}{color:${texts[name]}!important}`).join('');
  return `@media (prefers-color-scheme:dark){.paper{background:${paper}!important}.rule{border-color:${rule}!important}${colors}}`;
}
