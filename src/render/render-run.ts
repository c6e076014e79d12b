import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import {
  codecOf,
  type Dialect,
  type Edit,
  listClips,
  listFiles,
  listGeneratedAssets,
  listSources,
  listSpeechSources,
  needsPictures,
  type PackedEdit,
  type RenderFiles,
  type Warning,
  outputShape,
} from '../edit/model.ts';
import type { CustomPageFont } from './browse/page-fonts.ts';
import { drawPages, type PageRasters } from './browse/page-rasters.ts';
import {
  fetchSources,
  type FetchedFiles,
  type InspectedSources,
  openSourcesForInspection,
} from './fetch/fetch-sources.ts';
import { findGenerated, generateAssets, type Generation } from './generate/generate-assets.ts';
import { HardwareTrials } from './hardware/hardware-trials.ts';
import { listHardware } from './hardware/list-hardware.ts';
import { renderWithHardware } from './hardware/render-with-hardware.ts';
import type { MediaProcess } from './isolate/media-process.ts';
import { type ChildOptions, openPooledChild, runInChild, runInPooledChild } from './isolate/run-in-child.ts';
import type { ProcessLimits } from './isolate/watchdog.ts';
import { type HardwareName, hardwareKindsOf } from './media/hardware.ts';
import type { SourceFile } from './media/source-file.ts';
import type { ProduceJob, RenderResult, StepAnswers, StepRequest } from './produce/produce-job.ts';
import type { RenderProgress } from './produce/progress.ts';
import { type ParentStep, runSteps } from './produce/steps.ts';
import type { RendererConfig, RenderOptions } from './renderer-config.ts';
import { SegmentExchange } from './segment-exchange.ts';
import { transcribeSpeech, type Transcription } from './transcribe/transcribe-speech.ts';

/** The results of hardware trials, shared by all renders of this process. */
const TRIALS = new HardwareTrials();

/** Limits for a hardware trial. A working encoder needs at most a second for its dozen frames. */
const HARDWARE_LIMITS: ProcessLimits = { memoryBytes: 2 ** 31, timeMs: 15_000, stallMs: 15_000 };

/** The result to make: the output of an edit, or one frame of it. */
export interface RunTarget {
  readonly to: RenderFiles<string>;
  /** Second of the frame. Absent for the output. */
  readonly at?: number;
}

/**
 * One run through the steps of a render, in the parent process. Only a child process reads the bytes of media
 * files, so that no file can harm the caller. Close the run with `await using`, which ends the child process
 * and then releases the files.
 */
export class RenderRun implements AsyncDisposable {
  /** Its outline. After the step `generate`, its generated assets are ordinary ones. */
  private edit: Edit;
  private readonly bytes: PackedEdit['bytes'];
  private readonly dialect: Dialect;
  private readonly warnings: readonly Warning[];
  private readonly kind: ProduceJob['kind'];
  private readonly config: RendererConfig;
  private readonly options: RenderOptions;
  private generation: Omit<Generation, 'edit'> = { replacements: [], files: {}, words: {}, warnings: [] };
  private fetched: FetchedFiles<SourceFile> | undefined;
  private child: MediaProcess | undefined;
  private outputs: readonly string[] = [];
  private fonts: readonly CustomPageFont[] = [];
  private pages: PageRasters = { files: {}, warnings: [] };
  private speech: StepAnswers['speech'] = [];
  private transcription: Transcription = { transcripts: {}, warnings: [] };
  private segments: SegmentExchange | undefined;

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

