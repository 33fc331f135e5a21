/** What every post says of itself. */
export interface Fields {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly author: string;
  readonly publishedDate: string;
  readonly category: string;
  readonly tags: readonly string[];
}

/** The ways in which editors write front matter. */
export const shapes = ['flow', 'block', 'quoted', 'folded', 'wrapped', 'commented'] as const;
export type Shape = (typeof shapes)[number];

/** Those in which a title may have a colon. */
export const quotedShapes: ReadonlySet<Shape> = new Set(['quoted', 'commented']);

/** YAML that says `fields`, without its fences. */
export const writeFields: Readonly<Record<Shape, (fields: Fields) => string>> = {
  flow: (fields) => `${start(fields)}
excerpt: ${fields.excerpt}
${source(fields)}
tags: [${fields.tags.join(', ')}]
`,

  block: (fields) => `${start(fields)}
excerpt: ${fields.excerpt}
${source(fields)}
tags:
${list(fields.tags, '  - ')}
`,

  quoted: ({ id, title, excerpt, author, publishedDate, category, tags }) => `id: ${JSON.stringify(id)}
title: ${JSON.stringify(title)}
excerpt: ${JSON.stringify(excerpt)}
author: ${JSON.stringify(author)}
publishedDate: ${JSON.stringify(publishedDate)}
category: ${JSON.stringify(category)}
tags: [${tags.map((tag) => JSON.stringify(tag)).join(', ')}]
`,

  folded: (fields) => `${start(fields)}
${source(fields)}
excerpt: >-
${list(linesOf(fields.excerpt), '  ')}
tags:
${list(fields.tags, '- ')}
`,

  wrapped: (fields) => `${start(fields)}
excerpt: ${linesOf(fields.excerpt).join('\n  ')}
tags: [
  ${fields.tags.join(',\n  ')},
]
${source(fields)}
`,

  commented: ({ id, title, excerpt, author, publishedDate, category, tags }) => `# Held for the weekend.
id: '${id}'

title: ${singleQuoted(title)}
author: ${author}  # with the city desk
category: ${category}

publishedDate: '${publishedDate}'

# For cards and search results.
excerpt: ${singleQuoted(excerpt)}
tags:
  # Cards show the first two.
${list(tags, '  - ')}
`,
};

const start = ({ id, title }: Fields) => `id: "${id}"\ntitle: ${title}`;

const source = ({ author, publishedDate, category }: Fields) =>
  `author: ${author}\npublishedDate: ${publishedDate}\ncategory: ${category}`;

const list = (items: readonly string[], before: string) => items.map((item) => before + item).join('\n');

const singleQuoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A text in lines that an editor's window shows whole. */
const linesOf = (text: string): readonly string[] => text.match(/\S.{0,71}(?=\s|$)/g) ?? [];
