import type { Named, TeamMember } from '../../../templates/types.ts';
import type { Edition } from '../../content/model.ts';
import { languageOf } from '../../content/site.ts';
import { cached } from '../../lib/cached.ts';
import { groupBy } from '../../lib/group-by.ts';
import { initialsPath, initialsSize, pictureAt, placeholderAt } from '../../look/pictures.ts';
import { defineLists, listAddress, type NamedList } from '../lists.ts';
import { isOfKind } from '../page-kind.ts';

export const authors = defineLists({
  name: 'authors',
  summary:
    'the team of `data/team.yaml`; the stories of each member are at `<path>/<name>`, their feed at `<path>/<name>/rss.xml`',
  needs: ['team'],
  minStories: 1,
  listsOf: (edition): NamedList[] => {
    const uses = edition.posts.flatMap((post) => post.post.authors.map(({ path }) => ({ path, post })));
    const byPath = groupBy(uses, ({ path }) => path);
    // Of two members with one address, which is reported, the first has it.
    return [...groupBy(teamOf(edition), ({ path }) => path)].flatMap(([path, [member]]) =>
      path && member
        ? [{ name: member.name, path, posts: (byPath.get(path) ?? []).map(({ post }) => post), member }]
        : [],
    );
  },
});

type Paper = Pick<Edition, 'shared' | 'pages' | 'pictures'>;

export function teamOf(paper: Paper): TeamMember[] {
  const path = paper.pages.find((page) => isOfKind(page, authors))?.data.path;
  return (paper.shared.data.team?.data.team ?? []).map(({ name, role, bio, image, imageAlt }) => ({
    name,
    role,
    bio,
    path: listAddress(path, name),
    picture: pictureAt(image, imageAlt, paper.pictures) ?? placeholderAt(initialsPath(name), initialsSize),
  }));
}

/** Reads bylines such as `Ada Lund and Ben Ortiz`, each once. The `authors` are one name, or several if all are members of the team with a page. */
export function createBylines(paper: Paper) {
  const and = languageOf(paper.shared.site.data).words.and.join('|');
  const between = new RegExp(`,\\s*(?:(?:${and})\\s)?|\\s(?:${and}|&)\\s`);
  const team = new Map(teamOf(paper).map((member) => [member.name.toLowerCase(), member]));
  const memberOf = (name: string) => team.get(name.trim().toLowerCase());
  return cached((byline: string) => {
    const names = byline.split(between);
    const members = [...new Set([byline, ...names].flatMap((name) => memberOf(name) ?? []))];
    const areSeveral = !memberOf(byline) && names.every((name) => memberOf(name)?.path !== undefined);
    const authors = (areSeveral ? names : [byline]).map((written): Named => {
      const { name = written, path } = memberOf(written) ?? {};
      return path === undefined ? { name } : { name, path };
    });
    return { names: memberOf(byline) ? [byline] : names, authors, members };
  });
}
