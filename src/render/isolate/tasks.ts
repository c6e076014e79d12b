import type { Dialect, Edit } from '../../edit/model.ts';
import type { HardwareTask } from '../hardware/try-hardware.ts';
import type { SourceFile } from '../media/source-file.ts';
import type { FfprobeReport } from '../probe/inspect-file.ts';
import type { ProduceJob } from '../produce/produce-job.ts';
import type { MeasuredByUrl } from '../resolve/dry-run.ts';
import type { RecognitionJob } from '../transcribe/recognise.ts';
import type { Transcript } from '../transcribe/transcript.ts';

/** Work for a child process: plain JSON, but for the files, which it reads and nothing else. */
export type ChildTask = ProduceJob | SingleTask;

/** A task with one outcome, after which the process ends. */
export type SingleTask = InspectTask | DryRunTask | HardwareTask | RecogniseTask;

/** Describe one file. */
export interface InspectTask {
  readonly kind: 'inspect';
  /** The one file. */
  readonly files: Readonly<Record<string, SourceFile>>;
  /** What it is called in the description. */
  readonly filename: string;
  /** What it is called in messages. */
  readonly displayName: string;
}

/** Work out what a render of an edit would make. */
export interface DryRunTask {
  readonly kind: 'dryRun';
  readonly edit: Edit;
  /** The file of each source URL that can be read. */
  readonly files: Readonly<Record<string, SourceFile>>;
  readonly dialect: Dialect;
  /** Why the other files cannot be read, by URL. */
  readonly failures: MeasuredByUrl;
}

/** Recognise the words of a sound with a model that is here. */
export interface RecogniseTask extends RecognitionJob {
  readonly kind: 'recognise';
  /** None; what it reads is ours. */
  readonly files: Readonly<Record<string, never>>;
}

/** The outcome of each kind of single task. */
export interface TaskOutcomes {
  readonly inspect: FfprobeReport;
  /** A `DryRun` as JSON: the parent passes it on, and has nothing to do with what may be megabytes. */
  readonly dryRun: string;
  /** Why the hardware does not do; `null` when it does. */
  readonly hardware: string | null;
  readonly recognise: Transcript;
}
