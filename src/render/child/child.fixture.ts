/** A child process for tests. It does not render. The output name of the request selects its behaviour. */
import type { ProduceJob } from '../produce/produce-job.ts';
import type { ChildMessage, StepMessage } from './messages.ts';

function send(message: ChildMessage, onSent?: () => void): void {
  process.send?.(message, undefined, undefined, onSent);
}

/** Sends the outcome and ends the process. */
function end(message: ChildMessage): void {
  send(message, () => process.disconnect());
}

function hang(): void {
  setInterval(() => undefined, 60_000);
  send({ kind: 'progress', progress: { phase: 'preprocessing' } });
}

const BEHAVIOURS: Readonly<Record<string, (job: ProduceJob, message: StepMessage) => void>> = {
  finish() {
    for (const frame of [1, 2])
      send({ kind: 'progress', progress: { phase: 'rendering', frame, frames: 2 } });
    end({ kind: 'done', outcome: { duration: 0.08, frames: 2, width: 4, height: 6, warnings: [] } });
  },
  fail() {
    const failed = { kind: 'failed', detail: 'the stack' } as const;
    const message = 'It is not a media file.';
    end({ ...failed, code: 'asset_not_media', message, byHardware: false });
  },
  'fail by hardware'() {
    const failed = { kind: 'failed', detail: 'the driver' } as const;
    end({ ...failed, code: 'render_crashed', message: 'It failed.', byHardware: true });
  },
  report(job, { request, isLast }) {
    const { env, execArgv } = process;
    const message = JSON.stringify({ env, execArgv, job, request, isLast });
    end({ kind: 'failed', code: 'internal', message, detail: '', byHardware: false });
  },
  hang,
  exit() {
    process.stderr.write('a complaint\n', () => process.exit(3));
  },
  'exit quietly': () => process.disconnect(),
};

process.once('message', (first) => {
  // The first message is a job. Wait for the second message, which requests one step of the job.
  process.once('message', (second) => {
    const message = second as StepMessage;
    if (message.request.step === 'output')
      BEHAVIOURS[message.request.to.output]?.(first as ProduceJob, message);
  });
});
