import { measure } from '../../base/observe/measurement.ts';
import {
  type Dialect,
  type Edit,
  listOutputs,
  needsPictures,
  type PackedEdit,
  type Warning,
} from '../../edit/model.ts';
import type { CustomPageFont } from '../browse/page-fonts.ts';
import type { PageRasters } from '../browse/page-rasters.ts';
import type { FetchedFiles, InspectedSources } from '../fetch/fetch-sources.ts';
import type { Generation } from '../generate/generate-assets.ts';
import type { MediaProcess } from '../child/media-process.ts';
import { type ChildOptions, openPooledChild, runInPooledChild } from '../child/run-in-child.ts';
import type { SentJob } from '../child/tasks.ts';
import type { SourceFile } from '../media/source-file.ts';
import type { ProduceJob, StepAnswers, StepRequest, TimelineRequest } from '../produce/produce-job.ts';
import type { RenderProgress } from '../produce/progress.ts';
import type { RendererConfig, RenderOptions } from '../renderer-config.ts';
import type { KeptOutput } from '../streams/kept-output.ts';
import type { Transcription } from '../transcribe/transcribe-speech.ts';

/** Number of parts in which the progress of one of several outputs is counted. */
const OUTPUT_PARTS = 1000;

/** The options of a request to the child process. */
interface AskOptions extends Pick<ChildOptions, 'onProgress'> {
  readonly began?: number | undefined;
  /** `end` if the process ends after the answer. Default: `outcome`. */
  readonly until?: 'end' | 'outcome';
}

/**
 * The state of a render in the parent process. Each step adds to it. Only a child process reads the bytes of media
 * files, so that no file can harm the caller. Close the state with `await using`, which ends the child process
 * and then releases the files.
 */
export class RunState implements AsyncDisposable {
  readonly kind: ProduceJob['kind'];
  readonly config: RendererConfig;
  readonly options: RenderOptions;
  /** The warnings of reading the edit. */
  readonly warnings: readonly Warning[];
  /** The outline of the edit. After the step `generate`, its generated assets are ordinary ones. */
  edit: Edit;
  /** The output files outside of the folder of the render. */
  outputs: readonly string[] = [];
  /** Added by the step `generate`. */
  generation: Omit<Generation, 'edit'> = { replacements: [], files: {}, words: {}, warnings: [] };
  /** Added by the step `fetch`. */
  fetched: FetchedFiles<SourceFile> | undefined;
  /** Added by the step `fonts`. */
  fonts: readonly CustomPageFont[] = [];
  /** The pages and SVGs of each output that the browser has drawn. Added by the steps `pages` and `drawings`. */
  pages: readonly PageRasters[] = [];
  /** Added by the step `speech`. */
  speech: StepAnswers['speech'] = [];
  /** Added by the step `transcribe`. */
  transcription: Transcription = { transcripts: {}, warnings: [] };
  /** Each output whose segments are kept. Added by the step `plan`. */
  readonly kept = new Map<number, KeptOutput>();
  private readonly bytes: PackedEdit['bytes'];
  private readonly dialect: Dialect;
  private child: MediaProcess | undefined;

  constructor(
    { outline, bytes, dialect, warnings }: PackedEdit,
    kind: ProduceJob['kind'],
    config: RendererConfig,
    options: RenderOptions,
  ) {
    this.edit = outline;
    this.bytes = bytes;
    this.dialect = dialect;
    this.warnings = warnings;
    this.kind = kind;
    this.config = config;
    this.options = options;
  }

  /** Asks the child process for the answer of a step. Starts the process if there is none. */
  async ask<Request extends StepRequest>(
    request: Request,
    { began, until = 'outcome', onProgress = this.options.onProgress }: AskOptions = {},
  ): Promise<StepAnswers[Request['step']]> {
    const { log, children, frameLimits } = this.config;
    const { signal } = this.options;
    const limits = this.kind === 'output' ? undefined : frameLimits;
    const options = { signal, onProgress, log, children, limits, ...(began !== undefined && { began }) };
    // The process may have died between two steps, for example for lack of memory. Start a new process, which
    // reads the fonts and probes the sources again, so the render can go on.
    if (this.child?.hasEnded === true) measure({ kind: 'child replaced' });
    if (!this.child || this.child.hasEnded) this.child = openPooledChild(this.job, options);
    const { child } = this;
    if (until === 'end') this.child = undefined;
    return await runInPooledChild(child, request, until, options);
  }

  /**
   * Reports the progress of one output, added to that of the outputs before it. Several outputs count equally, in
   * thousandths of an output, because the frames of the later ones are not known yet.
   */
  reportOutput({ frame: written, frames, ...progress }: RenderProgress, index: number): void {
    const { onProgress } = this.options;
    if (written === undefined || frames === undefined || frames === 0) return onProgress?.(progress);
    // Frames of shared streams count already while the output is written.
    const frame = Math.max(written, this.kept.get(index)?.finished ?? 0);
    if (this.edits.length === 1) return onProgress?.({ ...progress, frame, frames });
    onProgress?.({
      ...progress,
      frame: Math.round((index + frame / frames) * OUTPUT_PARTS),
      frames: this.edits.length * OUTPUT_PARTS,
    });
  }

  /** The edit, once for each of its outputs. */
  get edits(): readonly Edit[] {
    return listOutputs(this.edit);
  }

  /** True if the run composes pictures of an output. */
  needsPicturesOf({ output }: Edit): boolean {
    return this.kind === 'output' ? needsPictures(output) : this.kind !== 'sound';
  }

  /** Returns the facts that the child process needs for the timeline of an output. */
  timelineOf(index: number): Required<TimelineRequest> {
    return { index, pages: this.pages[index]?.files ?? {}, transcripts: this.transcription.transcripts };
  }

  /** The job of the child process. */
  get job(): SentJob {
    const { kind, files, outputs, dialect } = this;
    const { watermark, folder } = this.options;
    const { replacements } = this.generation;
    const edit = { outline: this.edit, bytes: this.bytes, replacements };
    return { kind, edit, files, media: this.known, dialect, folder, outputs, watermark };
  }

  /** See `ProduceJob.media`. */
  private get known(): NonNullable<SentJob['media']> {
    const { findKnown } = this.options;
    const known = Object.entries(this.versions).flatMap(([src, version]) => {
      const media = findKnown?.(src, version);
      return media ? [[src, media] as const] : [];
    });
    return Object.fromEntries(known);
  }

  /** The file of each source URL. */
  get files(): Readonly<Record<string, SourceFile>> {
    return { ...this.fetched?.files, ...this.localFiles };
  }

  /** The version of each source that has one. Only if the sources are read before they are fetched. */
  get versions(): Readonly<Record<string, string>> {
    return this.fetched && 'versions' in this.fetched ? (this.fetched as InspectedSources).versions : {};
  }

  /** The files that are not fetched, by their `src`. */
  get localFiles(): Readonly<Record<string, string>> {
    return { ...this.options.files, ...this.generation.files };
  }

  /**
   * Hands the child process and its sources to the caller for more frames. The caller must end the process
   * first and then release the sources.
   */
  release(): { readonly child: MediaProcess; readonly sources: InspectedSources } {
    const { child, fetched } = this;
    if (!child || !fetched || !('areCurrent' in fetched)) throw new Error('No frame has been made.');
    this.child = undefined;
    this.fetched = undefined;
    return { child, sources: fetched as InspectedSources };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.child?.end();
    await this.fetched?.[Symbol.asyncDispose]();
  }
}
