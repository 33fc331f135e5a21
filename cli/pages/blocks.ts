import * as z from 'zod';
import type { FeedBlock, FormBlock, Newsletter, Site } from '../../templates/types.ts';
import { weekdays } from '../content/data/events.ts';
import { type EmbedFile, embed, type FeedBlockFile } from '../content/embeds.ts';
import { signupOf, usualTime } from '../content/newsletter.ts';
import { text, title } from '../content/schema/fields.ts';
import { timeZoneOf } from '../content/site.ts';
import { timeFormat, weekdayName } from '../lib/in-zone.ts';
import { createBoards } from './boards.ts';
import { embedForm } from './kinds/embed.ts';
import { type Build, isOfKind, type PageInput } from './page-kind.ts';

// Blocks that several kinds of pages show.

export const formField = embed({ category: title().describe('The category by which mail is sorted.') });

export const newsletterField = z.strictObject({
  title: title().optional().describe('The heading.'),
  text: text().optional().describe('What the newsletter is.'),
  form: formField.optional().describe('A form in place of the `signup` of site.yaml.'),
});

type Prose = Pick<PageInput<unknown, unknown>, 'proseOf'>;

/** A form: the fields of a page of the paper if the embed leads to one, else a frame of this height. */
export function formBlock({ embeds }: Build, { proseOf }: Prose, file: EmbedFile, height: number): FormBlock {
  const own = embeds.ownPage(file);
  if (!isOfKind(own, embedForm)) return { embed: embeds.embed(file), height };
  const { category, email, message, body: text } = own.data;
  const body = text === undefined ? undefined : proseOf(own.source, text, own.bodyOffset ?? ['body']);
  return { form: { category: file.category ?? category, email, message, body } };
}

/** The sign-up of the paper: with this form, else with that of site.yaml; `undefined` if it has none. */
export function newsletterBlock(
  build: Build,
  page: Prose,
  { title, text, form }: Partial<z.infer<typeof newsletterField>>,
  height: number,
): Newsletter | undefined {
  const own = newsletterOf(build);
  const block = form ? formBlock(build, page, form, height) : own?.block;
  const heading = title ?? own?.title ?? build.words.newsletter.title;
  return block && { title: heading, text: text ?? own?.text ?? whenOf(build), block };
}

type InWords = Pick<Build, 'edition' | 'words' | 'locale'>;

/** The sign-up of site.yaml. */
export function newsletterOf(build: InWords): Site['newsletter'] {
  const { newsletter } = build.edition.shared.site.data;
  const { privacy, title: usual } = build.words.newsletter;
  const signup = newsletter && signupOf(newsletter, privacy);
  const { title = usual, text = whenOf(build) } = newsletter?.signup ?? {};
  return signup && { title, text, block: { signup } };
}

/** When the newsletter comes, in a sentence; `undefined` if the paper does not say. */
export function whenOf({ edition, words, locale }: InWords): string | undefined {
  const { days, time = usualTime } = edition.shared.site.data.newsletter ?? {};
  if (!days) return undefined;
  const names = weekdays.flatMap((day, i) => (days.includes(day) ? weekdayName(i, locale) : []));
  return words.newsletter.when(names, timeFormat('UTC', locale)(new Date(`1970-01-05T${time}Z`)));
}

type FeedFile = FeedBlockFile & { readonly path?: string };

/** Makes feed blocks. `frames` says whether a block with a board has its frame as well. */
export function createFeedBlocks({ edition, embeds, locale }: Build, frames: 'always' | 'without board') {
  const boardOf = createBoards(edition, timeZoneOf(edition.shared.site.data), locale);
  return (file: FeedFile): FeedBlock => {
    const { title, feedTitle, rssUrl, path } = file;
    const board = boardOf(file);
    const embed = !board || frames === 'always' ? embeds.feed(feedTitle, rssUrl) : undefined;
    const frame = embed && { embed, height: embeds.heights.feed };
    return { title, feedTitle, path, board, ...(frame && { frame }) };
  };
}
