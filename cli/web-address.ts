/** Letters, digits and hyphens between dots. https://www.rfc-editor.org/rfc/rfc1123#section-2 */
const plainHost =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Whether a host, as URL parsers give it, is a name or an IPv4 address that everyone reads alike. */
export const isPlainHost = (host: string): boolean => plainHost.test(host);

/** Whether a value is a whole web address, http or https, of a plain host, read alike by everyone. */
export function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s/\\?#@]+(?:[/?#][^\s\\]*)?$/i.test(value) || !URL.canParse(value)) return false;
  return isPlainHost(new URL(value).hostname);
}
