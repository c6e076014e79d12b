/** A child process that does what the name in the job's `to` says, instead of rendering. */
import type { Job } from '../produce/produce.ts';
import type { ChildMessage } from './messages.ts';

function send(message: ChildMessage, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent);
}

/** Sends the outcome and ends. */
function end(message: ChildMessage): void {
  send(message, () => process.disconnect());
}

function hang(): void {
  setInterval(() => undefined, 60_000);
  send({ kind: 'progress', progress: { stage: 'preprocessing' } });
}

const DEEDS: Readonly<Record<string, (job: Job) => void>> = {
  finish() {
    for (const frame of [1, 2])
      send({ kind: 'progress', progress: { stage: 'rendering', frame, frames: 2 } });
    end({ kind: 'done', outcome: { duration: 0.08, frames: 2, width: 4, height: 6, warnings: [] } });
  },
  fail() {
    const failed = { kind: 'failed', detail: 'the stack' } as const;
    const message = 'It is no media file.';
    end({ ...failed, code: 'asset_not_media', message, byHardware: false });
  },
  'fail by hardware'() {
    const failed = { kind: 'failed', detail: 'the driver' } as const;
    end({ ...failed, code: 'render_crashed', message: 'It failed.', byHardware: true });
  },
  tell(job) {
    const { env, execArgv } = process;
    const message = JSON.stringify({ env, execArgv, job });
    end({ kind: 'failed', code: 'internal', message, detail: '', byHardware: false });
  },
  hang,
  exit() {
    process.stderr.write('what it complained of\n', () => process.exit(3));
  },
  'leave quietly': () => process.disconnect(),
};

process.once('message', (message) => {
  // The parent sends a job and nothing else.
  const job = message as Job;
  DEEDS[job.to.output]?.(job);
});
