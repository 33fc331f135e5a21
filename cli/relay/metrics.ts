import type { Station } from './station.ts';

/** What is counted of every station, in Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function metricsOf(stations: readonly Station[]): string {
  const metric = (
    name: string,
    type: 'counter' | 'gauge',
    help: string,
    value: (station: Station) => number | undefined,
  ) => `# HELP galley_relay_${name} ${help}
# TYPE galley_relay_${name} ${type}
${stations
  .filter((station) => value(station) !== undefined)
  .map((station) => `galley_relay_${name}{port="${station.port}"} ${value(station)}\n`)
  .join('')}`;
  const seconds = (time: number | undefined) => (time === undefined ? undefined : time / 1000);
  return [
    metric('listeners', 'gauge', 'Listeners connected now.', (station) => station.listeners()),
    metric('waiting', 'gauge', 'Listeners and newcomers without sound now.', (station) => station.waiting()),
    metric('listener_seconds_total', 'counter', 'Seconds listened, of all listeners.', (station) =>
      station.listenerSeconds(),
    ),
    metric(
      'sent_bytes_total',
      'counter',
      'Bytes of sound written to listeners.',
      ({ counts }) => counts.bytes,
    ),
    metric(
      'evicted_total',
      'counter',
      'Listeners dropped for being too slow.',
      ({ counts }) => counts.evicted,
    ),
    metric('reconnects_total', 'counter', 'Times a source was lost.', ({ counts }) => counts.reconnects),
    metric(
      'splices_total',
      'counter',
      'Times a source went on without a gap.',
      ({ counts }) => counts.splices,
    ),
    metric(
      'upstream_age_seconds',
      'gauge',
      'Seconds since the source sent new sound; absent while it is closed.',
      (station) => seconds(station.age()),
    ),
  ]
    .join('')
    .trimEnd();
}
