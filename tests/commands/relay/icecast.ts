import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../until.ts';
import { freePort } from './wire.ts';

const password = 'source';

/** Noise, no second of which is like another. */
const noise = (bitRate: number) =>
  `-nostdin -loglevel error -re -f lavfi -i anoisesrc=color=pink:amplitude=0.3 -ac 2 -ar 44100 -b:a ${bitRate}k -flush_packets 1`;
const encodings = {
  mp3: '-c:a libmp3lame -content_type audio/mpeg -f mp3',
  aac: '-c:a aac -content_type audio/aac -f adts',
};

export type Icecast = Awaited<ReturnType<typeof startIcecast>>;

/** Starts a real Icecast without a station; takes the paths of both programs. */
export async function startIcecast({
  icecast,
  ffmpeg,
  sourceTimeout = 10,
  bitRate = 128,
}: {
  readonly icecast: string;
  readonly ffmpeg: string;
  /** Seconds for which it keeps the mount of an encoder that sends nothing. */
  readonly sourceTimeout?: number;
  /** Of what is encoded, in kilobits a second. */
  readonly bitRate?: number;
}) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'galley-icecast-'));
  chmodSync(folder, 0o777);
  const config = join(folder, 'icecast.xml');
  // It refuses to run as root.
  const changeOwner =
    process.getuid?.() === 0 ? '<changeowner><user>nobody</user><group>nogroup</group></changeowner>' : '';
  writeFileSync(
    config,
    `<icecast>
  <limits><clients>20000</clients><sources>20</sources><source-timeout>${sourceTimeout}</source-timeout></limits>
  <authentication>
    <source-password>${password}</source-password>
    <relay-password>${password}</relay-password>
    <admin-user>admin</admin-user><admin-password>${password}</admin-password>
  </authentication>
  <hostname>127.0.0.1</hostname>
  <listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <paths>
    <basedir>${folder}</basedir><logdir>${folder}</logdir>
    <webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot>
  </paths>
  <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>2</loglevel></logging>
  <security><chroot>0</chroot>${changeOwner}</security>
</icecast>`,
  );
  let stopped = false;
  const launch = () => {
    const server = spawn(icecast, ['-c', config], { stdio: 'ignore' });
    // As a service manager would.
    server.once('exit', () => {
      if (!stopped) running = launch();
    });
    return server;
  };
  let running = launch();
  const origin = `http://127.0.0.1:${port}`;
  const answers = (path: string) =>
    fetch(`${origin}${path}`, { signal: AbortSignal.timeout(5000) }).then(
      async (response) => {
        await response.body?.cancel();
        return response.ok;
      },
      () => false,
    );
  const encoders = new Set<() => Promise<void>>();
  /** The process that encodes for each mount. */
  const processes = new Map<string, ChildProcess>();
  await until(() => answers('/status-json.xsl'), 'Icecast');

  return {
    port,
    origin,
    pid: running.pid ?? 0,
    /** Encodes noise, and waits until `mount` plays it. Gives a function that kills the encoder. */
    async encode({
      mount = '/live',
      format = 'mp3',
    }: {
      readonly mount?: string;
      readonly format?: keyof typeof encodings;
    } = {}): Promise<() => Promise<void>> {
      let over = false;
      let complaints = '';
      const start = () => {
        const flags = `${noise(bitRate)} ${encodings[format]}`.split(' ');
        const encoder = spawn(ffmpeg, [...flags, `icecast://source:${password}@127.0.0.1:${port}${mount}`], {
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        encoder.stderr.on('data', (text) => {
          complaints += text;
        });
        processes.set(mount, encoder);
        // Icecast may still hold the mount for the encoder that has just ended.
        encoder.once('exit', () => {
          setTimeout(() => {
            if (!over && !stopped) encoding = start();
          }, 100);
        });
        return encoder;
      };
      let encoding = start();
      const stop = async () => {
        over = true;
        encoders.delete(stop);
        if (encoding.exitCode !== null || encoding.signalCode !== null) return;
        encoding.kill('SIGKILL');
        await once(encoding, 'exit');
      };
      encoders.add(stop);
      await until(() => answers(mount), `the encoder at ${mount}`, 40_000).catch((error) => {
        const log = readFileSync(join(folder, 'error.log'), 'utf8').slice(-1000);
        throw new Error(`${error.message}; it said: ${complaints || 'nothing'}; Icecast said: ${log}`);
      });
      return stop;
    },
    /** Sends a signal to the encoder of a mount. */
    signalEncoder: (mount: string, signal: NodeJS.Signals) => void processes.get(mount)?.kill(signal),
    /** Waits until a newcomer at `mount` gets all of Icecast's burst, 64 KB, at once. */
    async isAhead(mount = '/live') {
      const response = await fetch(`${origin}${mount}`);
      let heard = 0;
      for await (const chunk of response.body ?? []) {
        heard += chunk.length;
        if (heard >= 64 * 1024) break;
      }
    },
    /** Sets the title of a mount. */
    async entitle(song: string, mount = '/live') {
      const query = new URLSearchParams({ mount, mode: 'updinfo', song, charset: 'UTF-8' });
      const response = await fetch(`${origin}/admin/metadata?${query}`, {
        headers: { Authorization: `Basic ${btoa(`admin:${password}`)}` },
      });
      if (!response.ok) throw new Error(`Icecast answered ${response.status} to a title`);
    },
    async stop() {
      stopped = true;
      for (const stop of encoders) await stop();
      running.kill('SIGKILL');
      if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
