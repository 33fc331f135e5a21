import { createHash } from 'node:crypto';

/** The path in the site of a file that is named by its content, so that browsers may cache it for ever. */
export function assetPath(name: string, ending: string, content: string | Uint8Array): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  return `assets/${name}-${hash}.${ending}`;
}
