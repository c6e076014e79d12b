/**
 * The process that does one task: it takes the task as its first message, sends its progress, then the outcome, and ends. The job of a
 * render is asked for step by step, by messages that follow; one that makes frames stays for more of the same edit. The process has no
 * other way in or out but the files that the task names; for bytes of those that are far away it asks its parent.
 */
import { writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { toKinoraError } from '../../base/errors.ts';
import { HardwareFailed } from '../media/hardware.ts';
import { type SourceFile, RemoteReadError } from '../media/source-file.ts';
import type { RenderProgress } from '../produce/progress.ts';
import type { ChildRender } from '../produce/child-render.ts';
import type { ProduceJob, StepRequest } from '../produce/produce-job.ts';
import type {
  BytesResponse,
  ChildMessage,
  JobMessage,
  StepMessage,
  TaskMessage,
  WarmUpMessage,
} from './messages.ts';
import { RemoteFileClient } from './remote-file-client.ts';
import type { TaskOutcomes } from './tasks.ts';

/** Minimum time between two reports of single frames, in milliseconds. */
const REPORT_INTERVAL_MS = 100;

/** A parent that has a task at once, such as the process of a command, has sent it before; in milliseconds. */
const WARM_UP_AFTER_MS = 500;

let reportedAt = 0;
/** The job of a render. */
let job: ProduceJob | undefined;
let render: ChildRender | undefined;

function send(message: ChildMessage, onSent?: () => void): void {
  process.send?.(message, undefined, undefined, onSent);
}

/** Begins a task, and receives all that the parent sends after it. */
function begin(task: TaskMessage): void {
  const client = new RemoteFileClient(send);
  const files = Object.fromEntries(
    Object.entries(task.files).map(([name, file]) => [name, client.open(file)]),
  );
  process.on('message', (received) => {
    const message = received as BytesResponse | StepMessage;
    if (message.kind !== 'step') client.receive(message);
    else void answer(() => runStep(message.request), message.isLast);
  });
  if (isJob(task)) job = { ...task, files };
  else void answer(() => runTask(task, files), true);
}

function isJob(task: TaskMessage): task is JobMessage {
  return task.kind === 'output' || task.kind === 'frames';
}

/** Runs the steps of a job that lead to an answer. Everything that they open stays open for the next one. */
async function runStep(request: StepRequest): Promise<unknown> {
  const { ChildRender } = await import('../produce/child-render.ts');
  if (!job) throw new Error('A step needs a job.');
  render ??= new ChildRender(job, report);
  return await render.run(request);
}

/** Does a piece of work and sends its outcome. @param isLast true if the process ends then. */
async function answer(work: () => Promise<unknown>, isLast: boolean): Promise<void> {
  send(await outcomeOf(work), () => isLast && process.disconnect());
}

async function outcomeOf(work: () => Promise<unknown>): Promise<ChildMessage> {
  try {
    return { kind: 'done', outcome: await work() };
  } catch (error) {
    const { code, message, cause } = error instanceof RemoteReadError ? error : toKinoraError(error);
    const byHardware = error instanceof HardwareFailed;
    return { kind: 'failed', code, message, detail: inspect(cause), byHardware };
  }
}

/** Loads only what this kind of task needs: who describes a file draws nothing. */
async function runTask(
  task: Exclude<TaskMessage, JobMessage>,
  files: Record<string, SourceFile>,
): Promise<TaskOutcomes[keyof TaskOutcomes]> {
  switch (task.kind) {
    case 'inspect': {
      const { inspectFile } = await import('../probe/inspect-file.ts');
      return inspectFile(Object.values(files)[0] ?? '', task);
    }
    case 'hardware': {
      const { tryHardware } = await import('../hardware/try-hardware.ts');
      return (await tryHardware(task)) ?? null;
    }
    case 'recognise': {
      const { loadVulkan } = await import('../transcribe/load-vulkan.ts');
      loadVulkan(task.vulkanLoader);
      const { recognise } = await import('../transcribe/recognise.ts');
      return recognise(task, () => report({ phase: 'preprocessing' }));
    }
    case 'dryRun': {
      const { measureSources } = await import('../probe/measure-sources.ts');
      const { dryRun } = await import('../resolve/dry-run.ts');
      const measured = { ...task.failures, ...(await measureSources(files)) };
      return JSON.stringify(dryRun(task.edit, measured, task.dialect));
    }
  }
}

/** Does what takes long at its first use, as long as nobody waits for it. */
async function warmUp(): Promise<void> {
  const { loadSystemFonts } = await import('../produce/open-fonts.ts');
  loadSystemFonts();
}

function report(progress: RenderProgress): void {
  const now = performance.now();
  const isLast = progress.frame === progress.frames;
  if (progress.frame !== undefined && !isLast && now - reportedAt < REPORT_INTERVAL_MS) return;
  reportedAt = now;
  send({ kind: 'progress', progress });
}

// When the machine runs out of memory, this process is the one to end, not the service.
if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
process.once('message', (message) => {
  const first = message as WarmUpMessage | TaskMessage;
  if (first.kind !== 'warmUp') begin(first);
  else {
    const timer = setTimeout(() => void warmUp(), WARM_UP_AFTER_MS);
    process.once('message', (task) => {
      clearTimeout(timer);
      begin(task as TaskMessage);
    });
    void import('../produce/child-render.ts');
  }
});
// Without its parent the work is for nobody.
process.on('disconnect', () => process.exit());
