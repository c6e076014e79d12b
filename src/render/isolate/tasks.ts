import type { Inspected } from '../probe/inspect.ts';
import type { NamedFont } from '../produce/open-fonts.ts';
import type { Job, Produced } from '../produce/produce.ts';
import type { HardwareTask } from '../produce/try-hardware.ts';
import type { MeasuredByUrl } from '../resolve/dry-run.ts';
import type { RecogniseJob } from '../transcribe/recognise.ts';
import type { Transcript } from '../transcribe/transcript.ts';
import type { Voice } from '../transcribe/voices.ts';

/** What a child process can be asked to do: plain JSON, but for the files, which it reads and nothing else. */
export type Task =
  Job | FramesTask | InspectTask | DryRunTask | FontsTask | HardwareTask | VoicesTask | RecogniseTask;

/** Make one frame, and stay for more of the same edit. */
export interface FramesTask extends Omit<Job, 'kind' | 'hardware'> {
  readonly kind: 'frames';
  readonly at: number;
}

/** Describe one file. */
export interface InspectTask {
  readonly kind: 'inspect';
  /** The one file. */
  readonly files: Job['files'];
  /** What it is called in the description. */
  readonly filename: string;
  /** What it is called in messages. */
  readonly shown: string;
}

/** Work out what a render of an edit would make. */
export interface DryRunTask extends Pick<Job, 'edit' | 'files' | 'dialect'> {
  readonly kind: 'dryRun';
  /** Why files that are not among those to read cannot be had, by URL. */
  readonly unseen: MeasuredByUrl;
}

/** Find out what the fonts of an edit are called. */
export interface FontsTask extends Pick<Job, 'edit' | 'files'> {
  readonly kind: 'fonts';
}

/** Take out of the files of an edit what captions are made of by listening. */
export interface VoicesTask extends Pick<Job, 'edit' | 'files' | 'dialect' | 'folder'> {
  readonly kind: 'voices';
}

/** Recognise the words of a sound with a model that is here. */
export interface RecogniseTask extends RecogniseJob {
  readonly kind: 'recognise';
  /** None; what it reads is ours. */
  readonly files: Readonly<Record<string, never>>;
}

/** What comes of each kind of task. */
export interface Outcomes {
  readonly produce: Produced;
  /** Of the first frame; each that follows has one as well. */
  readonly frames: Produced;
  readonly inspect: Inspected;
  /** A `DryRun` as JSON: the parent passes it on, and has nothing to do with what may be megabytes. */
  readonly dryRun: string;
  readonly fonts: readonly NamedFont[];
  /** Why the hardware does not do; `null` when it does. */
  readonly hardware: string | null;
  readonly voices: readonly Voice[];
  readonly recognise: Transcript;
}
