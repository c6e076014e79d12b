import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type MetricDeclaration, type MetricName, METRICS } from './metric-declarations.ts';
import type { Measurement } from '../base/observe/measurement.ts';

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

/** The kinds of work in the words of the documents. The queue names some by their subject. */
const WORK: Readonly<Record<string, string>> = { asset: 'copy', created: 'creation' };

/** Counts one measurement. */
export function countMeasurement(metrics: Instruments, event: Measurement): void {
  switch (event.kind) {
    case 'attempt':
      countAttempt(metrics, event);
      break;
    case 'render':
      metrics.add('kinora_renders_total', 1, { outcome: event.outcome });
      break;
    case 'output':
      countOutput(metrics, event);
      break;
    case 'callback':
      metrics.add('kinora_callbacks_total', 1, {
        outcome: event.isDelivered ? 'delivered' : 'failed',
        answer: event.status === null ? 'none' : `${Math.floor(event.status / 100)}xx`,
      });
      break;
    case 'source':
      metrics.add('kinora_sources_total', 1, { from: event.from });
      metrics.add('kinora_source_bytes_total', event.bytes);
      break;
    case 'child started':
      metrics.add('kinora_children', 1);
      break;
    case 'child ended':
      metrics.add('kinora_children', -1);
      metrics.add('kinora_children_ended_total', 1, { how: event.how });
      break;
    case 'child replaced':
      metrics.add('kinora_children_replaced_total', 1);
      break;
    case 'child limited':
      metrics.add('kinora_child_limits_total', 1, { code: event.code });
      break;
    case 'child cpu':
      metrics.add('kinora_child_cpu_seconds_total', event.seconds, { task: event.task });
      break;
    case 'request':
      countRequest(metrics, event);
      break;
  }
}

function countAttempt(
  metrics: Instruments,
  { work: kind, outcome, code, isGivenUp, stages }: Extract<Measurement, { kind: 'attempt' }>,
): void {
  const work = WORK[kind] ?? kind;
  metrics.add('kinora_attempts_total', 1, { work, outcome });
  if (code !== undefined && outcome !== 'cancelled') {
    metrics.add('kinora_attempt_errors_total', 1, { work, code });
    if (outcome === 'failed' || isGivenUp) metrics.add('kinora_failures_total', 1, { work, code });
  }
  for (const [stage, milliseconds] of Object.entries(stages))
    metrics.observe('kinora_stage_seconds', milliseconds / 1000, { work, stage });
}

function countOutput(
  metrics: Instruments,
  { seconds, outputSeconds, frames, segments }: Extract<Measurement, { kind: 'output' }>,
): void {
  metrics.observe('kinora_render_seconds', seconds);
  metrics.add('kinora_output_seconds_total', outputSeconds);
  metrics.add('kinora_frames_total', frames);
  metrics.add('kinora_segments_total', segments.reused, { how: 'reused' });
  metrics.add('kinora_segments_total', segments.made, { how: 'made' });
}

function countRequest(
  metrics: Instruments,
  { method, route, status, seconds }: Extract<Measurement, { kind: 'request' }>,
): void {
  metrics.add('kinora_http_requests_total', 1, { method, route, status: String(status) });
  metrics.observe('kinora_http_request_seconds', seconds, { method, route });
}
