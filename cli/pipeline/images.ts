import { describedFiles } from '../checks/files.ts';
import { icons } from '../images/icons.ts';
import { printMedia } from '../images/media.ts';
import { art } from '../images/placeholders.ts';
import type { Artist } from '../images/renderer.ts';
import type { Edition, OutputFile, Records } from '../model.ts';
import type { Outcome } from '../problems/problem.ts';
import { referencesIn } from '../sources/references.ts';

/** The pictures of `content/media/`, in the sizes that pages show. */
export function images(records: Records, artist: Artist) {
  const { media, refused, shownAs } = records.sources;
  return printMedia(media, shownAs, unchangedPictures(records), refused, artist);
}

/** Pictures for programs, which want them as they are. */
function unchangedPictures({ site, shared }: Records): ReadonlySet<string> {
  const references = site
    ? describedFiles(shared, [], []).flatMap(({ schema, data }) => referencesIn(schema, data))
    : [];
  return new Set(
    references.flatMap(({ reference, value }) =>
      reference.to === 'picture' && reference.unchanged ? [String(value)] : [],
    ),
  );
}

/** The pictures that are made for a site: placeholders and icons. */
export async function siteImages(edition: Edition, artist: Artist): Promise<Outcome<OutputFile[]>> {
  const placeholders = await art(edition, artist);
  const { value, problems } = await icons(edition, artist);
  return { value: [...placeholders, ...value], problems };
}
