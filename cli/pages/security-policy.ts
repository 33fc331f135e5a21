import { hash } from 'node:crypto';
import type { Embed, FormBlock } from '../../templates/types.ts';

/** External sources that a page loads, for its Content-Security-Policy. */
export interface Policy {
  readonly frames?: readonly string[] | undefined;
  readonly connections?: readonly string[] | undefined;
  readonly images?: readonly string[] | undefined;
  /** Sounds and videos; none may be loaded if this is left out. */
  readonly media?: readonly string[] | undefined;
  /** Where its forms may lead: origins, and `mailto:`. */
  readonly forms?: readonly string[] | undefined;
}

/** The origins that the embed of a block may reach; none if it has none, or one that is not connected. */
export const originsOf = (block: { readonly embed: Embed } | object = {}): readonly string[] =>
  'embed' in block && block.embed.connected ? block.embed.origins.map(policySource) : [];

export const policyOf = (block: FormBlock | object = {}): Pick<Policy, 'frames' | 'forms'> => ({
  frames: originsOf(block),
  forms: 'form' in block ? ['mailto:'] : 'signup' in block ? block.signup.origins.map(policySource) : [],
});

/** A source without what would end it, such as a semicolon: https://www.w3.org/TR/CSP3/#framework-directive-source-list */
export const policySource = (origin: string): string =>
  origin.replace(/[^\w.:/'-]/gu, (character) =>
    Buffer.from(character).toString('hex').replace(/../g, '%$&').toUpperCase(),
  );

export const hashSource = (script: string): string => `'sha256-${hash('sha256', script, 'base64')}'`;

export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'";

/** The Content-Security-Policy of a page with inline scripts of these hashes. */
export function contentSecurityPolicy(scripts: readonly string[], policy: Policy): string {
  const { frames = [], connections = [], images = [], media, forms = [] } = policy;
  const unique = (sources: readonly string[]) => [...new Set(sources)];
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self'",
    `img-src ${["'self'", ...images].join(' ')}`,
    "font-src 'self'",
    `connect-src ${unique(["'self'", ...connections]).join(' ')}`,
    ...(media ? [`media-src ${["'self'", ...media].join(' ')}`] : []),
    ...(frames.length > 0 ? [`frame-src ${unique(frames).sort().join(' ')}`] : []),
    `form-action ${forms.length > 0 ? unique(forms).join(' ') : "'none'"}`,
    "base-uri 'none'",
  ].join('; ');
}
