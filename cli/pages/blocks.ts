import * as z from 'zod';
import type { FeedBlock, FormBlock, Newsletter } from '../../templates/types.ts';
import { type EmbedFile, embed, type FeedBlockFile } from '../content/embeds.ts';
import { text, title } from '../content/schema/fields.ts';
import { timeZoneOf } from '../content/site.ts';
import { createBoards } from './boards.ts';
import { embedForm } from './kinds/embed-form.ts';
import { type Build, isOfKind, type PageInput } from './page-kind.ts';

// Blocks that several kinds of pages show.

/** A form of a provider or of the paper itself. */
export const formField = embed({ category: title().describe('The category by which mail is sorted.') });

export const newsletterField = z.strictObject({
  title: title().describe('The heading.'),
  text: text().optional().describe('What the newsletter is.'),
  form: formField.describe('The form.'),
});

type Prose = Pick<PageInput<unknown, unknown>, 'proseOf'>;

/** A form: the fields of a page of the paper if the embed leads to one, else a frame of this height. */
export function formBlock({ embeds }: Build, { proseOf }: Prose, file: EmbedFile, height: number): FormBlock {
  const own = embeds.ownPage(file);
  if (!isOfKind(own, embedForm)) return { embed: embeds.embed(file), height };
  const { category, email, message, body } = own.data;
  return {
    form: {
      category: file.category ?? category,
      email,
      message,
      body: body === undefined ? undefined : proseOf(own.source, body, own.bodyOffset ?? ['body']),
    },
  };
}

export const newsletterBlock = (
  build: Build,
  page: Prose,
  { title, text, form }: z.infer<typeof newsletterField>,
  height: number,
): Newsletter => ({ title, text, block: formBlock(build, page, form, height) });

/**
 * Makes the feed blocks of a page, all of them at once, because no story appears on two of its boards. `frames` says whether a block
 * with a board has its frame as well.
 */
export function createFeedBlocks({ edition, embeds, locale }: Build) {
  const boardsOf = createBoards(edition, timeZoneOf(edition.shared.site.data), locale);
  return (
    blocks: readonly (FeedBlockFile & { readonly path?: string })[],
    frames: 'always' | 'without board',
  ): FeedBlock[] => {
    const boards = boardsOf(blocks);
    return blocks.map(({ title, feedTitle, rssUrl, path }, i) => {
      const board = boards[i];
      const embed = !board || frames === 'always' ? embeds.feed(feedTitle, rssUrl) : undefined;
      return {
        title,
        feedTitle,
        path,
        board,
        ...(embed && { frame: { embed, height: embeds.heights.feed } }),
      };
    });
  };
}
