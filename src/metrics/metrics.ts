import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Logger } from '../base/logger.ts';
import { onMeasurement } from '../base/observe/measurement.ts';
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
  /** Adds gauges, which are measured when somebody reads the metrics. */
  watch(...sources: readonly GaugeSource[]): void;
  /** Stops counting. */
  close(): void;
}

/** Starts to count what happens in this process. */
export function openMetrics(log: Logger): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = createInstruments(registry);
  beginAtZero(instruments);
  const listening = onMeasurement((event) => countMeasurement(instruments, event));
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
