import type { Dialect, Edit, Warning } from '../../edit/model.ts';
import type { IngestLimits, SourceFacts } from '../../ingest/model.ts';
import type { HardwareTask } from '../hardware/try-hardware.ts';
import type { SourceFile } from '../media/source-file.ts';
import type { FfprobeReport } from '../probe/inspect-file.ts';
import type { FileType } from '../probe/sniff.ts';
import type { TextCheck } from '../produce/check-texts.ts';
import type { ProduceJob } from '../produce/produce-job.ts';
import type { RenditionJob } from '../renditions/make-rendition.ts';
import type { RenditionFile } from '../renditions/rendition.ts';
import type { MeasuredByUrl } from '../resolve/dry-run.ts';
import type { FileSpeechJob } from '../transcribe/extract-file-speech.ts';
import type { RecognitionJob } from '../transcribe/recognise.ts';
import type { Transcript } from '../transcribe/transcript.ts';
import type { SpeechSound } from '../transcribe/write-sounds.ts';
import type { SentEdit } from './sent-edit.ts';

/** Work for a child process. Plain JSON, except for the files and the edit. */
export type ChildTask = SentJob | SingleTask;

/** The job of a render or of frames. */
export type SentJob = WithSentEdit<ProduceJob>;

/** A task as its parent has it: only the child parses the edit. */
type WithSentEdit<Task extends { readonly edit: Edit }> = Omit<Task, 'edit'> & { readonly edit: SentEdit };

/** A task with one outcome, after which the process ends. */
export type SingleTask =
  | InspectTask
  | SniffTask
  | DryRunTask
  | TextCheckTask
  | HardwareTask
  | RecogniseTask
  | SpeechTask
  | ConvertTask
  | InspectSourceTask
  | IsolationTask;

/** The task to describe one file. */
interface InspectTask {
  readonly kind: 'inspect';
  /** Exactly one file. */
  readonly files: Readonly<Record<string, SourceFile>>;
  /** Name of the file in the description. */
  readonly filename: string;
  /** Name of the file in messages. */
  readonly displayName: string;
}

/** The task to find out the type of one file from its first bytes. */
interface SniffTask {
  readonly kind: 'sniff';
  /** Exactly one file. */
  readonly files: Readonly<Record<string, SourceFile>>;
}

/** The task to work out what a render of an edit would make. */
export interface DryRunTask {
  readonly kind: 'dryRun';
  readonly edit: SentEdit;
  /** The readable files by source URL. */
  readonly files: Readonly<Record<string, SourceFile>>;
  readonly dialect: Dialect;
  /** The known facts of the other files, mostly their failures, by URL. */
  readonly failures: MeasuredByUrl;
  /** Warnings to add. */
  readonly warnings: readonly Warning[];
  /** The words of generated speech, by the `src` of the captions. */
  readonly words?: TextCheck['words'];
}

/** The task to find the clips of an edit that are never visible, enlarged pictures, and texts that do not fit. */
interface TextCheckTask extends WithSentEdit<Omit<TextCheck, 'measured'>> {
  readonly kind: 'checkTexts';
}

/** The task to recognise the words of a sound with a local model. */
interface RecogniseTask extends RecognitionJob {
  readonly kind: 'recognise';
  /** None. The task reads only files of Kinora itself. */
  readonly files: Readonly<Record<string, never>>;
}

/** The task to extract the speech of a local media file. */
interface SpeechTask extends FileSpeechJob {
  readonly kind: 'speech';
  /** None. The task names its file by its path. */
  readonly files: Readonly<Record<string, never>>;
}

/** The task to make a rendition of a local file. */
interface ConvertTask extends RenditionJob {
  readonly kind: 'convert';
  /** None. The task names its file by its path. */
  readonly files: Readonly<Record<string, never>>;
}

/** The task to find out what a local file is and if it can be used as a source. */
interface InspectSourceTask {
  readonly kind: 'inspectSource';
  /** None. The task names its file by its path. */
  readonly files: Readonly<Record<string, never>>;
  readonly path: string;
  readonly sourceLimits: IngestLimits;
}

/** The task to contain itself and do nothing, to find out if this machine can contain processes. */
interface IsolationTask {
  readonly kind: 'isolation';
  /** None. */
  readonly files: Readonly<Record<string, never>>;
}

/** The outcome of each kind of single task. */
export interface TaskOutcomes {
  readonly inspect: FfprobeReport;
  readonly sniff: FileType;
  readonly inspectSource: SourceFacts;
  /** A `DryRun` as JSON. The parent passes it on without parsing it, because it can be megabytes long. */
  readonly dryRun: string;
  readonly checkTexts: readonly Warning[];
  /** The reason why the hardware is unusable, or `null` if it works. */
  readonly hardware: string | null;
  readonly recognise: Transcript;
  readonly convert: RenditionFile;
  readonly speech: readonly SpeechSound[];
  /** The feature that the machine lacks to contain a process, or `null`. */
  readonly isolation: string | null;
}
