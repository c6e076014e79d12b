import type { Measurement } from '../base/observe/measurement.ts';
import type { Instruments } from './instruments.ts';

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
