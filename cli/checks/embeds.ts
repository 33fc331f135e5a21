import type { EmbedFile } from '../content/embeds.ts';
import type { Records } from '../content/model.ts';
import { referencesIn } from '../content/schema/references.ts';
import { pathOf } from '../content/single-files.ts';
import { videoServices } from '../content/videos.ts';
import { feedItself, feedProvider, isOwn } from '../pages/embeds.ts';
import { home } from '../pages/kinds/home.ts';
import { isOfKind } from '../pages/page-kind.ts';
import { type Problem, problem } from '../problems/problem.ts';
import { describedFiles } from './described-files.ts';

/** Blocks for advertisements for which embeds.yaml has no placement: each block has the next one. */
export function checkAdPlacements({ shared: { ads, embeds }, pages, broken }: Records): Problem[] {
  // A block is there while a campaign of the front page is.
  const isBooked = ads?.data.campaigns.some(({ places }) => places.includes('front'));
  if (isBooked || broken.has(pathOf('embeds')) || broken.has(pathOf('ads'))) return [];
  const count = embeds?.data.ads?.placements.length ?? 0;
  const has = count === 0 ? 'none' : count === 1 ? 'one' : String(count);
  const message = `There is no placement left for this advertisement: embeds.yaml has ${has}.`;
  const hint = `Remove ${count === 0 ? 'all such blocks' : 'the block'}, or add a placement under \`ads\` in embeds.yaml.`;
  return pages.flatMap((page) => {
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
    return left.map(([i]) =>
      problem(source, ['blocks', i, 'block'], { rule: 'unknown-reference', message, hint }),
    );
  });
}

/** What is wrong with the providers of embeds.yaml, seen together with the embeds that use them. */
export function providerProblems(records: Records, baseUrl: string): Problem[] {
  const { embeds } = records.shared;
  if (!embeds) return [];
  const { source, data } = embeds;
  const needed = placeholdersOf(records);
  return Object.entries(data.providers).flatMap(([name, provider]) => {
    const problems: Problem[] = [];
    const { sandbox } = provider;
    const canEscape = sandbox.includes('allow-scripts') && sandbox.includes('allow-same-origin');
    if (canEscape && isOwn(provider, baseUrl)) {
      const message =
        'A frame of the paper’s own pages may not have both allow-scripts and allow-same-origin: it could remove its sandbox.';
      const details = { rule: 'embed-sandbox', message, hint: 'Remove one of the two.' } as const;
      problems.push(problem(source, ['providers', name, 'sandbox'], details));
    }
    const placeholder = needed.get(name);
    const isComplete = provider.url === feedItself || provider.url.includes(`{${placeholder}}`);
    if (placeholder !== undefined && !isComplete) {
      const message = `\`{${placeholder}}\` is missing in this address, so every frame of \`${name}\` shows the same.`;
      const hint = `Put \`{${placeholder}}\` where the service has ${placeholder === 'feedUrl' ? 'the feed’s address' : `the ${placeholder}`}.`;
      problems.push(problem(source, ['providers', name, 'url'], { rule: 'invalid-value', message, hint }));
    }
    return problems;
  });
}

/** The placeholder that each provider needs for the embeds that use it. */
function placeholdersOf(records: Records): ReadonlyMap<string, string> {
  const needed = new Map<string, string>();
  for (const { schema, data } of describedFiles(records)) {
    for (const { reference, value } of referencesIn(schema, data)) {
      if (reference.to === 'feed') needed.set(feedProvider, 'feedUrl');
      if (reference.to === 'embed') needed.set((value as EmbedFile).provider, 'id');
    }
  }
  const network = records.shared.embeds?.data.ads?.provider;
  return network === undefined ? needed : needed.set(network, 'slot');
}
