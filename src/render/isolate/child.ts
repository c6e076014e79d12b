/**
 * The process that renders one job: it takes the job as its first message, sends its progress, then one outcome, and
 * ends. It has no other way in or out but the files the job names.
 */
import { asKinoraError } from '../../base/errors.ts';
import { type Job, produce } from '../produce/produce.ts';
import type { ChildMessage } from './messages.ts';

/** Progress of single frames is told this often at the most, in milliseconds. */
const REPORT_EVERY = 100;

let reported = 0;

function send(message: ChildMessage): void {
  process.send?.(message);
}

async function work(job: Job): Promise<void> {
  try {
    const produced = await produce(job, (progress) => {
      const now = performance.now();
      const last = progress.frame === progress.frames;
      if (progress.frame !== undefined && !last && now - reported < REPORT_EVERY) return;
      reported = now;
      send({ kind: 'progress', progress });
    });
    send({ kind: 'done', produced });
  } catch (error) {
    const { code, message, cause } = asKinoraError(error);
    send({
      kind: 'failed',
      code,
      message,
      detail: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? ''),
    });
  } finally {
    process.disconnect();
  }
}

process.once('message', (job) => void work(job as Job));
// Without its parent the work is for nobody.
process.on('disconnect', () => process.exit());
