import { constants } from 'node:os';
import { dirname } from 'node:path';
import type { Edit } from '../../edit/model.ts';
import type { IngestLimits } from '../../ingest/model.ts';
import type { FileAccess } from '../contain/landlock.ts';
import type { SourceFile } from '../media/source-file.ts';
import type { ProduceJob } from '../produce/produce-job.ts';
import type { RecognitionJob } from '../transcribe/recognise.ts';
import type { SentEdit } from './sent-edit.ts';
import type { ProcessLimits } from './watchdog.ts';

/** The rules of a task with one outcome, after which its process ends. Task and outcome are plain JSON. */
export interface TaskRules<Task, Outcome> {
  /** Default: the limits of a render. */
  readonly limits?: ProcessLimits;
  /**
   * True if the task runs again after a crash: a crash may be the fault of the moment, such as a process that
   * was killed. Only a third crash is the fault of the input. Default: false.
   */
  readonly isRepeated?: boolean;
  /** The priority of the process, as in `os.constants.priority`. Default: normal. */
  readonly priority?: number;
  /** Lists the files that the task names in fields of its own. */
  readonly access?: (task: Task) => Partial<Pick<FileAccess, 'read' | 'write'>>;
  /** True if the task uses the graphics hardware. Default: false. */
  readonly usesGraphics?: boolean;
  /**
   * Loads the code of the task in the child process, before that is contained. Returns the work, which calls
   * `onProgress` regularly.
   */
  readonly load: (task: Task) => Promise<(task: Task, onProgress: () => void) => Outcome | Promise<Outcome>>;
}

function defineTask<Task extends object, Outcome>(rules: TaskRules<Task, Outcome>): TaskRules<Task, Outcome> {
  return rules;
}

/** Limits for reading the head of a file. No valid media file comes near these limits. */
const HEAD_LIMITS: ProcessLimits = { memoryBytes: 2 ** 30, timeMs: 30_000, stallMs: 30_000 };
/** Limits for an edit that is not rendered. The time limit is long because files can arrive slowly. */
const EDIT_LIMITS: ProcessLimits = { memoryBytes: 2 ** 30, timeMs: 25_000, stallMs: 25_000 };
/**
 * Limits for inspecting a source. The largest picture needs most of the memory. Reading all of a large
 * recording that does not declare its duration needs most of the time.
 */
const SOURCE_LIMITS: ProcessLimits = { memoryBytes: 2 * 2 ** 30, timeMs: 180_000, stallMs: 180_000 };
/** Limits for a hardware trial. A working encoder needs at most a second for its dozen frames. */
const HARDWARE_LIMITS: ProcessLimits = { memoryBytes: 2 ** 31, timeMs: 15_000, stallMs: 15_000 };

