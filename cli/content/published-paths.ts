/** The file of a page's address: `/` is `index.html`, `/blog` is `blog.html`, also beside a folder `blog/`. */
export const fileOf = (address: string): string =>
  address === '/' ? 'index.html' : `${address.slice(1)}.html`;

export const publishedAt = (path: string): string => path.slice('public/'.length);
