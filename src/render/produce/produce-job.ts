import type { Dialect, Edit, RenderFiles, Warning } from '../../edit/model.ts';
import type { HardwareName } from '../media/hardware.ts';
import type { SourceFile } from '../media/source-file.ts';
import type { KnownFacts } from '../resolve/output-facts.ts';
import type { SpeechTrack } from '../transcribe/extract-speech.ts';
import type { Transcript } from '../transcribe/transcript.ts';
import type { FontDescription } from './open-fonts.ts';
import type { AnsweredStep } from './steps.ts';

/** What a child process produces: the output of an edit, or single frames of it. Plain JSON, but for the files that it reads. */
export interface ProduceJob {
  readonly kind: 'output' | 'frames';
  readonly edit: Edit;
  /** The file of each source URL. */
  readonly files: Readonly<Record<string, SourceFile>>;
  readonly dialect: Dialect;
  /** A folder for temporary files. */
  readonly folder: string;
  /** True if the pictures carry our mark. */
  readonly watermark: boolean;
}

/** Asks for the answer of a step. Plain JSON. */
export type StepRequest = { readonly step: 'fonts' } | { readonly step: 'speech' } | OutputRequest;

/** Asks for the files. */
export interface OutputRequest {
  readonly step: 'output';
  /** The files to write: those of the edit, or for a frame a PNG or JPEG alone. */
  readonly to: RenderFiles<string>;
  /** The second of the frame; for a job of `frames` alone. */
  readonly at?: number;
  /** The PNG of each clip that shows a page of HTML, by where the clip stands in the edit. */
  readonly pages?: Readonly<Record<string, string>>;
  /** What is said in the sounds that captions are made of, by the `src` of the captions; in source seconds. */
  readonly transcripts?: Readonly<Record<string, Transcript>>;
  /** The hardware that encodes the video, which works here; x264 when absent. */
  readonly hardware?: HardwareName;
}

/** The answer of each step that the parent asks for. */
export interface StepAnswers extends Record<AnsweredStep, unknown> {
  readonly fonts: readonly FontDescription[];
  readonly speech: readonly SpeechTrack[];
  readonly output: RenderResult;
}

/** What a render made, and what of {@link describeOutput} is of interest of it. */
export interface RenderResult extends Pick<KnownFacts, 'width' | 'height' | 'frames' | 'duration'> {
  /** Warnings of what is allowed but probably a mistake. */
  readonly warnings: readonly Warning[];
}
