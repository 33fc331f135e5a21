import type { Archive, ArchivePost } from './archive.ts';

type Post = Pick<ArchivePost, 'folder' | 'where'>;
export interface MissingPicture {
  readonly address: string;
  readonly reason: string;
  readonly posts: readonly string[];
}
export interface ArchivePictures {
  readonly pictureAt: (post: Post, address: string, use?: 'picture' | 'link') => string | undefined;
  readonly load: (onPicture?: (done: number, all: number) => void) => Promise<void>;
  readonly missing: () => readonly MissingPicture[];
  readonly written: () => number;
}
export const openPictures = (_archive: Archive, _options: { content: string }): ArchivePictures => ({
  pictureAt: () => undefined,
  load: async () => {},
  missing: () => [],
  written: () => 0,
});
