interface Token {
  readonly content: string;
  attrSet(name: string, value: string): void;
}

/** The part of markdown-it that is used: https://markdown-it.github.io/markdown-it/ */
interface MarkdownIt {
  set(options: { readonly html: boolean }): void;
  readonly renderer: {
    readonly rules: Record<
      string,
      (
        tokens: readonly Token[],
        i: number,
        options: unknown,
        environment: unknown,
        self: { renderToken(tokens: readonly Token[], i: number, options: unknown): string },
      ) => string
    >;
  };
}

/** The part of Eleventy that is used: https://www.11ty.dev/docs/config/ */
interface Eleventy {
  amendLibrary(name: 'md', amend: (markdown: MarkdownIt) => void): void;
  setQuietMode(quiet: boolean): void;
  addGlobalData(name: string, value: unknown): void;
}

/** Eleventy on its fast path: a JavaScript layout, no template language run over the Markdown, raw HTML off as in Galley. */
export default function configure(eleventy: Eleventy): object {
  eleventy.amendLibrary('md', (markdown) => {
    markdown.set({ html: false });
    // Headings get an id from their words, as in Galley.
    markdown.renderer.rules.heading_open = (tokens, i, options, _environment, self) => {
      const words = (tokens[i + 1]?.content ?? '').toLowerCase();
      tokens[i]?.attrSet('id', words.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, ''));
      return self.renderToken(tokens, i, options);
    };
  });
  eleventy.setQuietMode(true);
  eleventy.addGlobalData('layout', 'page.11ty.mjs');
  eleventy.addGlobalData(
    'permalink',
    () => (data: { readonly page: { readonly fileSlug: string } }) => `/blog/${data.page.fileSlug}.html`,
  );

  return {
    dir: { includes: process.env.BENCH_INCLUDES },
    markdownTemplateEngine: false,
    htmlTemplateEngine: false,
  };
}
