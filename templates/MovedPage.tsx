import { localeOf, wordsIn } from './words/words.ts';

/** Where the page of a former address is now. */
export interface MovedTo {
  /** An address of the paper, or of another site. */
  readonly href: string;
  /** The same with its host, without `#part`. */
  readonly canonical: string;
}

interface MovedPageProps {
  readonly to: MovedTo;
  /** Of the site, as in `en-us`. */
  readonly language: string;
  readonly contentSecurityPolicy: string;
}

/** The whole document at a former address: it sends readers on, by itself or by its link, and search engines too. */
export function MovedPage({ to, language, contentSecurityPolicy }: MovedPageProps) {
  const { href, canonical } = to;
  const words = wordsIn(language);
  return (
    <html lang={localeOf(language)} dir={words.direction}>
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={contentSecurityPolicy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{words.moved.title}</title>
        <link rel="canonical" href={canonical} />
        <meta httpEquiv="refresh" content={`0; url=${href}`} />
        <meta name="robots" content="noindex" />
      </head>
      <body>
        <p>
          {words.moved.to} <a href={href}>{href}</a>.
        </p>
      </body>
    </html>
  );
}
