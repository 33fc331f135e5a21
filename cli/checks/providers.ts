import type { EmbedFile } from '../content/embeds.ts';
import type { Records } from '../content/model.ts';
import { referencesIn } from '../content/schema/references.ts';
import { feedItself, feedProvider, isOwn } from '../pages/embeds.ts';
import type { KeyPath } from '../problems/locate.ts';
import { type Details, type Problem, problem } from '../problems/problem.ts';
import { describedFiles } from './described-files.ts';

/** What is wrong with the providers of embeds.yaml, seen together with the embeds that use them. */
export function providerProblems(records: Records, baseUrl: string): Problem[] {
  const { embeds } = records.shared;
  if (!embeds) return [];
  const { source, data } = embeds;
  const problems: Problem[] = [];
  const report = (path: KeyPath, details: Details) => problems.push(problem(source, path, details));
  for (const [name, provider] of Object.entries(data.providers)) {
    const canEscape = ['allow-scripts', 'allow-same-origin'].every((word) =>
      provider.sandbox.some((other) => other === word),
    );
    if (canEscape && isOwn(provider, baseUrl)) {
      report(['providers', name, 'sandbox'], {
        rule: 'embed-sandbox',
        message:
          'A frame of the paper’s own pages may not have both allow-scripts and allow-same-origin: it could remove its sandbox.',
        hint: 'Remove one of the two.',
      });
    }
  }
  const placeholders = placeholdersOf(records);
  for (const [name, placeholder] of placeholders) {
    const url = Object.hasOwn(data.providers, name) ? data.providers[name]?.url : undefined;
    if (url === undefined || url === feedItself || url.includes(`{${placeholder}}`)) continue;
    report(['providers', name, 'url'], {
      rule: 'invalid-value',
      message: `\`{${placeholder}}\` is missing in this address, so every frame of \`${name}\` shows the same.`,
      hint: `Put \`{${placeholder}}\` where the service has ${placeholder === 'feedUrl' ? 'the feed’s address' : `the ${placeholder}`}.`,
    });
  }
  return problems;
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
