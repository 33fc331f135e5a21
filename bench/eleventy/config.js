// Eleventy on its fast path: a JavaScript layout, no template language run over the Markdown, raw HTML off as in Galley.
export default function configure(config) {
  config.amendLibrary('md', (markdown) => {
    markdown.set({ html: false });
    // Galley gives headings an id from their words; so does this.
    markdown.renderer.rules.heading_open = (tokens, i, options, _env, self) => {
      const words = tokens[i + 1].content
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');
      tokens[i].attrSet('id', words);
      return self.renderToken(tokens, i, options);
    };
  });
  config.setQuietMode(true);
  config.addGlobalData('layout', 'page.11ty.js');
  config.addGlobalData('permalink', () => (data) => `/blog/${data.page.fileSlug}.html`);

  return {
    dir: { includes: process.env.BENCH_INCLUDES },
    markdownTemplateEngine: false,
    htmlTemplateEngine: false,
  };
}
