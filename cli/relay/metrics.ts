import type { Station } from './station.ts';

type Row = readonly [
  name: string,
  type: string,
  help: string,
  value: (station: Station) => number | undefined,
];

const seconds = (time: number | undefined) => (time === undefined ? undefined : time / 1000);

const rows: readonly Row[] = [
  ['listeners', 'gauge', 'Listeners connected now.', ({ listeners }) => listeners()],
  ['waiting', 'gauge', 'Listeners and newcomers without sound now.', ({ waiting }) => waiting()],
  [
    'listener_seconds_total',
    'counter',
    'Seconds, of all listeners.',
    ({ listenerSeconds }) => listenerSeconds(),
  ],
  ['sent_bytes_total', 'counter', 'Bytes of sound written to listeners.', ({ counts }) => counts().bytes],
  ['evicted_total', 'counter', 'Listeners dropped for being too slow.', ({ counts }) => counts().evicted],
  ['reconnects_total', 'counter', 'Times a source was lost.', ({ counts }) => counts().reconnects],
  ['splices_total', 'counter', 'Times a source went on without a gap.', ({ counts }) => counts().splices],
  ['upstream_age_seconds', 'gauge', 'Seconds without new sound, if open.', ({ age }) => seconds(age())],
];

/** What is counted of every station, in Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function metricsOf(stations: readonly Station[]): string {
  return rows
    .flatMap(([name, type, help, value]) => [
      `# HELP galley_relay_${name} ${help}`,
      `# TYPE galley_relay_${name} ${type}`,
      ...stations
        .filter((station) => value(station) !== undefined)
        .map((station) => `galley_relay_${name}{port="${station.port}"} ${value(station)}`),
    ])
    .join('\n');
}
