import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Logger } from '../base/logger.ts';
import { type Measurement, onMeasurement } from '../base/observe/measurement.ts';
import { beginAtZero } from './begin-at-zero.ts';
import { countMeasurement } from './count-measurements.ts';
import { GaugeReader, type GaugeSource } from './gauges.ts';
import { createInstruments } from './instruments.ts';

/** The metrics of this process in the text format of Prometheus. */
export interface Metrics {
  /** Media type of {@link read}. */
  readonly contentType: string;
  /** Measures the gauges and returns all metrics. Simultaneous calls share one measurement. Never rejects for a part. */
  read(): Promise<string>;
  /** Adds gauges, which are measured when the metrics are read. */
  watch(...sources: readonly GaugeSource[]): void;
  /** Stops counting. */
  close(): void;
}

/** Starts to count the measurements of this process. */
export function openMetrics(log: Logger): Metrics {
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
    contentType: registry.contentType,
    read: () => (reading ??= read()),
    watch: (...sources) => void readers.push(...sources.map((source) => new GaugeReader(source, log))),
    close() {
      listening[Symbol.dispose]();
      for (const reader of readers) reader.close();
      registry.clear();
    },
  };
}
