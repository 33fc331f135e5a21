import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeSnapshot } from '../../cli/headlines/snapshots.ts';
import { write } from '../helpers.ts';

/** A paper, what is built of it, and how. */
export interface Project {
  readonly content: string;
  readonly feeds: string;
  readonly out: string;
  /** The folder of the caches. */
  readonly builds: string;
  /** In milliseconds. */
  now: number;
  readonly flags: Set<string>;
  /** A folder of the program: there are two, with other templates. */
  program: number;
}

/** Numbers that are the same for the same seed: https://en.wikipedia.org/wiki/Xorshift */
export function numbersFrom(seed: number): (below: number) => number {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

const hour = 3_600_000;
const someWords = 'river ferry council *market* bridge “ice” snow & rope <b> lamp ## #hash'.split(' ');
const categories = ['Business', 'River Life', 'Markets'];
const addresses = [
  '/about',
  '/blog/heron-count',
  '/faq#Landing',
  '/nowhere',
  'https://else.example/',
  '#top',
];

type Pick = <T>(from: readonly T[]) => T;
type Edit = (project: Project, pick: Pick, next: (below: number) => number) => void;

/** Makes one change to a project that an editor, a clock or an accident may make; gives its name. */
export function editAtRandom(project: Project, next: (below: number) => number): string {
  const pick: Pick = (from) => from[next(from.length)] as (typeof from)[number];
  const [name, edit] = pick(Object.entries(edits));
  edit(project, pick, next);
  return name;
}

const filesIn = (folder: string, ending: RegExp): string[] =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

const change = (path: string | undefined, to: (text: string) => string) => {
  if (path !== undefined) writeFileSync(path, to(readFileSync(path, 'utf8')));
};

const postsOf = ({ content }: Project) => filesIn(join(content, 'blog'), /\.md$/);

const setLine = (key: string, value: string) => (text: string) =>
  new RegExp(`^${key}: .*$`, 'm').test(text)
    ? text.replace(new RegExp(`^${key}: .*$`, 'm'), () => `${key}: ${value}`)
    : text.replace('---\n', `---\n${key}: ${value}\n`);

const dayNear = ({ now }: Project, next: (below: number) => number) =>
  new Date(now + (next(400) - 300) * 6 * hour).toISOString().replace(/\.\d+/, '');

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A PNG of one pixel, whose bytes depend on the number. */
const pixel = (number: number) => Buffer.concat([Buffer.from(png, 'base64'), Buffer.from(String(number))]);

/** An edit that sets a line in the front matter of some post. */
const ofPost =
  (key: string, make: (pick: Pick, next: (below: number) => number, project: Project) => string): Edit =>
  (project, pick, next) =>
    change(pick(postsOf(project)), setLine(key, make(pick, next, project)));

const edits: Readonly<Record<string, Edit>> = {
  nothing: () => {},
  'a word in a text': (project, pick) =>
    change(
      pick(filesIn(project.content, /\.md$/)),
      (text) => `${text}\n${pick(someWords)} ${pick(someWords)}\n`,
    ),
  'a link in a text': (project, pick) =>
    change(pick(postsOf(project)), (text) => `${text}\n[there](${pick(addresses)})\n`),
  'a picture in a text': (project, pick, next) =>
    change(pick(postsOf(project)), (text) => `${text}\n![A view](media/new-${next(4)}.png)\n`),
  'a title': ofPost('title', (pick, next) => `The ${pick(['ferry', 'council', 'ice'])} of ${next(90)}`),
  'a comment in front matter': (project, pick, next) =>
    change(pick(postsOf(project)), (text) => text.replace('---\n', `---\n# ${next(1000)}\n`)),
  'a date': ofPost('publishedDate', (_, next, project) => dayNear(project, next)),
  'a day of change': ofPost('updatedDate', (_, next, project) => dayNear(project, next)),
  'a category': ofPost('category', (pick) => pick(categories)),
  'a tag': ofPost('tags', (pick) => `[${pick(['herons', 'ice', 'toll'])}]`),
  'a draft': ofPost('draft', (pick) => pick(['true', 'false'])),
  'a picture of a post': (project, pick, next) =>
    change(pick(postsOf(project)), (text) =>
      setLine('imageUrl', `media/new-${next(4)}.png`)(setLine('imageAlt', 'A view')(text)),
    ),
  'an alias': ofPost('aliases', (_, next) => `[/old/${next(20)}]`),
  'a new post': (project, _, next) => {
    const number = next(30);
    write(
      join(project.content, 'blog', `new-${number}.md`),
      `---\nid: "new-${number}"\ntitle: New ${number}\nexcerpt: Something happened.\nauthor: Ada Lund\npublishedDate: ${dayNear(project, next)}\ncategory: River Life\ntags: [ice]\n---\nThe text of ${next(100)}.\n\n## A part\n\nMore.\n`,
    );
  },
  'a post less': (project, pick) => {
    const posts = postsOf(project).filter((path) => /new-\d+\.md$/.test(path));
    if (posts.length > 0) rmSync(pick(posts));
  },
  'another name for a post': (project, pick, next) => {
    const post = pick(postsOf(project).filter((path) => /new-\d+\.md$/.test(path)));
    if (post !== undefined) renameSync(post, join(dirname(post), `new-${next(30)}.md`));
  },
  'a file of media': ({ content }, _, next) => {
    const file = join(content, 'media', `new-${next(4)}.png`);
    if (next(2) === 0) rmSync(file, { force: true });
    else write(file, pixel(next(5)));
  },
  'a public file': ({ content }, _, next) =>
    write(join(content, 'public', `notes-${next(3)}.txt`), `${next(9)}\n`),
  'a name in a menu': ({ content }, pick) =>
    change(join(content, 'navigation.yaml'), (text) =>
      text.replace(/(?<=title: )(?:Blog|News)/, pick(['Blog', 'News'])),
    ),
  'a setting of the paper': ({ content }, pick, next) =>
    change(join(content, 'site.yaml'), (text) =>
      pick([
        setLine('tagline', `News of ${next(9)}`),
        setLine('postsPerPage', String(1 + next(4))),
        setLine('timeZone', pick(['America/Chicago', 'Pacific/Auckland'])),
        setLine('shareImages', pick(['none', 'pages', 'all'])),
        setLine('language', pick(['en-us', 'es-mx'])),
        setLine('knownMissing', pick(['[/sports, /politics]', '[/sports, /politics, /nowhere]'])),
      ])(text),
    ),
  'a theme': ({ content }, pick) => {
    const theme = join(content, 'theme.yaml');
    if (existsSync(theme)) rmSync(theme);
    else write(theme, pick(['radius: 6\n', 'colors:\n  accent: "#8a1c1c"\n']));
  },
  'a stylesheet': ({ content }, _, next) =>
    write(join(content, 'custom.css'), `.prose { padding: ${next(5)}px; }\n`),
  'an event': ({ content, now }, _, next) =>
    change(join(content, 'data', 'events.yaml'), (text) =>
      text.includes('starts:')
        ? text.replace(/ {4}starts: .*\n/, '')
        : text.replace(
            /( {4}when: .*\n)/,
            `$1    starts: ${new Date(now + (next(20) - 10) * 12 * hour).toISOString()}\n`,
          ),
    ),
  headlines: ({ feeds, now }, pick, next) => {
    const url = pick(['https://county.example/rss', 'https://state.example/rss']);
    const read = new Date(now - next(60) * hour).toISOString();
    writeSnapshot(feeds, {
      version: 1,
      url,
      read,
      ...(next(2) === 0 && { request: { at: read, checked: read, answer: 'new headlines' } }),
      items: Array.from({ length: 1 + next(5) }, (_, i) => ({
        title: `Headline ${i} of ${next(50)} in the county`,
        published: read,
      })),
    });
  },
  'no headlines': ({ feeds }) => rmSync(feeds, { recursive: true, force: true }),
  'another time': (project, pick, next) => {
    project.now += pick([365 * 24, next(200), next(200), -next(200)]) * hour;
  },
  'a flag': ({ flags }, pick) => {
    const flag = pick(['--drafts', '--base-url=https://preview.example']);
    if (!flags.delete(flag)) flags.add(flag);
  },
  'another program': (project) => {
    project.program = 1 - project.program;
  },
  'a page that lists posts': ({ content }, pick, next) => {
    const kind = pick(['tags', 'authors', 'print', 'search']);
    const file = join(content, 'pages', `${kind}.yaml`);
    if (next(3) === 0) rmSync(file, { force: true });
    else write(file, `template: ${kind}\npath: /${pick(['', 'all-'])}${kind}\ntitle: All ${kind}\n`);
  },
  'a member of the team': ({ content }, pick) =>
    change(join(content, 'data', 'team.yaml'), (text) =>
      text.replace(/(?<=role: ).*/, pick(['Editor', 'Reporter'])),
    ),
  'lost share images': ({ builds }) => {
    for (const file of filesIn(join(dirname(builds), 'pictures'), /\.png$/)) rmSync(file);
  },
  'a lost file of the site': ({ out }, pick) => {
    const files = filesIn(out, /\.(?:html|xml|svg|css)$/);
    if (files.length > 0) rmSync(pick(files));
  },
  'a file of the site that somebody changed': ({ out }, pick, next) =>
    change(pick(filesIn(out, /\.html$/)), (html) =>
      next(2) === 0 ? `${html}<!-- more -->` : html.replace('e', 'E'),
    ),
  'a site that is lost': ({ out }) => rmSync(out, { recursive: true, force: true }),
  'a damaged cache': ({ builds }, pick, next) => {
    const file = pick(filesIn(builds, /./));
    if (file === undefined) return;
    const bytes = readFileSync(file);
    const size = bytes.length;
    bytes[next(size)] = 65 + next(20);
    writeFileSync(file, next(2) === 0 ? bytes : bytes.subarray(0, next(size)));
  },
  'a lost cache': ({ builds }) => rmSync(builds, { recursive: true, force: true }),
  'a broken file': (project, pick) =>
    change(pick(postsOf(project)), (text) => text.replace('title:', 'titel:')),
};
