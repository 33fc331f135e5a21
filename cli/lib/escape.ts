/** Text as it may be between the tags of XML and HTML. XML readers drop a carriage return that is not escaped. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');

/** The same, for quoted attributes as well. */
export const escapeXml = (text: string): string => escapeText(text).replaceAll('"', '&quot;');
