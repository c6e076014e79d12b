/**
 * The program of a child process. It receives a task as its first message, sends its progress and its
 * outcome, and ends. If the task is the job of a render, each further message asks for one step. After a
 * frame, the process stays open for more frames of the same edit. The process reads and writes nothing except
 * its messages and the files of the task. For the bytes of remote files, it asks its parent.
 */
import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { inspect } from 'node:util';
import { KinoraError, toKinoraError } from '../../base/errors.ts';
import type { Edit } from '../../edit/model.ts';
import { containProcess } from '../contain/contain-process.ts';
import { endWithParent } from '../contain/end-with-parent.ts';
import { loadWithoutPool } from '../contain/load-without-pool.ts';
import { HardwareFailed } from '../media/hardware.ts';
import { type SourceFile, RemoteReadError } from '../media/source-file.ts';
import type { RenderProgress } from '../produce/progress.ts';
import type { ChildState } from '../produce/steps/child-state.ts';
import type { ProduceJob, StepRequest } from '../produce/produce-job.ts';
import type {
  BytesResponse,
  ChildMessage,
  Containment,
  StepMessage,
  TaskMessage,
  WarmUpMessage,
} from './messages.ts';
import { RemoteFileClient } from './remote-file-client.ts';
import { closeEditChannel, receiveEdit } from './sent-edit.ts';
import { isJob, rulesOf } from './tasks.ts';

/** Minimum milliseconds between two reports of the number of finished frames. */
const REPORT_INTERVAL_MS = 100;

/**
 * Milliseconds to wait for a task before warming up. A parent that has a task ready sends the task sooner.
 */
const WARM_UP_AFTER_MS = 500;

let reportedAt = 0;
/** The task, if it is the job of a render. */
let readJob: (() => Promise<ProduceJob>) | undefined;
let state: ChildState | undefined;

function send(message: ChildMessage, onSent?: () => void): void {
  process.send?.(message, undefined, undefined, onSent);
}

/** The title of every process that reads media, also for operators and their tools. */
process.title = 'kinora-media';

/**
 * Contains this process.
 *
 * @returns the feature that the machine lacks, or undefined.
 */
function contain({ access }: Containment): string | undefined {
  try {
    containProcess(access);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The inputs of a task. */
interface TaskInput {
  readonly files: Record<string, SourceFile>;
  /** Undefined if the task has no edit. */
  readonly edit: Promise<Edit> | undefined;
}

/** Starts a task and handles all further messages of the parent. */
function begin(task: TaskMessage): void {
  const client = new RemoteFileClient(send);
  const files = Object.fromEntries(
    Object.entries(task.files).map(([name, file]) => [name, client.open(file)]),
  );
  const input = { files, edit: 'edit' in task ? receiveEdit(task.edit) : undefined };
  if (input.edit === undefined) closeEditChannel();
  const loaded = loadContained(task, input);
  process.on('message', (received) => {
    const message = received as BytesResponse | StepMessage;
    if (message.kind !== 'step') client.receive(message);
    else void answer(async () => (await loaded, await runStep(message.request)), message.isLast);
  });
  // The cast is safe: a job has an edit.
  if (isJob(task)) readJob = async () => (await complete(task, input)) as ProduceJob;
  else void answer(async () => (await loaded)(), true);
}

/**
 * Loads the code for a task and then contains this process. Code that is loaded first goes to the compile cache,
 * which a contained process cannot write.
 *
 * @returns the work. For the job of a render, the work is asked for in steps.
 * @throws {KinoraError} `isolation_unavailable` if the process must be contained, but cannot.
 */
async function loadContained(task: TaskMessage, input: TaskInput): Promise<() => Promise<unknown>> {
  const work = await loadWithoutPool(() => load(task, input));
  flushCompileCache();
  const obstacle = contain(task.containment);
  if (task.kind === 'isolation') return () => Promise.resolve(obstacle ?? null);
  if (obstacle !== undefined && task.containment.isRequired) throw createIsolationError(obstacle);
  if (obstacle !== undefined) send({ kind: 'uncontained', obstacle });
  return work;
}

function createIsolationError(obstacle: string): KinoraError {
  const message =
    'This machine cannot contain the processes that read media, and KINORA_ISOLATION requires it.';
  return new KinoraError('isolation_unavailable', message, { cause: obstacle });
}

/**
 * Runs the steps of the job up to the requested answer. Files that these steps open stay open for the next
 * request.
 */
async function runStep(request: StepRequest): Promise<unknown> {
  const { answerStep } = await import('../produce/steps/answer-step.ts');
  const { ChildState } = await import('../produce/steps/child-state.ts');
  if (!readJob) throw new Error('A step needs a job.');
  state ??= new ChildState(await readJob(), report);
  return await answerStep(state, request);
}

/** Runs a piece of work and sends its outcome. @param isLast true if the process ends afterwards. */
async function answer(work: () => Promise<unknown>, isLast: boolean): Promise<void> {
  const outcome = await outcomeOf(work);
  const { user, system } = process.cpuUsage();
  send({ ...outcome, cpuMilliseconds: (user + system) / 1000 }, () => isLast && process.disconnect());
}

async function outcomeOf(
  work: () => Promise<unknown>,
): Promise<Extract<ChildMessage, { kind: 'done' | 'failed' }>> {
  try {
    return { kind: 'done', outcome: await work() };
  } catch (error) {
    const { code, message, cause } = error instanceof RemoteReadError ? error : toKinoraError(error);
    const byHardware = error instanceof HardwareFailed;
    return { kind: 'failed', code, message, detail: inspect(cause), byHardware };
  }
}

/** Loads the code of a task. @returns the work of the task. For a job, it does nothing. */
async function load(task: TaskMessage, input: TaskInput): Promise<() => Promise<unknown>> {
  if (isJob(task)) {
    await import('../produce/steps/answer-step.ts');
    return () => Promise.resolve();
  }
  const work = await rulesOf(task).load(task);
  return async () => work(await complete(task, input), () => report({ phase: 'preprocessing' }));
}

/** Completes a task with its files, and with its edit if it has one. */
async function complete(task: TaskMessage, { files, edit }: TaskInput): Promise<unknown> {
  return { ...task, files, ...(edit && { edit: await edit }) };
}

/** Loads the system fonts in advance, because loading them is slow. */
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

endWithParent(Number(process.argv[2]));
// If the machine runs out of memory, the kernel should kill this process and not the service.
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
    void loadWithoutPool(() => import('../produce/steps/answer-step.ts'));
  }
});
// Without the parent, the result has no receiver, so end the process.
process.on('disconnect', () => process.exit());