  /**
   * Runs all steps.
   *
   * @throws {KinoraError} with a sentence that says what is wrong and where.
   */
  async run(target: RunTarget): Promise<RenderResult> {
    this.outputs = await createOutputs(target.to, this.options.folder);
    const result = Promise.withResolvers<RenderResult>();
    const steps: Readonly<Record<ParentStep, () => Promise<void>>> = {
      generate: () => this.generate(),
      fetch: () => this.fetch(),
      fonts: () => this.readFonts(),
      pages: () => this.drawPages(),
      speech: () => this.extractSpeech(),
      transcribe: () => this.transcribe(),
      plan: () => this.plan(),
      output: async () => result.resolve(await this.write(target)),
    };
    await runSteps(steps, this.options.signal);
    return await result.promise;
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

  /** Generates the assets of the edit. For a single frame, only finds those that are kept. */
  private async generate(): Promise<void> {
    if (listGeneratedAssets(this.edit).length === 0) return;
    const { owner, folder, signal, requestedAt } = this.options;
    const onProgress = (activity?: string): void =>
      this.options.onProgress?.({ phase: 'generating', ...(activity !== undefined && { activity }) });
    onProgress();
    const options = {
      generated: this.config.generated,
      viewport: outputShape(this.edit.output),
      cache: this.edit.timeline.cache ?? true,
      ...{ owner, folder, signal, requestedAt, onProgress },
    };
    const make = this.kind === 'frames' ? findAll : generateAssets;
    const generation = await make(this.edit, options);
    this.generation = generation;
    this.edit = generation.edit;
  }

  private async fetch(): Promise<void> {
    const { owner, signal, onProgress } = this.options;
    onProgress?.({ phase: 'fetching' });
    // A single frame fetches only the bytes that it needs. Sources that must be prepared (contract C30) are
    // fetched whole later.
    const open = this.kind === 'frames' ? openSourcesForInspection : fetchSources;
    const request = { owner, cache: this.edit.timeline.cache ?? true, signal };
    const local = this.localFiles;
    const remote = listSources(this.edit).filter(({ url }) => !Object.hasOwn(local, url));
    this.fetched = await open(remote, this.config.sources, request);
  }

  /** Reads the fonts of the edit, for its HTML pages. */
  private async readFonts(): Promise<void> {
    const hasPage = listClips(this.edit).some(({ clip }) => clip.asset.type === 'html');
    if (!this.isComposed || !hasPage || !this.edit.timeline.fonts?.length) return;
    const fonts = await this.ask({ step: 'fonts' });
    this.fonts = await Promise.all(
      fonts.map(async ({ url, axes: { wght }, weight, ...font }) => {
        const file = this.files[url] ?? '';
        const path = typeof file === 'string' ? file : await file.fetchAll();
        return { ...font, path, weight: wght ? ([wght.min, wght.max] as const) : weight };
      }),
    );
  }

  private async drawPages(): Promise<void> {
    const { folder, signal, onProgress } = this.options;
    onProgress?.({ phase: 'preprocessing' });
    if (!this.isComposed) return;
    const { browser } = this.config;
    this.pages = await drawPages(this.edit, { browser, folder, fonts: this.fonts, signal });
  }

  private async extractSpeech(): Promise<void> {
    const { words } = this.generation;
    // The maker of a speech knows its words, so nobody has to listen.
    const captions = listSpeechSources(this.edit).flatMap(({ src }) =>
      Object.hasOwn(words, src) ? [] : [src],
    );
    if (captions.length > 0) this.speech = await this.ask({ step: 'speech', captions });
  }

  private async transcribe(): Promise<void> {
    const { transcripts, log } = this.config;
    const { signal } = this.options;
    const onProgress = (activity: string): void =>
      this.options.onProgress?.({ phase: 'preprocessing', activity });
    const heard = await transcribeSpeech(this.speech, { transcripts, signal, onProgress, log });
    const known = Object.entries(this.generation.words).map(([src, words]) => [src, { words }] as const);
    this.transcription = { ...heard, transcripts: { ...heard.transcripts, ...Object.fromEntries(known) } };
  }

  /** Brings those segments of the output that are kept from earlier renders. */
  private async plan(): Promise<void> {
    const { store, ...options } = { store: this.config.segments, ...this.options, log: this.config.log };
    if (!store || !this.canReuse) return;
    const pages = this.pages.files;
    const plan = await this.ask({ step: 'plan', pages, transcripts: this.transcription.transcripts });
    this.segments = new SegmentExchange(store, options);
    await this.segments.find(plan);
  }

  private async write(target: RunTarget): Promise<RenderResult> {
    const result = await (this.canUseHardware ? this.writeWithHardware(target) : this.writeFiles(target));
    await this.segments?.finish();
    const { generation, pages, transcription } = this;
    const warnings = [
      ...this.warnings,
      ...result.warnings,
      ...generation.warnings,
      ...pages.warnings,
      ...transcription.warnings,
    ];
    return { ...result, warnings };
  }

  private writeFiles(
    target: RunTarget,
    more: { hardware?: HardwareName; began?: number } = {},
  ): Promise<RenderResult> {
    const { began, ...hardware } = more;
    const request = {
      step: 'output',
      ...target,
      pages: this.pages.files,
      transcripts: this.transcription.transcripts,
      ...(this.segments && { streams: this.segments.folder }),
      ...hardware,
    } as const;
    return this.ask(request, { began, until: this.kind === 'frames' ? 'outcome' : 'end' });
  }

  private async writeWithHardware(target: RunTarget): Promise<RenderResult> {
    const { output } = this.edit;
    const { folder, signal } = this.options;
    const { log } = this.config;
    // One time limit covers both attempts: the render with hardware and, if the hardware fails, the render in
    // software.
    const began = performance.now();
    const kinds = await listHardware();
    return renderWithHardware({
      kinds,
      absent: hardwareKindsOf(process.platform).filter((kind) => !kinds.includes(kind)),
      findFault: (hardware) =>
        TRIALS.findFault(hardware, output, () => {
          const task = { kind: 'hardware', files: {}, hardware, output, folder } as const;
          return runInChild(task, { signal, log, limits: HARDWARE_LIMITS });
        }),
      onFailure: (hardware) => TRIALS.forget(hardware, output),
      produce: (hardware) => this.writeFiles(target, { began, ...(hardware && { hardware }) }),
      log,
    });
  }

  /** Asks the child process for the answer of a step. Starts the process if there is none. */
  private async ask<Request extends StepRequest>(
    request: Request,
    { began, until = 'outcome' }: { began?: number | undefined; until?: 'end' | 'outcome' } = {},
  ): Promise<StepAnswers[Request['step']]> {
    const { log, children, frameLimits } = this.config;
    const { dialect } = this;
    const { signal, watermark, folder } = this.options;
    const onProgress = (progress: RenderProgress): void => this.onProgress(progress);
    const limits = this.kind === 'frames' ? frameLimits : undefined;
    const options: ChildOptions = {
      signal,
      onProgress,
      log,
      children,
      limits,
      ...(began !== undefined && { began }),
    };
    const { kind, files, outputs } = this;
    const { replacements } = this.generation;
    const edit = { outline: this.edit, bytes: this.bytes, replacements };
    const job = { kind, edit, files, dialect, folder, outputs, watermark };
    // The process may have died between two steps, for example for lack of memory. Start a new process, which
    // reads the fonts and probes the sources again, so the render can go on.
    if (!this.child || this.child.hasEnded) this.child = openPooledChild(job, options);
    const { child } = this;
    if (until === 'end') this.child = undefined;
    return await runInPooledChild(child, request, until, options);
  }

  private onProgress({ made, ...progress }: RenderProgress): void {
    if (made === undefined) this.options.onProgress?.(progress);
    else this.segments?.keep(made);
  }

  /** True if the output is a video whose segments may be kept. Hardware makes no promise to the byte. */
  private get canReuse(): boolean {
    const { timeline, output } = this.edit;
    const isVideo = this.kind === 'output' && output.format === 'mp4';
    return isVideo && (timeline.cache ?? true) && !this.canUseHardware;
  }

  private get files(): Readonly<Record<string, SourceFile>> {
    return { ...this.fetched?.files, ...this.localFiles };
  }

  /** The files that are not fetched, by their `src`. */
  private get localFiles(): Readonly<Record<string, string>> {
    return { ...this.options.files, ...this.generation.files };
  }

  /** True if the run composes pictures. */
  private get isComposed(): boolean {
    return this.kind === 'frames' || needsPictures(this.edit.output);
  }

  private get canUseHardware(): boolean {
    const { instance, output } = this.edit;
    return instance === 'a1' && codecOf(output) === 'h264' && this.kind === 'output';
  }
}

/**
 * Creates those output files that are not in the folder of the render. The child process may write into them, but
 * has no right to their folders.
 */
async function createOutputs(to: RenderFiles<string>, folder: string): Promise<string[]> {
  const elsewhere = listFiles(to).filter((path) => dirname(path) !== folder);
  await Promise.all(elsewhere.map((path) => writeFile(path, '')));
  return elsewhere;
}

/**
 * Finds the generated files of an edit.
 *
 * @throws {KinoraError} the reason of the first missing file, mostly `not_generated`.
 */
async function findAll(edit: Edit, options: Parameters<typeof findGenerated>[1]): Promise<Generation> {
  const found = await findGenerated(edit, options);
  const [first] = found.missing;
  if (!first) return found;
  const { field, reason } = first;
  throw new KinoraError(reason.code, `${field}: ${reason.message}`, { cause: reason });
}
