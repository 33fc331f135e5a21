// The site of the Orchard Post.
const input = 'src';

module.exports = function (eleventyConfig) {
  eleventyConfig.addPassthroughCopy({ 'src/img': 'img' });
  eleventyConfig.addPassthroughCopy('src/posts/**/*.jpg');
  eleventyConfig.addShortcode('image', (src, alt, caption) =>
    caption
      ? `<figure><img src="${src}" alt="${alt}"><figcaption>${caption}</figcaption></figure>`
      : `<img src="${src}" alt="${alt}">`,
  );
  eleventyConfig.addShortcode('year', () => '2021');
  eleventyConfig.addPairedShortcode('callout', (text, kind) => `<aside class="${kind}">${text}</aside>`);
  eleventyConfig.addFilter('upper', (text) => text.toUpperCase());
  eleventyConfig.setFrontMatterParsingOptions({ excerpt: true, excerpt_separator: '<!-- excerpt -->' });
  return {
    dir: { input: 'src', output: '_site', includes: '_includes', data: '_data' },
    markdownTemplateEngine: 'njk',
    htmlTemplateEngine: 'njk',
  };
};
