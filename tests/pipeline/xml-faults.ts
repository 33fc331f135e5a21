import { SaxesParser } from 'saxes';

/** Why a document is not well-formed XML with namespaces. Parsers of HTML forgive all of it, and feed readers do not. */
export function xmlFaults(xml: string): string[] {
  const faults: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', ({ message }) => void faults.push(message));
  parser.write(xml).close();
  return faults;
}
