/**
 * An address as browsers read it; `undefined` where it is none.
 *
 * The `URL.canParse` of Node 20 and 22 denies addresses with letters such as `ü` once it has been called so often that it is optimized:
 * https://github.com/AikidoSec/firewall-node/pull/1086
 */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

/** Letters, digits and hyphens between dots. https://www.rfc-editor.org/rfc/rfc1123#section-2 */
const plainHost =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Whether a value is a whole web address, http or https, of a plain host, read alike by everyone. */
export function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s/\\?#@]+(?:[/?#][^\s\\]*)?$/i.test(value)) return false;
  return plainHost.test(parseUrl(value)?.hostname ?? '');
}
