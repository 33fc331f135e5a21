import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { withoutPrefix } from './addresses.ts';

/**
 * A test for sockets with more than `most` unsent bytes in the system. Linux buffers up to 4 MB, four minutes of radio, before Node notices;
 * /proc/net/tcp says how much. On other systems no socket is behind by this test.
 */
export async function findUnread(most: number): Promise<(socket: Socket) => boolean> {
  const full = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    // `12: 0100007F:1F40 0100007F:C350 01 0000C350:00000000 …`: local, remote, state, unsent, and unread by us.
    const rows = (await readFile(table, 'latin1').catch(() => '')).matchAll(
      /: [\dA-F]+:([\dA-F]{4}) ([\dA-F]+):([\dA-F]{4}) 01 ([\dA-F]{8})/g,
    );
    for (const [, here = '', address = '', there = '', unsent = ''] of rows)
      if (Number.parseInt(unsent, 16) > most)
        full.add(`${Number.parseInt(here, 16)} ${decodeAddress(address)} ${Number.parseInt(there, 16)}`);
  }
  return ({ localPort, remoteAddress = '', remotePort }) =>
    full.size > 0 && full.has(`${localPort} ${withoutPrefix(remoteAddress)} ${remotePort}`);
}

/** Decodes an address of that table: words of four bytes, each little-endian. */
function decodeAddress(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).reverse());
  const tail = bytes.slice(-4).map((byte) => Number.parseInt(byte, 16));
  if (bytes.length === 4 || /^0{20}ffff/i.test(bytes.join(''))) return tail.join('.');
  const groups = bytes.join('').match(/.{4}/g) ?? [];
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
