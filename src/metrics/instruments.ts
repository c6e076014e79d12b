import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type MetricDeclaration, type MetricName, METRICS } from './metric-declarations.ts';

/** The values of the labels of one series. */
export type Labels = Readonly<Record<string, string>>;

/** Changes the metrics of a registry by their names. */
export type Instruments = ReturnType<typeof createInstruments>;

/** Creates all metrics in a registry. */
export function createInstruments(registry: Registry) {
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Histogram>();
  for (const [name, { kind, labels, help, buckets }] of Object.entries<MetricDeclaration>(METRICS)) {
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    if (kind === 'counter') counters.set(name, new Counter(options));
    else if (kind === 'gauge') gauges.set(name, new Gauge(options));
    else histograms.set(name, new Histogram({ ...options, buckets: [...(buckets ?? [])] }));
  }
  return {
    /** Adds to a counter or a gauge. */
    add(name: MetricName, value: number, labels: Labels = {}): void {
      counters.get(name)?.inc(labels, value);
      gauges.get(name)?.inc(labels, value);
    },
    /** Adds an observation to a histogram. */
    observe: (name: MetricName, seconds: number, labels: Labels = {}): void =>
      histograms.get(name)?.observe(labels, seconds),
    /** Replaces all series of a gauge. An empty list leaves none. */
    replace(name: MetricName, series: readonly (readonly [number, Labels?])[]): void {
      const metric = gauges.get(name);
      metric?.reset();
      // A gauge without labels has a value of 0 after a reset.
      if (series.length === 0 && METRICS[name].labels.length === 0) metric?.remove();
      for (const [value, labels = {}] of series) metric?.set(labels, value);
    },
  };
}
