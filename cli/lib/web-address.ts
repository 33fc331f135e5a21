import { orUndefined } from './or-undefined.ts';

/**
 * An address as browsers read it; `undefined` if it is not one.
 *
 * The `URL.canParse` of Node 20 and 22 rejects addresses with letters such as `ü` once it is called often enough to be optimized:
 * https://github.com/AikidoSec/firewall-node/pull/1086
 */
export const parseUrl = (address: string, base?: string): URL | undefined =>
  orUndefined(() => new URL(address, base));

/** A text without its percent-encoding; `undefined` if that is wrong. */
export const decoded = (text: string): string | undefined => orUndefined(() => decodeURIComponent(text));

/** Letters, digits and hyphens between dots, with a dot at the end or without. https://www.rfc-editor.org/rfc/rfc1123#section-2 */
const plainHost =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*\.?$/;

/** What most web addresses are like; to read one as a URL takes ten times as long. */
const plainAddress = /^https?:\/\/(?:[a-z0-9]{1,63}\.){1,4}[a-z]{2,63}(?:[/?#][!-[\]-~]*)?$/;

/** Whether a value is a full web address, http or https, that all programs read alike. */
export function isWebAddress(value: string): boolean {
  if (plainAddress.test(value)) return true;
  // Browsers read a `\` as a `/`, but not behind a `?` or `#`.
  if (!/^https?:\/\/[^\s/\\?#@]+(?:\/[^\s\\?#]*)?(?:[?#]\S*)?$/i.test(value)) return false;
  const host = parseUrl(value)?.hostname ?? '';
  // `https://https://…` is an address of the host `https`.
  return plainHost.test(host) && !/^https?$/.test(host);
}

/** An address with `https:` where it starts with its host, `//host/path`. */
export const withScheme = (address: string): string => address.replace(/^\/\/(?=[^\s/\\])/, 'https://');

/** A mistyped start of a web address, and a host with a dot. */
const mistyped =
  /^(?:h{0,2}t{1,3}p{1,2}(s{0,2})(?:[:;.]?[/\\]{1,4}|[:;])(?:https?:?[/\\]{0,2})?)?((?:[a-z0-9-]+\.)+[a-z]{2,}(?:[:/?#]\S*)?)$/i;

/** Hosts that are known as such without a scheme. */
const wellKnown = /^(?:www\.|[^/?#:]+\.(?:com|edu|gov|net|org)(?:[:/?#]|$))/i;

/** The web address that was probably meant by one that is mistyped: `https://a.example` for `https:/a.example` or `htps://a.example`. */
export function meantAddress(value: string): string | undefined {
  if (isWebAddress(value) || value.length > 1000) return undefined;
  const [whole, secure, rest = ''] = mistyped.exec(value) ?? [];
  if (whole === undefined || (whole === rest && !wellKnown.test(rest))) return undefined;
  const meant = `${secure === '' ? 'http' : 'https'}://${rest}`;
  return isWebAddress(meant) ? meant : undefined;
}
