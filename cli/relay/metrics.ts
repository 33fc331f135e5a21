import type { Station } from './station.ts';

/** Name, help and value; names of counters end with `_total`. */
const rows: readonly (readonly [string, string, (station: Station) => number])[] = [
  ['listeners', 'Listeners connected now.', ({ listeners }) => listeners()],
  ['waiting', 'Listeners and newcomers without sound now.', ({ waiting }) => waiting()],
  ['listener_seconds_total', 'Seconds, of all listeners.', ({ counts }) => counts().listenerSeconds],
  ['sent_bytes_total', 'Bytes of sound written to listeners.', ({ counts }) => counts().bytes],
  ['evicted_total', 'Listeners dropped for being too slow.', ({ counts }) => counts().evicted],
  ['reconnects_total', 'Times a source was lost.', ({ counts }) => counts().reconnects],
  ['splices_total', 'Times a source went on without a gap.', ({ counts }) => counts().splices],
  ['upstream_age_seconds', 'Seconds without new sound, if open.', ({ age }) => (age() ?? Number.NaN) / 1000],
];

/** The metrics of all stations in Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const metricsOf = (stations: readonly Station[]): string =>
  rows
    .flatMap(([name, help, value]) => [
      `# HELP galley_relay_${name} ${help}`,
      `# TYPE galley_relay_${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
      ...stations.map((station) => `galley_relay_${name}{port="${station.port}"} ${value(station)}`),
    ])
    .join('\n');
