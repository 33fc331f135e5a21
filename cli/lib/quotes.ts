/** Text with curly quotation marks and apostrophes for straight ones. Feet, inches and minutes keep theirs, as in `6'` and `5"`. */
export function curl(text: string): string {
  if (!/["']/.test(text)) return text;
  return (
    text
      // Letters left out at the start of a word: ’90s, ’em.
      .replace(/(^|[\s([{–—"“-])'(?=\d\ds?\b|(?:em|tis|twas|til|cause|n)\b)/gi, '$1’')
      .replace(/(^|[\s([{–—"“-])'(?=\S)/g, '$1‘')
      .replace(/(^|[\s([{–—'‘’-])"(?=\S)/g, '$1“')
      // A quotation that was opened is closed, also after a figure.
      .replace(/(‘[^‘’']*\d)'(?![a-z\d])/gi, '$1’')
      .replace(/(“[^“”"]*\d)"/g, '$1”')
      .replace(/(?<!\d)'|(?<=\d)'(?=s\b)/gi, '’')
      .replace(/(?<!\d)"/g, '”')
  );
}
