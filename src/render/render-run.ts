import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { measure } from '../base/observe/measurement.ts';
import {
  codecOf,
  combineWarnings,
  type Dialect,
  type Edit,
  type EditFiles,
  listClips,
  listEditFiles,
  listFiles,
  listGeneratedAssets,
  listOutputs,
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
import {
  type ChildOptions,
  isProcessFailure,
  openPooledChild,
  runInChild,
  runInPooledChild,
} from './isolate/run-in-child.ts';
import { type HardwareName, hardwareKindsOf } from './media/hardware.ts';
import type { SentJob } from './isolate/tasks.ts';
import type { SourceFile } from './media/source-file.ts';
import { keepContents, recallContents } from './kept-contents.ts';
import { countMakers, hasSegments, makeStreams } from './make-streams.ts';
import { nameOutputInError } from './produce/name-output-in-error.ts';
import type {
  EditResult,
  OutputRequest,
  ProduceJob,
  RenderResult,
  StepAnswers,
  StepRequest,
  StreamRequest,
} from './produce/produce-job.ts';
import type { RenderProgress } from './produce/progress.ts';
import { type ParentStep, runSteps } from './produce/steps.ts';
import type { RendererConfig, RenderOptions } from './renderer-config.ts';
import { KeptOutput } from './streams/kept-output.ts';
import { NOTHING_KEPT } from './streams/segment-store.ts';
import { transcribeSpeech, type Transcription } from './transcribe/transcribe-speech.ts';

/** Number of parts in which the progress of one of several outputs is counted. */
const OUTPUT_PARTS = 1000;

/** Maximum size of a source whose sound is measured for a request, in bytes. */
const MAX_SOUND_SOURCE_BYTES = 1_000_000_000;

/** The results of hardware trials, shared by all renders of this process. */
const TRIALS = new HardwareTrials();

/** The result to make: the outputs of an edit, one frame or a sheet of it, or the peaks of its sound. */
export interface RunTarget extends Pick<OutputRequest, 'at' | 'sheet' | 'points'> {
  readonly to: EditFiles;
}

/** One output of the result. */
interface OutputTarget extends Omit<RunTarget, 'to'> {
  readonly to: RenderFiles<string>;
  /** Its place among the outputs of the edit. */
  readonly index: number;
}

const NO_PAGES: PageRasters = { files: {}, warnings: [] };

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
  /** The pages of each output. */
  private pages: readonly PageRasters[] = [];
  private speech: StepAnswers['speech'] = [];
  private transcription: Transcription = { transcripts: {}, warnings: [] };
  /** Each output whose segments are kept. */
  private readonly kept = new Map<number, KeptOutput>();

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
  async run(target: RunTarget): Promise<EditResult> {
    this.outputs = await createOutputs(target.to, this.options.folder);
    const result = Promise.withResolvers<EditResult>();
    const steps: Readonly<Record<ParentStep, () => Promise<void>>> = {
      generate: () => this.generate(),
      fetch: () => this.fetch(),
      fonts: () => this.readFonts(),
      pages: () => this.drawPages(),
      speech: () => this.extractSpeech(),
      transcribe: () => this.transcribe(),
      plan: () => this.plan(),
      streams: () => this.makeStreams(),
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

  /** Generates the assets of the edit. For a single frame or a look at the sound, only finds those that are kept. */
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
      owner,
      folder,
      signal,
      requestedAt,
      onProgress,
    };
    const make = this.kind === 'output' ? generateAssets : findAll;
    const generation = await make(this.edit, options);
    this.generation = generation;
    this.edit = generation.edit;
  }

  private async fetch(): Promise<void> {
    const { owner, signal, onProgress } = this.options;
    onProgress?.({ phase: 'fetching' });
    // A single frame fetches only the bytes that it needs. Sources that must be prepared (contract C30) are fetched
    // whole later. A sound needs its whole files, and has little time for them.
    const open = this.kind === 'frames' ? openSourcesForInspection : fetchSources;
    const limit = this.kind === 'sound' ? { maxBytes: MAX_SOUND_SOURCE_BYTES } : {};
    const request = { owner, cache: this.edit.timeline.cache ?? true, signal, ...limit };
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
    const { browser } = this.config;
    const pages: PageRasters[] = [];
    for (const [index, edit] of this.edits.entries()) {
      const own = index === 0 ? folder : join(folder, `pages-${index}`);
      if (index > 0) await mkdir(own, { recursive: true });
      pages.push(
        this.needsPicturesOf(edit)
          ? await drawPages(edit, { browser, folder: own, fonts: this.fonts, signal })
          : NO_PAGES,
      );
    }
    this.pages = pages;
  }

  private async extractSpeech(): Promise<void> {
    const { words } = this.generation;
    // The maker of a speech knows its words, so recognition is not needed.
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

  /** Brings those segments of the outputs that are kept from earlier renders. */
  private async plan(): Promise<void> {
    const { log } = this.config;
    for (const [index, edit] of this.edits.entries()) {
      if (this.kind !== 'output' || !(await hasSegments(edit))) continue;
      const store = (edit.timeline.cache ?? true) ? this.config.segments : undefined;
      if (!store && countMakers(edit) === 1) continue;
      const isShared = store !== undefined && this.options.share !== undefined;
      const plan = await this.askForPlan(index, isShared);
      this.kept.set(index, await KeptOutput.open(plan, store ?? NOTHING_KEPT, { ...this.options, log }));
    }
  }

  private async askForPlan(index: number, isShared: boolean): Promise<StepAnswers['plan']> {
    const { sources, log } = this.config;
    const known = await recallContents(Object.values(this.files), sources, isShared);
    const plan = await this.ask({ step: 'plan', isShared, known, ...this.timelineOf(index) });
    // A full disk costs the next render a second, and must not fail this one.
    await keepContents(plan.contents, known, sources).catch((err: unknown) =>
      log.warn({ err }, 'Could not keep the hashes of the sources.'),
    );
    return plan;
  }

  /** Makes the streams that are not kept yet before the outputs are written, if several can be made at once. */
  private async makeStreams(): Promise<void> {
    const { config, options, job } = this;
    for (const [index, kept] of this.kept) {
      const edit = this.edits[index] ?? this.edit;
      const output = { edit, kept, timeline: this.timelineOf(index), sources: this.files };
      const onFrames = (frame: number): void => {
        const progress = { phase: 'rendering', frame, frames: kept.frames } as const;
        options.onProgress?.(this.addUp(progress, index));
      };
      const ask = (request: StreamRequest, onFrame: (finished: number) => void): Promise<unknown> =>
        this.ask(request, { onProgress: ({ frame = 0 }) => onFrame(frame) });
      await makeStreams(output, { config, options, job, ask, onFrames });
    }
  }

  /** Returns the facts that the child process needs for the timeline of an output. */
  private timelineOf(index: number): Required<Pick<OutputRequest, 'index' | 'pages' | 'transcripts'>> {
    return { index, pages: this.pages[index]?.files ?? {}, transcripts: this.transcription.transcripts };
  }

  /** Writes the outputs one after the other. They share the media of the child process. */
  private async write({ to, ...target }: RunTarget): Promise<EditResult> {
    const results: RenderResult[] = [];
    for (const [index, files] of listEditFiles(to).entries())
      results.push(await this.writeOutput({ ...target, to: files, index }));
    for (const { exchange } of this.kept.values()) await exchange.finish();
    const [first, ...others] = results;
    if (!first) throw new Error('A render has no output.');
    const { generation, transcription } = this;
    const warnings = [
      ...this.warnings,
      ...combineWarnings(
        this.edit,
        results.map((result, index) => [...result.warnings, ...(this.pages[index]?.warnings ?? [])]),
      ),
      ...generation.warnings,
      ...transcription.warnings,
    ];
    return { ...first, warnings, ...(this.edit.others && { others }) };
  }

  private async writeOutput(target: OutputTarget): Promise<RenderResult> {
    try {
      return await (this.canUseHardware(target) ? this.writeWithHardware(target) : this.writeFiles(target));
    } catch (error) {
      // The process itself names the output in its errors. Only its parent knows how it ended.
      throw isProcessFailure(error) ? nameOutputInError(this.edit, target.index, error) : error;
    }
  }

  private async writeFiles(
    target: OutputTarget,
    more: { hardware?: HardwareName; began?: number } = {},
  ): Promise<RenderResult> {
    const { began, ...hardware } = more;
    const kept = this.kept.get(target.index);
    const request = {
      step: 'output',
      ...target,
      ...this.timelineOf(target.index),
      ...(kept && { streams: kept.exchange.folder }),
      ...hardware,
    } as const;
    const isLast = this.kind === 'output' && target.index === this.edits.length - 1;
    const result = await this.ask(request, {
      began,
      until: isLast ? 'end' : 'outcome',
      onProgress: ({ made, ...progress }) => {
        if (made === undefined) this.options.onProgress?.(this.addUp(progress, target.index));
        else void kept?.exchange.keep(made);
      },
    });
    return kept?.describe(result) ?? result;
  }

  /**
   * Adds the progress of one output to that of the outputs before it. Several outputs count equally, in
   * thousandths of an output, because the frames of the later ones are not known yet.
   */
  private addUp({ frame: written, frames, ...progress }: RenderProgress, index: number): RenderProgress {
    if (written === undefined || frames === undefined || frames === 0) return progress;
    // Frames of shared streams count already while the output is written.
    const frame = Math.max(written, this.kept.get(index)?.finished ?? 0);
    if (this.edits.length === 1) return { ...progress, frame, frames };
    return {
      ...progress,
      frame: Math.round((index + frame / frames) * OUTPUT_PARTS),
      frames: this.edits.length * OUTPUT_PARTS,
    };
  }

  private async writeWithHardware(target: OutputTarget): Promise<RenderResult> {
    const { output } = this.edits[target.index] ?? this.edit;
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
          const task = { kind: 'hardware', hardware, output, folder } as const;
          return runInChild(task, { signal, log });
        }),
      onFailure: (hardware) => TRIALS.forget(hardware, output),
      produce: (hardware) => this.writeFiles(target, { began, ...(hardware && { hardware }) }),
      log,
    });
  }

  /** Asks the child process for the answer of a step. Starts the process if there is none. */
  private async ask<Request extends StepRequest>(
    request: Request,
    {
      began,
      until = 'outcome',
      onProgress = this.options.onProgress,
    }: {
      began?: number | undefined;
      until?: 'end' | 'outcome';
      onProgress?: ChildOptions['onProgress'];
    } = {},
  ): Promise<StepAnswers[Request['step']]> {
    const { log, children, frameLimits } = this.config;
    const { job } = this;
    const { signal } = this.options;
    const limits = this.kind === 'output' ? undefined : frameLimits;
    const options: ChildOptions = {
      signal,
      onProgress,
      log,
      children,
      limits,
      ...(began !== undefined && { began }),
    };
    // The process may have died between two steps, for example for lack of memory. Start a new process, which
    // reads the fonts and probes the sources again, so the render can go on.
    if (this.child?.hasEnded === true) measure({ kind: 'child replaced' });
    if (!this.child || this.child.hasEnded) this.child = openPooledChild(job, options);
    const { child } = this;
    if (until === 'end') this.child = undefined;
    return await runInPooledChild(child, request, until, options);
  }

  private get job(): SentJob {
    const { kind, files, outputs, dialect } = this;
    const { watermark, folder } = this.options;
    const { replacements } = this.generation;
    const edit = { outline: this.edit, bytes: this.bytes, replacements };
    return { kind, edit, files, dialect, folder, outputs, watermark };
  }

  private get files(): Readonly<Record<string, SourceFile>> {
    return { ...this.fetched?.files, ...this.localFiles };
  }

  /** The files that are not fetched, by their `src`. */
  private get localFiles(): Readonly<Record<string, string>> {
    return { ...this.options.files, ...this.generation.files };
  }

  /** The edit, once for each of its outputs. */
  private get edits(): readonly Edit[] {
    return listOutputs(this.edit);
  }

  /** True if the run composes pictures. */
  private get isComposed(): boolean {
    return this.edits.some((edit) => this.needsPicturesOf(edit));
  }

  private needsPicturesOf({ output }: Edit): boolean {
    return this.kind === 'frames' || (this.kind === 'output' && needsPictures(output));
  }

  private canUseHardware({ index }: OutputTarget): boolean {
    const { instance, output } = this.edits[index] ?? this.edit;
    return instance === 'a1' && codecOf(output) === 'h264' && this.kind === 'output';
  }
}

/**
 * Creates those output files that are not in the folder of the render. The child process may write into them, but
 * has no right to their folders.
 */
async function createOutputs(to: EditFiles, folder: string): Promise<string[]> {
  const elsewhere = listEditFiles(to)
    .flatMap(listFiles)
    .filter((path) => dirname(path) !== folder);
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
