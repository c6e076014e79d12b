/**
 * The process that renders one job: it takes the job as its first message, sends its progress, then one outcome, and
 * ends. It has no other way in or out but the files the job names.
 */
import { writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { asKinoraError } from '../../base/errors.ts';
import { type Job, produce } from '../produce/produce.ts';
import type { Progress } from '../produce/progress.ts';
import type { ChildMessage } from './messages.ts';

/** Progress of single frames is told this often at the most, in milliseconds. */
const REPORT_EVERY = 100;

let reported = 0;

function send(message: ChildMessage, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent);
}

async function work(job: Job): Promise<void> {
  const outcome = await outcomeOf(job);
  send(outcome, () => process.disconnect());
}

async function outcomeOf(job: Job): Promise<ChildMessage> {
  try {
    return { kind: 'done', produced: await produce(job, report) };
  } catch (error) {
    const { code, message, cause } = asKinoraError(error);
    return { kind: 'failed', code, message, detail: inspect(cause) };
  }
}

function report(progress: Progress): void {
  const now = performance.now();
  const last = progress.frame === progress.frames;
  if (progress.frame !== undefined && !last && now - reported < REPORT_EVERY) return;
  reported = now;
  send({ kind: 'progress', progress });
}

// When the machine runs out of memory, this process is the one to end, not the service.
if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
process.once('message', (job) => void work(job as Job));
// Without its parent the work is for nobody.
process.on('disconnect', () => process.exit());
