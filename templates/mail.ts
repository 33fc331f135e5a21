interface Mail {
  readonly to: string;
  readonly subject: string;
  /** The lines of its text. */
  readonly lines?: readonly string[];
}

/**
 * The address of a link that starts a message. Spaces are `%20`, because mail programs show a `+` as it is, and lines end with CR LF:
 * https://www.rfc-editor.org/rfc/rfc6068#section-5
 */
export function mailto({ to, subject, lines }: Mail): string {
  const body = lines && `&body=${encodeURIComponent(lines.map(oneLine).join('\r\n'))}`;
  return `mailto:${to}?subject=${encodeURIComponent(oneLine(subject))}${body ?? ''}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
