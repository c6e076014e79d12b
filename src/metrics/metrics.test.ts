import { expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { measure } from '../base/observe/measurement.ts';
import { openMetrics } from './metrics.ts';

/** Returns the line of a metric with its value. */
const lineOf = (text: string, start: string) => text.split('\n').find((line) => line.startsWith(start));

it('counts what the parts of the process have done, and nothing after it is closed', async () => {
  const metrics = openMetrics(SILENT);
  const attempt = { kind: 'attempt', isGivenUp: false, stages: { sending: 1500 } } as const;
  measure({ ...attempt, work: 'asset', outcome: 'again', code: 'destination_failed' });
  measure({ ...attempt, work: 'asset', outcome: 'failed', code: 'destination_refused' });
  measure({ ...attempt, work: 'render', outcome: 'cancelled', code: 'cancelled' });
  measure({ ...attempt, work: 'render', outcome: 'lost', code: 'worker_lost', isGivenUp: true });
  measure({ kind: 'callback', isDelivered: false, status: 503 });
  measure({ kind: 'callback', isDelivered: false, status: null });
  measure({ kind: 'source', from: 'network', bytes: 12 });
  measure({ kind: 'child started' });
  measure({ kind: 'child ended', how: 'killed' });
  measure({ kind: 'child limited', code: 'render_stalled' });
  const text = await metrics.read();
  metrics.close();
  measure({ kind: 'child started' });
  const lines = [
    'kinora_attempts_total{work="copy",outcome="again"} 1',
    'kinora_attempt_errors_total{work="copy",code="destination_failed"} 1',
    'kinora_failures_total{work="copy",code="destination_refused"} 1',
    'kinora_failures_total{work="render",code="worker_lost"} 1',
    'kinora_attempts_total{work="render",outcome="cancelled"} 1',
    'kinora_stage_seconds_sum{work="copy",stage="sending"} 3',
    'kinora_callbacks_total{outcome="failed",answer="5xx"} 1',
    'kinora_callbacks_total{outcome="failed",answer="none"} 1',
    'kinora_sources_total{from="network"} 1',
    'kinora_source_bytes_total 12',
    'kinora_children 0',
    'kinora_children_ended_total{how="killed"} 1',
    'kinora_child_limits_total{code="render_stalled"} 1',
  ];
  expect(lines.filter((line) => !text.split('\n').includes(line))).toEqual([]);
  // A repeated attempt and a cancelled one are no failures.
  expect(text).not.toMatch(/kinora_failures_total\{[^}]*(destination_failed|cancelled)/);
  expect(lineOf(text, 'process_cpu_seconds_total')).toBeDefined();
  expect(await metrics.read()).not.toContain('kinora_children 1');
});

it('begins at 0 with what alarms ask for, so that the first event is an increase', async () => {
  const metrics = openMetrics(SILENT);
  const text = await metrics.read();
  metrics.close();
  for (const line of [
    'kinora_callbacks_total{outcome="failed",answer="4xx"} 0',
    'kinora_callbacks_total{outcome="delivered",answer="2xx"} 0',
    'kinora_child_limits_total{code="render_out_of_memory"} 0',
    'kinora_attempts_total{work="render",outcome="lost"} 0',
  ])
    expect(text.split('\n')).toContain(line);
});

it('leaves out a gauge that cannot be measured, and says so', async () => {
  const metrics = openMetrics(SILENT);
  let isAway = false;
  metrics.watch({
    part: 'disk',
    names: ['kinora_disk_usable_bytes'],
    measure: () =>
      isAway
        ? Promise.reject(new Error('away'))
        : Promise.resolve({ kinora_disk_usable_bytes: [[7]] as const }),
  });
  expect(lineOf(await metrics.read(), 'kinora_disk_usable_bytes')).toBe('kinora_disk_usable_bytes 7');
  isAway = true;
  const text = await metrics.read();
  metrics.close();
  expect(lineOf(text, 'kinora_disk_usable_bytes')).toBeUndefined();
  expect(lineOf(text, 'kinora_metrics_errors_total{part="disk"}')).toMatch(/ 1$/);
});

it('measures a slow source once for all who ask, and keeps the result', async () => {
  const metrics = openMetrics(SILENT);
  let measured = 0;
  metrics.watch({
    part: 'storage',
    names: ['kinora_storage_bytes'],
    keepMs: 60_000,
    measure: () => {
      measured += 1;
      return Promise.resolve({ kinora_storage_bytes: [[5, { kind: 'files' }]] as const });
    },
  });
  await Promise.all([metrics.read(), metrics.read()]);
  const text = await metrics.read();
  metrics.close();
  expect(measured).toBe(1);
  expect(text).toContain('kinora_storage_bytes{kind="files"} 5');
});

it('does not ask a source that has failed again before its time', async () => {
  const metrics = openMetrics(SILENT);
  let asked = 0;
  metrics.watch({
    part: 'storage',
    names: ['kinora_storage_bytes'],
    keepMs: 60_000,
    measure: () => {
      asked += 1;
      return Promise.reject(new Error('away'));
    },
  });
  await metrics.read();
  const text = await metrics.read();
  metrics.close();
  expect(asked).toBe(1);
  expect(lineOf(text, 'kinora_metrics_errors_total{part="storage"}')).toMatch(/ 1$/);
});

it('goes on after something that cannot be counted', async () => {
  const metrics = openMetrics(SILENT);
  measure({ kind: 'source', from: 'network', bytes: Infinity });
  measure({ kind: 'child started' });
  const text = await metrics.read();
  metrics.close();
  expect(lineOf(text, 'kinora_children ')).toBe('kinora_children 1');
});
