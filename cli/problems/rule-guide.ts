import type { Rule } from './problem.ts';

/** What a guide says of a rule. */
export type RuleGuide = {
  /** Why it is one. */
  readonly why: string;
} & (
  | RuleExample
  | {
      /** How the mistake looks where lines of a file cannot show it. */
      readonly about: string;
    }
);

export interface RuleExample {
  /** A file of `content/`. */
  readonly file: string;
  /** Lines with the mistake, and without it: keys with their values, all of a file, or what is below the front matter. */
  readonly wrong: string;
  readonly right: string;
  readonly part?: 'text' | 'file';
}

const post = 'blog/example.md';
const inText = { file: post, part: 'text' } as const;
const feed = (item: string) => `<rss version="2.0"><channel>
<title>Wire</title>
${item}
</channel></rss>`;
const pageOf = (front: string, text: string) => `${front}\n---\n${text}\n`;
const fields = `template: text
path: /ferry-rules
title: Ferry rules
description: What may come aboard.
keywords: [ferry]`;

/** Every rule, for docs/rules.md. A rule without an entry fails the type check; a test runs the examples. */
export const ruleGuides: Readonly<Record<Rule, RuleGuide>> = {
  'not-utf8': {
    why: 'In another encoding, letters with accents and quotation marks would become other signs.',
    about: 'A file that was saved as UTF-16 or Latin 1. Save it again as UTF-8.',
  },
  symlink: {
    why: 'A link may lead out of the content, and to a place that only one machine has.',
    about: 'A file or folder that is a link to another. Put a copy in its place.',
  },
  'too-large': {
    why: 'A file this large was not meant to be read: a picture or an archive was pasted into it.',
    about: 'A text file of more than 1 MiB, or a picture with too many pixels. Split it, or make it smaller.',
  },
  'stray-file': {
    why: 'A file that nothing uses would be missed by readers without a word.',
    about:
      'A file such as `data/book.yaml` or `blog/notes.txt`. Give it the right name, or move it to `public/`.',
  },
  unreadable: {
    why: 'What cannot be read cannot be published.',
    about: 'A file that the system does not open. Check who may read it.',
  },
  'missing-file': {
    why: 'Without it there is no site.',
    about: 'A paper without a file that every paper needs. Write it, or get it back from Git.',
  },
  'empty-file': {
    why: 'An empty file is usually one that was saved too early.',
    about: 'A file without any words, or with comments only. Fill it, or delete it.',
  },
  'merge-conflict': {
    why: 'Both versions would appear, with Git’s marks between them.',
    ...inText,
    wrong: '<<<<<<< ours\nThe ferry sails at nine.\n=======\nThe ferry sails at ten.\n>>>>>>> theirs',
    right: 'The ferry sails at ten.',
  },
  'wrong-encoding': {
    why: 'Readers would see `Ã©` where an é was.',
    file: post,
    wrong: 'excerpt: The cafÃ© at the landing opens.',
    right: 'excerpt: The café at the landing opens.',
  },
  'yaml-syntax': {
    why: 'The file cannot be read from there on.',
    file: post,
    wrong: 'title: The ferry: a history',
    right: 'title: "The ferry: a history"',
  },
  'yaml-tab': {
    why: 'YAML allows only spaces at the start of a line.',
    file: post,
    wrong: 'tags:\n\t- ferry',
    right: 'tags:\n  - ferry',
  },
  'yaml-indentation': {
    why: 'The number of spaces says what belongs to what.',
    file: 'radio.yaml',
    wrong: 'schedule:\n  - time: Noon\n    title: Bulletin\n   about: Ten minutes of news.',
    right: 'schedule:\n  - time: Noon\n    title: Bulletin\n    about: Ten minutes of news.',
  },
  'yaml-alias': {
    why: 'A word with `*` in front repeats what `&` has named; other text is lost.',
    file: post,
    wrong: 'title: *ferry',
    right: 'title: "*ferry"',
  },
  'comment-cuts-text': {
    why: 'What follows a space and `#` is a comment, so readers would not see it.',
    file: post,
    wrong: 'excerpt: The ferry is boat #1 again.',
    right: 'excerpt: "The ferry is boat #1 again."',
  },
  'duplicate-key': {
    why: 'Only one of the two could be used, and nobody would know which.',
    file: post,
    wrong: 'excerpt: One.\nexcerpt: Two.',
    right: 'excerpt: One.',
  },
  'repeated-word': {
    why: 'Readers would see it twice.',
    file: post,
    wrong: 'tags: [ferry, ferry]',
    right: 'tags: [ferry]',
  },
  'front-matter': {
    why: 'The fields of a Markdown file are between two lines of `---` at its top.',
    file: 'pages/ferry-rules.md',
    part: 'file',
    wrong: pageOf(fields, 'Dogs may.'),
    right: `---\n${pageOf(fields, 'Dogs may.')}`,
  },
  'front-matter-language': {
    why: 'Front matter is YAML; some programs run other languages, which could do anything.',
    file: 'pages/ferry-rules.md',
    part: 'file',
    wrong: `---js\n${pageOf(fields, 'Dogs may.')}`,
    right: `---\n${pageOf(fields, 'Dogs may.')}`,
  },
  'missing-key': {
    why: 'The page cannot be made without it.',
    file: 'radio.yaml',
    wrong: 'schedule:\n  - title: Bulletin\n    about: Ten minutes of news.',
    right: 'schedule:\n  - time: Noon\n    title: Bulletin\n    about: Ten minutes of news.',
  },
  'unknown-key': {
    why: 'What stands under a mistyped key would be lost without a word.',
    file: post,
    wrong: 'exerpt: The count took a morning.',
    right: 'excerpt: The count took a morning.',
  },
  'wrong-type': {
    why: 'YAML reads some words as numbers or as yes and no; quotation marks keep them texts.',
    file: post,
    wrong: 'id: 11',
    right: 'id: "11"',
  },
  'unknown-value': {
    why: 'Only the listed words mean something here.',
    file: 'site.yaml',
    wrong: 'shareImages: some',
    right: 'shareImages: pages',
  },
  'invalid-value': {
    why: 'The value does not have the form that pages or programs need.',
    file: 'site.yaml',
    wrong: 'timeZone: Chicago',
    right: 'timeZone: America/Chicago',
  },
  'invalid-date': {
    why: 'Without its zone nobody knows when a moment is; other forms differ between countries.',
    file: post,
    wrong: 'publishedDate: 11/19/2026',
    right: 'publishedDate: 2026-11-19T06:30:00-06:00',
  },
  'invalid-address': {
    why: 'Addresses have one form, so that links work on every host.',
    file: 'site.yaml',
    wrong: 'knownMissing: [/Sports/, /politics]',
    right: 'knownMissing: [/sports, /politics]',
  },
  'invalid-slug': {
    why: 'It becomes a part of the address of the post.',
    file: post,
    wrong: 'slug: The Ferry',
    right: 'slug: the-ferry',
  },
  'invalid-url': {
    why: 'Browsers would open nothing, or something else.',
    file: 'site.yaml',
    wrong: 'profiles: [social.example/ferry]',
    right: 'profiles: ["https://social.example/ferry"]',
  },
  'invalid-text': {
    why: 'A text that is empty, too long, or has invisible characters misleads readers or breaks a page.',
    file: post,
    wrong: 'excerpt: ""',
    right: 'excerpt: The count took a morning.',
  },
  'doubtful-value': {
    why: 'It is allowed, but very probably mistyped.',
    file: post,
    wrong: 'publishedDate: 1896-11-19T06:30:00-06:00',
    right: 'publishedDate: 2026-11-19T06:30:00-06:00',
  },
  'raw-html': {
    why: 'HTML in a text could break the page around it, or run a script.',
    ...inText,
    wrong: 'The <b>ferry</b> sails.',
    right: 'The **ferry** sails.',
  },
  'unsafe-link': {
    why: 'Such an address runs a program instead of opening a page.',
    ...inText,
    wrong: '[The timetable](javascript:alert(1))',
    right: '[The timetable](https://ferry.example/times)',
  },
  'heading-level': {
    why: 'The title of the page is its first heading; screen readers go by levels.',
    ...inText,
    wrong: '# The timetable',
    right: '## The timetable',
  },
  'missing-alt': {
    why: 'People who cannot see the picture need its words.',
    ...inText,
    wrong: '![](media/bridge.png)',
    right: '![The old bridge at noon](media/bridge.png)',
  },
  'markdown-slip': {
    why: 'Readers would see the signs as they are typed.',
    ...inText,
    wrong: '##The timetable',
    right: '## The timetable',
  },
  'duplicate-address': {
    why: 'Only one page can be at an address.',
    file: 'pages/ferry-rules.md',
    part: 'file',
    wrong: `---\n${pageOf(fields.replace('/ferry-rules', '/privacy'), 'Dogs may.')}`,
    right: `---\n${pageOf(fields, 'Dogs may.')}`,
  },
  'duplicate-id': {
    why: 'Programs know a post by its id, and a station by its port.',
    file: post,
    wrong: 'id: "3"',
    right: 'id: "2026-11-19-k7q2x"',
  },
  'unknown-reference': {
    why: 'The name leads to nothing.',
    file: post,
    wrong: 'category: Buisness',
    right: 'category: Business',
  },
  'missing-media': {
    why: 'Readers would see a gap instead of the picture.',
    file: post,
    wrong: 'imageUrl: media/bridges.png\nimageAlt: The old bridge at noon',
    right: 'imageUrl: media/bridge.png\nimageAlt: The old bridge at noon',
  },
  'invalid-picture': {
    why: 'Browsers could not show it, or programs that need a size could not use it.',
    about: 'A picture that is cut short, is not what its ending says, or has the wrong size. Save it again.',
  },
  'invalid-file': {
    why: 'Programs could not open it.',
    about: 'A sound or document that is not what its ending says. Export it again.',
  },
  'unsafe-file': {
    why: 'What runs on the paper’s own host has the rights of its pages.',
    about: 'A web page or a program in `public/`. Make it a page, or leave it out.',
  },
  'embed-sandbox': {
    why: 'A frame with the paper’s own address and scripts could remove its own limits.',
    about:
      'A provider whose `url` is a page of the paper, with both `allow-same-origin` and `allow-scripts` in its `sandbox`. Remove one.',
  },
  'embed-unset': {
    why: 'The page says that something is not connected yet.',
    file: 'pages/events.yaml',
    part: 'file',
    wrong: `template: events
path: /events
title: Events
description: What happens in town.
keywords: [events]
wall:
  provider: document
  id: unset
  title: What happens in town`,
    right: `template: events
path: /events
title: Events
description: What happens in town.
keywords: [events]
wall:
  provider: document
  id: rates
  title: What happens in town`,
  },
  'dead-link': {
    why: 'Readers would find nothing there.',
    ...inText,
    wrong: '[Write to us](/contakt)',
    right: '[Write to us](/contact)',
  },
  'moved-link': {
    why: 'Readers would arrive, but by a detour.',
    file: 'redirects.yaml',
    part: 'file',
    wrong: '- { from: /help, to: /faq }\n# and in a text: [Help](/help)',
    right: '- { from: /help, to: /faq }\n# and in a text: [Help](/faq)',
  },
  'redirect-chain': {
    why: 'Browsers and search engines give up after a few steps.',
    file: 'redirects.yaml',
    part: 'file',
    wrong: '- { from: /help.php, to: /help }\n- { from: /help, to: /faq }',
    right: '- { from: /help.php, to: /faq }\n- { from: /help, to: /faq }',
  },
  'redirect-loop': {
    why: 'Nobody would ever arrive.',
    file: 'redirects.yaml',
    part: 'file',
    wrong: '- { from: /help, to: /answers }\n- { from: /answers, to: /help }',
    right: '- { from: /help, to: /faq }\n- { from: /answers, to: /faq }',
  },
  'address-gone': {
    why: 'Links that others have made would lead nowhere.',
    about:
      'A page or post whose address was published at the commit of `check --since`, and would be no more. Name the old address among the `aliases` of its successor.',
  },
  'feed-syntax': {
    why: 'The feed cannot be read from there on.',
    file: 'feeds/wire.xml',
    part: 'file',
    wrong: feed('<item><title>Cats & dogs</title></item>'),
    right: feed('<item><title>Cats &amp; dogs</title></item>'),
  },
  'feed-item': {
    why: 'The headline could not be shown, or would lead nowhere.',
    file: 'feeds/wire.xml',
    part: 'file',
    wrong: feed('<item><title>A toll ends</title><pubDate>next Friday</pubDate></item>'),
    right: feed('<item><title>A toll ends</title><pubDate>Fri, 20 Nov 2026 06:30:00 -0600</pubDate></item>'),
  },
  'feed-failed': {
    why: 'The board keeps the headlines of the last time.',
    about: '`pull` could not read a feed. Open its address in a browser; often the host is down for a while.',
  },
  'feed-moved': {
    why: 'One day the old address will end.',
    about: 'A feed that answers from another address. Write the new one.',
  },
  'feed-gone': {
    why: 'There will be no new headlines.',
    about: 'A feed whose host says that it is gone for good. Name another feed.',
  },
  'not-a-feed': {
    why: 'There are no headlines in it.',
    file: 'feeds/wire.xml',
    part: 'file',
    wrong: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    right: feed('<item><title>A toll ends</title></item>'),
  },
  'needless-comment': {
    why: 'A comment `# meant: RULE` acknowledges the warnings of a rule on its own line and the next one. Where there is none any more, it would hide the next real one.',
    file: post,
    wrong: 'author: Ana Ruiz # meant: doubtful-value',
    right: 'author: Ana Ruiz',
  },
  'needless-known-missing': {
    why: 'While it is listed, nobody hears of dead links to it.',
    file: 'site.yaml',
    wrong: 'knownMissing: [/sports, /politics, /faq]',
    right: 'knownMissing: [/sports, /politics]',
  },
  'not-checked': {
    why: 'An address that readers know may be gone.',
    about: 'A file that had mistakes at the commit that `check --since` compares with. Look whether its address is still there.',
  },
  'more-problems': {
    why: 'A report of thousands of lines helps nobody; many problems may have one cause.',
    about: 'The last problem of a file that has more than a hundred. Correct those that are listed.',
  },
  'low-contrast': {
    why: 'Many people cannot read pale letters, nobody can in the sun.',
    file: 'theme.yaml',
    part: 'file',
    wrong: 'colors:\n  light:\n    muted: "#999999"',
    right: 'colors:\n  light:\n    muted: "#5c5c5c"',
  },
  'css-syntax': {
    why: 'Browsers skip what they cannot read without a word, and sometimes all that follows.',
    file: 'custom.css',
    part: 'file',
    wrong: '.lead__title { color: var(--accent)',
    right: '.lead__title { color: var(--accent) }',
  },
};
