import { plainAddress } from '../../content/schema/former-address.ts';
import { oneLine } from '../../lib/printable.ts';
import { decoded } from '../../lib/web-address.ts';
import type { Archive, ArchivePost } from './archive.ts';
import { isDeviceName, latinSlug } from './latin-slug.ts';
import { ownPath } from './own-path.ts';
import type { PlannedPost } from './plan.ts';
import type { ImportRecord } from './record.ts';
import { leftOut, type Report } from './report.ts';

/** Pages that Galley makes itself, or that hosts want elsewhere. */
const ofProgram =
  /^\/(?:(?:index|home|404|search|tags?|categor(?:y|ies)|archives?|feed|rss|atom|sitemap|blog)(?:\/|$)|$)/;

/** Logic of templates, or a whole document: what readers saw was made by a program. */
const isTemplate =
  /\{%-?\s*(?:for|if|assign|set|extends|import|macro|capture|paginate|block)\b|<!doctype|<html\b/i;

/** Gives each page of an archive its address: its own one, or with a number if the paper has a page there. */
export function planPages(
  archive: Archive,
  addresses: readonly string[],
  record: ImportRecord,
  report: Report,
): PlannedPost[] {
  const taken = new Set(addresses);
  return archive.pages.flatMap((page): PlannedPost[] => {
    const address = addressOf(archive, page);
    const reason = reasonAgainst(page, address);
    if (reason !== undefined) {
      report(leftOut, page.where, reason);
      return [];
    }
    const id = oneLine(`page ${page.key}`).slice(0, 250);
    const before = record.pathOf(id);
    const free = [address, `${address}-2`].find((one) => !taken.has(one)) ?? `${address}-3`;
    const path = before ?? `pages${free}.md`;
    taken.add(free);
    if (!before && free !== address)
      report('a page of the paper has the address', page.where, `${address} → ${free}`);
    const placed = path.slice('pages'.length, -'.md'.length);
    return [
      { ...page, id, path, address: placed, moment: '', isThere: before !== undefined, isChosen: true },
    ];
  });
}

function addressOf(archive: Archive, { addresses: [old], slug }: ArchivePost): string {
  const path = (old && ownPath(archive, old)) || `/${slug}`;
  const parts = plainAddress(decoded(path) ?? path).split(/[/?#]/);
  const slugs = parts.map((part) => latinSlug(part).slice(0, 80)).filter(Boolean);
  return `/${slugs.map((one) => (isDeviceName(one) ? `${one}-page` : one)).join('/')}`;
}

function reasonAgainst({ isDraft, body }: ArchivePost, address: string): string | undefined {
  if (isDraft) return 'It is a page that was not published.';
  if (ofProgram.test(address)) return 'It is a page that Galley makes itself.';
  return isTemplate.test(body) ? 'It is a page that a template makes.' : undefined;
}
