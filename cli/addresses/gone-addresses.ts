import type { Edition, OutputFile } from '../content/model.ts';
import { pathOf } from '../content/single-files.ts';
import type { Route } from '../pages/page-kind.ts';
import { type Problem, problem } from '../problems/problem.ts';
import type { Redirects } from './redirects.ts';

/** An address that an earlier state of the paper had published. */
export interface PublishedAddress {
  readonly address: string;
  /** A former address then, as an editor wrote it. */
  readonly from: string | undefined;
  /** The file of content that it came from. */
  readonly file: string | undefined;
  /** Whether it was a later page of a list, which depends on the number of posts. */
  readonly isDerived: boolean;
}

export interface PublishedBefore {
  /** The commit, as it was given on the command line. */
  readonly ref: string;
  readonly addresses: readonly PublishedAddress[];
  /** Files with errors, whose addresses at that commit are unknown. */
  readonly unknown: readonly string[];
}

/** Reports every address that was published before and that now has neither a page, a file nor a redirect. */
export function goneAddresses(
  before: PublishedBefore,
  edition: Edition,
  routes: readonly Route[],
  files: readonly OutputFile[],
  redirects: Redirects,
): Problem[] {
  const { shared, shownAs } = edition;
  const there = new Set([...routes.map(({ address }) => address), ...files.map(({ path }) => `/${path}`)]);
  // The feed of a section is back with its next story.
  const isThere = (address: string) =>
    there.has(address.replace(/(?<=.)\/rss\.xml$/, '')) || there.has(address);
  // Lists and feeds may have fewer posts only because some have errors.
  const isOpen = ({ file, isDerived }: PublishedAddress) =>
    file === undefined || isDerived ? edition.broken.size > 0 : edition.broken.has(file);
  const gone = before.addresses.filter(
    (published) => !isThere(published.address) && !redirects.at(published.address) && !isOpen(published),
  );
  const source = shared.redirects?.source ?? { file: `${shownAs}/${pathOf('redirects')}` };
  return [
    ...gone.map((published) =>
      problem(source, 'top', {
        rule: 'address-gone',
        severity: published.isDerived ? 'warning' : 'error',
        message: `\`${published.address}\` was published at \`${before.ref}\`, and would be gone.`,
        hint: hintFor(published),
      }),
    ),
    ...before.unknown.map((file) =>
      problem({ file: `${shownAs}/${file}` }, 'top', {
        rule: 'not-checked',
        severity: 'warning',
        message: `Which addresses this file had at \`${before.ref}\` cannot be known, because it had mistakes then.`,
        hint: 'If it was published, look whether its address is still there.',
      }),
    ),
  ];
}

function hintFor({ address, from = encodeURI(address), file }: PublishedAddress): string {
  const line = `\`- { from: ${quoted(from)}, to: /… }\``;
  const inRedirects = `add it to redirects.yaml with where its readers should go: ${line}.`;
  if (!file?.startsWith('public/'))
    return `Name it among the \`aliases\` of the page or post that has its content now, or ${inRedirects}`;
  const back = 'Put the file back into public/';
  return address.startsWith('/.') ? `${back}.` : `${back}, or ${inRedirects}`;
}

/** An address as a value of YAML: in quotes where it has signs of a list. */
const quoted = (address: string) => (/[,#'&:{}[\]]/.test(address) ? JSON.stringify(address) : address);
