import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the station does for a listener: plays, answers 503, or sends nothing. */
export type Behavior = 'playing' | 'down' | 'silent';

/** A station that streams endless sound at `/api/stream`, and titles at `/api/now-playing` when it has one; tests order its failures. */
export interface Station {
  readonly origin: string;
  behavior: Behavior;
  /** What is on; `undefined` for a station without titles. */
  title: string | undefined;
  /** How many have asked for sound, and how many still listen, also to titles. */
  asked: number;
  listening: () => number;
  followed: number;
  following: () => number;
  /** Sends a title to all who follow. */
  announce: (data: string) => void;
  /** Ends every listener's connection in the middle. */
  cut: () => void;
  close: () => void;
}

/** A frame of silence: MPEG-1 Layer III, 128 kbit/s, 44.1 kHz, one channel. */
const frame = Buffer.alloc(417);
frame.writeUInt32BE(0xfffb90c4, 0);
const second = Buffer.concat(Array<Buffer>(39).fill(frame));

export async function startStation(): Promise<Station> {
  const listeners = new Set<ServerResponse>();
  const followers = new Set<ServerResponse>();
  const keep = (set: Set<ServerResponse>, response: ServerResponse) => {
    set.add(response);
    response.once('close', () => set.delete(response));
  };

  const server: Server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', 'no-store');
    if (request.url?.startsWith('/api/now-playing')) {
      station.followed += 1;
      if (station.title === undefined) return response.writeHead(404).end();
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      keep(followers, response);
      return response.write(`data: ${JSON.stringify({ title: station.title })}\n\n`);
    }
    station.asked += 1;
    if (station.behavior === 'down') return response.writeHead(503).end();
    keep(listeners, response);
    if (station.behavior === 'silent') return;
    response.writeHead(200, { 'Content-Type': 'audio/mpeg' });
    // A few seconds at once, as stations do, then as time goes by.
    for (let i = 0; i < 4; i++) response.write(second);
    const clock = setInterval(() => {
      if (station.behavior !== 'silent') response.write(second);
    }, 1000);
    response.once('close', () => clearInterval(clock));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  const station: Station = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behavior: 'playing',
    title: undefined,
    asked: 0,
    listening: () => listeners.size,
    followed: 0,
    following: () => followers.size,
    announce: (data) => {
      for (const response of followers) response.write(`data: ${data}\n\n`);
    },
    cut: () => {
      for (const response of listeners) response.destroy();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return station;
}
