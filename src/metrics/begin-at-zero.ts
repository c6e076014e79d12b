import { ERRORS } from '../base/errors.ts';
import { CHILD_LIMIT_CODES } from '../base/observe/measurement.ts';
import type { Instruments } from './instruments.ts';

/** The parties whose faults raise an alert. Faults of clients and their files are counted when they occur. */
const ALARMING: readonly string[] = ['us', 'operator'];

/**
 * Creates the series that alerts ask for, with the value 0. Prometheus finds no increase of a series that begins
 * with its first count.
 */
export function beginAtZero(metrics: Instruments): void {
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
