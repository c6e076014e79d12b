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
import type { Edit, Warning } from '../../edit/model.ts';
import { containProcess } from '../contain/contain-process.ts';
import { endWithParent } from '../contain/end-with-parent.ts';
import { loadWithoutPool } from '../contain/load-without-pool.ts';
import { HardwareFailed } from '../media/hardware.ts';
import { type SourceFile, RemoteReadError } from '../media/source-file.ts';
import type { TextCheck } from '../produce/check-texts.ts';
import type { RenderProgress } from '../produce/progress.ts';
import type { ChildRender } from '../produce/child-render.ts';
import type { ProduceJob, StepRequest } from '../produce/produce-job.ts';
import type {
  BytesResponse,
  ChildMessage,
  Containment,
  JobMessage,
  StepMessage,
  TaskMessage,
  WarmUpMessage,
} from './messages.ts';
import { RemoteFileClient } from './remote-file-client.ts';
import { closeEditChannel, receiveEdit } from './sent-edit.ts';
import type { TaskOutcomes } from './tasks.ts';

/** Minimum milliseconds between two reports of the number of finished frames. */
const REPORT_INTERVAL_MS = 100;

/**
 * Milliseconds to wait for a task before warming up. A parent that has a task ready sends the task sooner.
 */
const WARM_UP_AFTER_MS = 500;

let reportedAt = 0;
/** The task, if it is the job of a render. */
let readJob: (() => Promise<ProduceJob>) | undefined;
let render: ChildRender | undefined;

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
  if (isJob(task)) readJob = () => completeJob(task, input);
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

async function completeJob(task: JobMessage, { files, edit }: TaskInput): Promise<ProduceJob> {
  return { ...task, files, edit: await editOf(edit) };
}

async function editOf(incoming: TaskInput['edit']): Promise<Edit> {
  const edit = await incoming;
  if (edit === undefined) throw new Error('The task has no edit.');
  return edit;
}

function isJob(task: TaskMessage): task is JobMessage {
  return task.kind === 'output' || task.kind === 'frames' || task.kind === 'sound';
}

/**
 * Runs the steps of the job up to the requested answer. Files that these steps open stay open for the next
 * request.
 */
async function runStep(request: StepRequest): Promise<unknown> {
  const { ChildRender } = await import('../produce/child-render.ts');
  if (!readJob) throw new Error('A step needs a job.');
  render ??= new ChildRender(await readJob(), report);
  return await render.run(request);
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

/** Loads the modules that a task of this kind needs. @returns the work of the task. */
async function load(
  task: TaskMessage,
  input: TaskInput,
): Promise<() => Promise<TaskOutcomes[keyof TaskOutcomes] | undefined>> {
  const { files } = input;
  const reportActivity = (): void => report({ phase: 'preprocessing' });
  switch (task.kind) {
    case 'output':
    case 'frames':
    case 'sound':
      await import('../produce/child-render.ts');
      return () => Promise.resolve(undefined);
    case 'isolation':
      return () => Promise.resolve(null);
    case 'inspect': {
      const { inspectFile } = await import('../probe/inspect-file.ts');
      return () => inspectFile(Object.values(files)[0] ?? '', task);
    }
    case 'sniff': {
      const { sniff } = await import('../probe/sniff.ts');
      return () => sniff(Object.values(files)[0] ?? '');
    }
    case 'inspectSource': {
      const { inspectSource } = await import('../probe/inspect-source.ts');
      return () => inspectSource(task.path, task.sourceLimits);
    }
    case 'hardware': {
      const { tryHardware } = await import('../hardware/try-hardware.ts');
      return async () => (await tryHardware(task)) ?? null;
    }
    case 'recognise': {
      const { loadVulkan } = await import('../transcribe/load-vulkan.ts');
      loadVulkan(task.vulkanLoader);
      const { recognise } = await import('../transcribe/recognise.ts');
      return () => recognise(task, reportActivity);
    }
    case 'speech': {
      const { extractFileSpeech } = await import('../transcribe/extract-file-speech.ts');
      return () => extractFileSpeech(task, reportActivity);
    }
    case 'convert': {
      const { makeRendition } = await import('../renditions/make-rendition.ts');
      return () => makeRendition(task, reportActivity);
    }
    case 'dryRun':
      return await loadDryRun(task, input);
    case 'checkTexts':
      return await loadTextCheck(task, input);
  }
}

async function loadDryRun(
  task: Extract<TaskMessage, { kind: 'dryRun' }>,
  { files, edit: incoming }: TaskInput,
): Promise<() => Promise<string>> {
  const { measureSources } = await import('../probe/measure-sources.ts');
  const { measureSilences } = await import('../probe/measure-silences.ts');
  const { dryRun } = await import('../resolve/dry-run.ts');
  const { warnAboutPictures } = await import('../produce/warn-about-pictures.ts');
  const { combineWarnings, listOutputs } = await import('../../edit/model.ts');
  return async () => {
    const { dialect, failures, words = {} } = task;
    const edit = await editOf(incoming);
    const sources = await measureSilences(edit, await measureSources(files), files);
    const measured = { ...failures, ...sources };
    const found: (readonly Warning[])[] = [];
    for (const each of listOutputs(edit))
      found.push([
        ...(await checkTextsOf({ edit: each, dialect, files, measured, words })),
        ...warnAboutPictures(each, dialect, measured),
      ]);
    const warnings = [...task.warnings, ...combineWarnings(edit, found)];
    return JSON.stringify(dryRun(edit, measured, dialect, warnings));
  };
}

async function loadTextCheck(
  task: Extract<TaskMessage, { kind: 'checkTexts' }>,
  { files, edit: incoming }: TaskInput,
): Promise<() => Promise<readonly Warning[]>> {
  const { measureSources } = await import('../probe/measure-sources.ts');
  const { warnAboutPictures } = await import('../produce/warn-about-pictures.ts');
  const { combineWarnings, listOutputs } = await import('../../edit/model.ts');
  return async () => {
    const measured = await measureSources(files);
    const edit = await editOf(incoming);
    const found: (readonly Warning[])[] = [];
    for (const each of listOutputs(edit))
      found.push([
        ...warnAboutPictures(each, task.dialect, measured),
        ...(await checkTextsOf({ ...task, edit: each, files, measured })),
      ]);
    return combineWarnings(edit, found);
  };
}

/** Checks the texts of an edit. If there are none, does not load the fonts. */
async function checkTextsOf(check: TextCheck): Promise<readonly Warning[]> {
  const { hasText } = await import('../produce/text-clips.ts');
  if (!hasText(check.edit)) return [];
  const { checkTexts } = await import('../produce/check-texts.ts');
  return checkTexts(check);
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
    void loadWithoutPool(() => import('../produce/child-render.ts'));
  }
});
// Without the parent, the result has no receiver, so end the process.
process.on('disconnect', () => process.exit());
