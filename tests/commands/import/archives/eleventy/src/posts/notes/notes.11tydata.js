module.exports = {
  tags: ['notes'],
  permalink: '/notes/{{ page.date.getFullYear() }}/{{ title | slugify }}.html',
  eleventyComputed: { lead: (data) => data.title },
};
