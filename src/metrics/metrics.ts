import { collectDefaultMetrics, Registry } from 'prom-client';
import { ERRORS } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { type Measurement, onMeasurement, CHILD_LIMIT_CODES } from '../base/observe/measurement.ts';
import { countMeasurement } from './count-measurements.ts';
import { GaugeReader, type GaugeSource } from './gauges.ts';
import { createInstruments, type Instruments } from './instruments.ts';

/** The parties whose faults raise an alert. Faults of clients and their files are counted when they occur. */
const ALARMING: readonly string[] = ['us', 'operator'];

/**
 * Creates the series that alerts ask for, with the value 0. Prometheus finds no increase of a series that begins
 * with its first count.
 */
function beginAtZero(metrics: Instruments): void {
  for (const outcome of ['done', 'failed', 'cancelled']) metrics.add('kinora_renders_total', 0, { outcome });
  for (const how of ['reused', 'made']) metrics.add('kinora_segments_total', 0, { how });
  for (const from of ['cache', 'network', 'local']) metrics.add('kinora_sources_total', 0, { from });
  for (const how of ['exited', 'killed', 'crashed']) metrics.add('kinora_children_ended_total', 0, { how });
  metrics.add('kinora_callbacks_total', 0, { outcome: 'delivered', answer: '2xx' });
  for (const answer of ['none', '3xx', '4xx', '5xx'])
    metrics.add('kinora_callbacks_total', 0, { outcome: 'failed', answer });
  for (const code of CHILD_LIMIT_CODES) metrics.add('kinora_child_limits_total', 0, { code });
  metrics.add('kinora_attempts_total', 0, { work: 'render', outcome: 'lost' });
  metrics.add('kinora_metrics_errors_total', 0, { part: 'database' });
  for (const [code, { fault }] of Object.entries(ERRORS)) {
    if (!ALARMING.includes(fault)) continue;
    metrics.add('kinora_failures_total', 0, { work: 'render', code });
    metrics.add('kinora_attempt_errors_total', 0, { work: 'render', code });
  }
}

/** The metrics of this process in the text format of Prometheus. */
export type Metrics = ReturnType<typeof openMetrics>;

/** Starts to count the measurements of this process. */
export function openMetrics(log: Logger) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = createInstruments(registry);
  beginAtZero(instruments);
  const count = (event: Measurement): void => {
    try {
      countMeasurement(instruments, event);
    } catch (error) {
      // An error of a listener would end the process, and a wrong count must not.
      log.warn({ err: error, kind: event.kind }, 'Could not count what has happened.');
    }
  };
  const listening = onMeasurement(count);
  const readers: GaugeReader[] = [];
  let reading: Promise<string> | undefined;

  async function read(): Promise<string> {
    try {
      await Promise.all(readers.map((reader) => reader.update(instruments)));
      return await registry.metrics();
    } finally {
      reading = undefined;
    }
  }

  return {
    /** Media type of `read`. */
    contentType: registry.contentType,
    /** Measures the gauges and returns all metrics. Simultaneous calls share one measurement. Never rejects for a part. */
    read: () => (reading ??= read()),
    /** Adds gauges, which are measured when the metrics are read. */
    watch: (...sources: readonly GaugeSource[]): void =>
      void readers.push(...sources.map((source) => new GaugeReader(source, log))),
    /** Stops counting. */
    close() {
      listening[Symbol.dispose]();
      for (const reader of readers) reader.close();
      registry.clear();
    },
  };
}
