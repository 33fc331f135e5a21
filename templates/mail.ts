/** A message that a link begins. */
interface Mail {
  readonly to: string;
  readonly subject: string;
  /** The first lines of its text. */
  readonly lines?: readonly string[];
}

/**
 * The address of a link that begins a message. Blanks are `%20`, for mail programs show a `+`, and lines end as mails' do:
 * https://www.rfc-editor.org/rfc/rfc6068#section-5
 */
export function mailto({ to, subject, lines }: Mail): string {
  const body = lines && `&body=${encodeURIComponent(lines.map(oneLine).join('\r\n'))}`;
  return `mailto:${to}?subject=${encodeURIComponent(oneLine(subject))}${body ?? ''}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
