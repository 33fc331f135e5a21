import type { Station } from './station.ts';

/** What is counted of every station, under its name in Prometheus. */
const rows: readonly {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly value: (station: Station) => number | undefined;
}[] = [
  {
    name: 'listeners',
    help: 'Listeners connected now.',
    type: 'gauge',
    value: (station) => station.listeners(),
  },
  {
    name: 'sent_bytes_total',
    help: 'Bytes of sound written to listeners.',
    type: 'counter',
    value: ({ counts }) => counts.bytes,
  },
  {
    name: 'evicted_total',
    help: 'Listeners dropped for being too slow.',
    type: 'counter',
    value: ({ counts }) => counts.evicted,
  },
  {
    name: 'reconnects_total',
    help: 'Times a source that had sounded was lost.',
    type: 'counter',
    value: ({ counts }) => counts.reconnects,
  },
  {
    name: 'splices_total',
    help: 'Times a source was taken up again without a gap.',
    type: 'counter',
    value: ({ counts }) => counts.splices,
  },
  {
    name: 'upstream_age_seconds',
    help: 'Seconds since the source sounded; absent while it is closed.',
    type: 'gauge',
    value: (station) => {
      const age = station.age();
      return age === undefined ? undefined : age / 1000;
    },
  },
];

/** The stations' counts in Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function metricsOf(stations: readonly Station[]): string {
  return rows
    .flatMap(({ name, help, type, value }) => [
      `# HELP galley_relay_${name} ${help}`,
      `# TYPE galley_relay_${name} ${type}`,
      ...stations.flatMap((station) => {
        const number = value(station);
        return number === undefined ? [] : [`galley_relay_${name}{port="${station.port}"} ${number}`];
      }),
    ])
    .join('\n');
}
