import { describedFiles } from '../checks/described-files.ts';
import type { Edition, OutputFile, Records } from '../content/model.ts';
import { referencesIn } from '../content/schema/references.ts';
import type { FileCache } from '../lib/file-cache.ts';
import { icons } from '../look/icons.ts';
import { placeholders } from '../look/placeholders.ts';
import type { OnPicture } from '../look/pool.ts';
import type { ImageRenderer } from '../look/renderer.ts';
import { resizeImages } from '../look/resize-images.ts';

/** The images of `content/media/`, in the sizes that pages show. */
export function images(records: Records, cache: FileCache, onPicture?: OnPicture) {
  const { media, refused, shownAs } = records.sources;
  return resizeImages(media, shownAs, unchangedPictures(records), refused, cache, onPicture);
}

/** Pictures that programs read, which are published unchanged. */
function unchangedPictures(records: Records): ReadonlySet<string> {
  const references = describedFiles(records).flatMap(({ schema, data }) => referencesIn(schema, data));
  return new Set(
    references.flatMap(({ reference, value }) =>
      reference.to === 'picture' && reference.unchanged ? [String(value)] : [],
    ),
  );
}

/** The images that are made for a site: placeholders and icons. */
export async function siteImages(edition: Edition, renderer: ImageRenderer): Promise<OutputFile[]> {
  // Icons are made in threads, and placeholders here.
  const [made, drawn] = await Promise.all([icons(edition, renderer), placeholders(edition, renderer)]);
  return [...drawn, ...made];
}