/** The tasks of child processes besides the job of a render: one row for each kind. */
const TASKS = {
  /** Describes one file as ffprobe does. */
  inspect: defineTask({
    limits: HEAD_LIMITS,
    isRepeated: true,
    load: async () => {
      const { inspectFile } = await import('../probe/inspect-file.ts');
      return ({ files, ...names }: InspectTask) => inspectFile(Object.values(files)[0] ?? '', names);
    },
  }),
  /** Finds out the type of a local file from its first bytes. */
  sniff: defineTask({
    limits: HEAD_LIMITS,
    isRepeated: true,
    access: ({ path }) => ({ read: [path] }),
    load: async () => {
      const { sniff } = await import('../probe/sniff.ts');
      return ({ path }: { readonly path: string }) => sniff(path);
    },
  }),
  /** Finds out what a local file is and if it can be used as a source. */
  inspectSource: defineTask({
    limits: SOURCE_LIMITS,
    isRepeated: true,
    access: ({ path }) => ({ read: [path] }),
    load: async () => {
      const { inspectSource } = await import('../probe/inspect-source.ts');
      return ({ path, sourceLimits }: { readonly path: string; readonly sourceLimits: IngestLimits }) =>
        inspectSource(path, sourceLimits);
    },
  }),
  /** Works out what a render of an edit would make. */
  dryRun: defineTask({
    limits: EDIT_LIMITS,
    isRepeated: true,
    load: async () => (await import('../produce/dry-run-files.ts')).dryRunFiles,
  }),
  /** Finds the clips of an edit that are never visible, enlarged pictures, and texts that do not fit. */
  checkTexts: defineTask({
    limits: EDIT_LIMITS,
    isRepeated: true,
    load: async () => (await import('../produce/dry-run-files.ts')).warnAboutFiles,
  }),
  /** Finds out if hardware can encode an output. The outcome is the reason why not, or `null`. */
  hardware: defineTask({
    limits: HARDWARE_LIMITS,
    access: ({ folder }) => ({ write: [folder] }),
    usesGraphics: true,
    load: async () => (await import('../hardware/try-hardware.ts')).tryHardware,
  }),
  /** Recognises the words of a sound with a local model. Its caller knows its limits. */
  recognise: defineTask({
    isRepeated: true,
    // Its folder has the sound and the library, too.
    access: ({ model, notes }) => ({ read: [model], write: [dirname(notes)] }),
    usesGraphics: true,
    load: async ({ vulkanLoader }: RecognitionJob) => {
      const { loadVulkan } = await import('../transcribe/load-vulkan.ts');
      loadVulkan(vulkanLoader);
      return (await import('../transcribe/recognise.ts')).recognise;
    },
  }),
  /** Extracts the speech of a local media file. */
  speech: defineTask({
    access: ({ path, folder }) => ({ read: [path], write: [folder] }),
    load: async () => (await import('../transcribe/extract-file-speech.ts')).extractFileSpeech,
  }),
  /** Makes a rendition of a local file, with a lower priority than renders. */
  convert: defineTask({
    priority: constants.priority.PRIORITY_BELOW_NORMAL,
    access: ({ path, to, drawing }) => ({
      read: [path, ...(typeof drawing === 'string' ? [drawing] : [])],
      write: [to.folder],
    }),
    load: async () => (await import('../renditions/make-rendition.ts')).makeRendition,
  }),
  /**
   * Contains the process and does nothing else. The outcome is the feature that the machine lacks to contain a
   * process, or `null`. The child itself knows it.
   */
  isolation: defineTask({
    limits: HEAD_LIMITS,
    load: () => Promise.resolve((_task: object): string | null => null),
  }),
};

/** The task to describe one file. */
interface InspectTask {
  /** Exactly one file. */
  readonly files: Readonly<Record<string, SourceFile>>;
  /** Name of the file in the description. */
  readonly filename: string;
  /** Name of the file in messages. */
  readonly displayName: string;
}

/** The name of a task of {@link TASKS}. */
export type TaskKind = keyof typeof TASKS;

/** Work for a child process. */
export type ChildTask = SentJob | SingleTask;

/** The job of a render or of frames. */
export type SentJob = Sent<ProduceJob>;

/** A task with one outcome, after which the process ends. */
export type SingleTask<Kind extends TaskKind = TaskKind> = {
  readonly [Each in TaskKind]: { readonly kind: Each } & Sent<TaskOf<(typeof TASKS)[Each]>>;
}[Kind];

type TaskOf<Rules> = Rules extends TaskRules<infer Task, infer _Outcome> ? Task : never;

/** The outcome of a task. */
export type TaskOutcome<Kind extends TaskKind> =
  (typeof TASKS)[Kind] extends TaskRules<infer _Task, infer Outcome> ? Outcome : never;

/** True if a task is the job of a render, which is asked for its steps one by one. */
export function isJob<Task extends { readonly kind: string }>(
  task: Task,
): task is Exclude<Task, { readonly kind: TaskKind }> {
  return !Object.hasOwn(TASKS, task.kind);
}

/** Returns the rules of a task. They are declared for tasks of its kind only. */
export function rulesOf(task: { readonly kind: TaskKind }): TaskRules<unknown, unknown> {
  // The cast is safe: the kind of a task decides its type.
  return TASKS[task.kind] as TaskRules<unknown, unknown>;
}

/** A task as its parent has it: only the child parses the edit. */
type Sent<Task> = Task extends { readonly edit: Edit }
  ? Omit<Task, 'edit'> & { readonly edit: SentEdit }
  : Task;
