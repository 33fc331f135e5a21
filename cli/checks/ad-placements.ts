import type { EmbedFile } from '../content/embeds.ts';
import type { Records } from '../content/model.ts';
import { referencesIn } from '../content/schema/references.ts';
import { pathOf } from '../content/single-files.ts';
import { videoServices } from '../content/videos.ts';
import { home } from '../pages/kinds/home.ts';
import { isOfKind } from '../pages/page-kind.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** Blocks for advertisements for which embeds.yaml has no placement: each block has the next one. */
export function checkAdPlacements({ shared: { ads, embeds }, pages, broken }: Records): Problem[] {
  // A block is there while a campaign of the front page is.
  const isBooked = ads?.data.campaigns.some(({ places }) => places.includes('front'));
  if (isBooked || broken.has(pathOf('embeds')) || broken.has(pathOf('ads'))) return [];
  const count = embeds?.data.ads?.placements.length ?? 0;
  const without = pages.flatMap((page) => {
    if (!isOfKind(page, home)) return [];
    const { source, data } = page;
    const namesEmbeds = referencesIn(home.schema, data).some(
      ({ reference, value }) =>
        reference.to === 'embed' && !Object.hasOwn(videoServices, (value as EmbedFile).provider),
    );
    // It is reported already that there is no such file.
    if (!embeds && namesEmbeds) return [];
    const blocks = [...data.blocks.entries()].filter(([, { block }]) => block === 'ads');
    // To have no advertisements at all is one mistake.
    const left = blocks.slice(count, count === 0 ? 1 : undefined);
    return left.map(([i]) => ({ source, path: ['blocks', i, 'block'] }));
  });
  const has = count === 0 ? 'none' : count === 1 ? 'one' : String(count);
  return without.map(({ source, path }) =>
    problem(source, path, {
      rule: 'unknown-reference',
      message: `There is no placement left for this advertisement: embeds.yaml has ${has}.`,
      hint: `Remove ${count === 0 ? 'all such blocks' : 'the block'}, or add a placement under \`ads\` in embeds.yaml.`,
    }),
  );
}
