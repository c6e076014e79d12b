/** The kinds of metrics. A counter only grows, a gauge is a state, a histogram counts by size. */
type MetricKind = 'counter' | 'gauge' | 'histogram';

/** A metric: what it counts, for the table in `docs/metrics.md` and for Prometheus. */
export interface MetricDeclaration {
  readonly kind: MetricKind;
  readonly labels: readonly string[];
  /** One sentence without a full stop. */
  readonly help: string;
  /** Upper bounds of the buckets of a histogram, in seconds. */
  readonly buckets?: readonly number[];
  /** True if it describes what all processes share. Each server reports the same value. */
  readonly isShared?: true;
}

const STAGE_BUCKETS = [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600];
const REQUEST_BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

const counter = (help: string, ...labels: string[]): MetricDeclaration => ({ kind: 'counter', labels, help });
const gauge = (help: string, ...labels: string[]): MetricDeclaration => ({ kind: 'gauge', labels, help });
const shared = (help: string, ...labels: string[]): MetricDeclaration => ({
  ...gauge(help, ...labels),
  isShared: true,
});
const histogram = (help: string, buckets: readonly number[], ...labels: string[]): MetricDeclaration => ({
  kind: 'histogram',
  labels,
  help,
  buckets,
});

/** All metrics of Kinora by name. The others, `process_...` and `nodejs_...`, are those of prom-client. */
export const METRICS = {
  kinora_queue_jobs: shared(
    'Jobs in the queues: `waiting` could begin now, `later` wait for a time',
    'queue',
    'state',
  ),
  kinora_queue_oldest_seconds: shared(
    'Time since the first of the waiting jobs could begin; 0 if none waits',
    'queue',
  ),
  kinora_queue_cost_core_seconds: shared('Predicted cost of the waiting jobs, on two cores each', 'queue'),
  kinora_workers: shared('Worker processes: `working`, `problem` or `silent`', 'state'),
  kinora_worker_slots: shared('Renders that the live workers make at the same time'),
  kinora_storage_bytes: shared('Bytes in the storage: `files`, kept `segments` and `other`', 'kind'),
  kinora_disk_usable_bytes: gauge('Space of the fullest disk of the process above KINORA_MIN_FREE_GB'),
  kinora_source_cache_bytes: gauge('Bytes in the cache of sources of the home folder'),
  kinora_renders_total: counter('Renders that became final: `done`, `failed` or `cancelled`', 'outcome'),
  kinora_attempts_total: counter('Attempts at work of the queues by their end', 'work', 'outcome'),
  kinora_failures_total: counter('Work that failed for good, by the code of its error', 'work', 'code'),
  kinora_attempt_errors_total: counter(
    'Attempts that ended with an error, also those that are repeated',
    'work',
    'code',
  ),
  kinora_stage_seconds: histogram('Time of an attempt in one of its stages', STAGE_BUCKETS, 'work', 'stage'),
  kinora_render_seconds: histogram('Time from the start of an attempt to its finished render', STAGE_BUCKETS),
  kinora_output_seconds_total: counter('Length of all finished outputs'),
  kinora_frames_total: counter('Frames of all finished outputs, new and kept'),
  kinora_segments_total: counter('Segments of finished renders: `reused` or `made`', 'how'),
  kinora_child_cpu_seconds_total: counter(
    'CPU time of child processes: `render`, `frames` or `other` tasks',
    'task',
  ),
  kinora_sources_total: counter(
    'Sources that were fetched: from `cache`, `network` or `local` storage',
    'from',
  ),
  kinora_source_bytes_total: counter('Bytes of sources that were downloaded'),
  kinora_callbacks_total: counter(
    'Attempts at callbacks by outcome and class of the answer',
    'outcome',
    'answer',
  ),
  kinora_children: gauge('Child processes that run now, with the one that waits for work'),
  kinora_children_ended_total: counter(
    'Child processes that `exited`, were `killed` by Kinora or `crashed`',
    'how',
  ),
  kinora_children_replaced_total: counter('Child processes that died during a render and were started again'),
  kinora_child_limits_total: counter(
    'Child processes that were killed by a limit, by its error code',
    'code',
  ),
  kinora_http_requests_total: counter(
    'HTTP requests by the pattern of their route',
    'method',
    'route',
    'status',
  ),
  kinora_http_request_seconds: histogram('Time to the end of an answer', REQUEST_BUCKETS, 'method', 'route'),
  kinora_metrics_errors_total: counter('Values that could not be measured for an answer of /metrics', 'part'),
} as const satisfies Readonly<Record<string, MetricDeclaration>>;

/** The name of a metric. */
export type MetricName = keyof typeof METRICS;

/** Creates the table of metrics in `docs/metrics.md` in Markdown. */
export function createMetricsTable(): string {
  const rows = Object.entries<MetricDeclaration>(METRICS).map(([name, { kind, labels, help, isShared }]) => [
    `\`${name}\``,
    isShared ? `${kind}, shared` : kind,
    labels.map((label) => `\`${label}\``).join(', ') || '-',
    `${help}.`,
  ]);
  return [['name', 'type', 'labels', 'meaning'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}
