import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import {
  codecOf,
  type Edit,
  hasPictures,
  isStill,
  listClips,
  listOutputs,
  listSources,
  needsPictures,
  type Source,
  storesStills,
} from '../../edit/model.ts';
import { useAllCores } from '../av/threads.ts';
import { checkInlineSvgs } from '../compose/check-inline-svgs.ts';
import { createFontLibrary } from '../fonts/font-library.ts';
import { restoreKnown } from '../media/known-media.ts';
import type { Media, VideoTrack } from '../media/media.ts';
import { UnreadableSource } from '../media/unreadable-source.ts';
import { prepareSources } from '../prepare/prepare.ts';
import { addSilences } from '../probe/add-silences.ts';
import { SourceProber } from '../probe/probe-sources.ts';
import { limitWarnings } from '../resolve/limit-warnings.ts';
import { describeOutput } from '../resolve/output-facts.ts';
import { resolve } from '../resolve/resolve.ts';
import type { ResolvedTimeline, VisualClip } from '../resolve/timeline.ts';
import { buildSubtitles } from '../transcribe/build-subtitles.ts';
import type { SpeechTrack } from '../transcribe/extract-speech.ts';
import { nameOutputInError } from './name-output-in-error.ts';
import { describeFonts, openCustomFonts, type OpenedFont } from './open-fonts.ts';
import { OutputFrames } from './output-frames.ts';
import { planOutput } from './plan-output.ts';
import type {
  OutputPlan,
  OutputRequest,
  PlanRequest,
  ProduceJob,
  RenderResult,
  StepAnswers,
  StepRequest,
  StreamRequest,
} from './produce-job.ts';
import type { RenderProgress } from './progress.ts';
import { type ChildStep, runSteps } from './steps.ts';
import { writeFrame } from './write-frame.ts';
import { writeSheet } from './write-sheet.ts';
import { mixPeaks, writeFiles } from './write-output.ts';
import { writeStream } from './write-stream.ts';

/**
 * The part of a render that runs in the child process. It answers the requests of the parent. Each step
 * before the output runs only once. The next frame of the same edit therefore reuses the probed sources and
 * the open files. Close this object with `using`.
 */
export class ChildRender implements Disposable {
  private readonly job: ProduceJob;
  private readonly report: (progress: RenderProgress) => void;
  /** The edit, once for each of its outputs. */
  private readonly edits: readonly Edit[];
  private readonly sources: readonly Source[];
  private readonly prober: SourceProber;
  private fonts: readonly OpenedFont[] | undefined;
  private speech: readonly SpeechTrack[] | undefined;
  private media: ReadonlyMap<string, Media> | undefined;
  private prepared: ReadonlyMap<string, Media> | undefined;
  /** Place of the output that is being made. */
  private index = 0;
  private timeline: ResolvedTimeline | undefined;
  private frames: OutputFrames | undefined;
  /** The plan of each output whose segments are kept. */
  private readonly plans = new Map<number, OutputPlan>();
  private result: RenderResult | undefined;

  /** @param report called with the progress. */
  constructor(job: ProduceJob, report: (progress: RenderProgress) => void) {
    this.job = job;
    this.report = report;
    this.edits = listOutputs(job.edit);
    this.sources = listSources(job.edit).filter(({ kind }) => kind !== 'font');
    this.prober = new SourceProber(this.sources, job.files, restoreMedia(job));
    // The `instance` of the edit decides how many cores a render can use (contract C43).
    if (!hasFewThreads(job.edit)) useAllCores();
  }

  /**
   * Answers one request.
   *
   * @throws {KinoraError} if the edit or one of its files is invalid.
   * @throws {RemoteReadError} if the bytes of a file are unavailable.
   */
  async run<Request extends StepRequest>(request: Request): Promise<StepAnswers[Request['step']]>;
  async run(request: StepRequest): Promise<StepAnswers[keyof StepAnswers]> {
    try {
      await runSteps(this.stepsTo(request));
      return this.answerOf(request);
    } catch (error) {
      throw error instanceof UnreadableSource ? toDamagedError(this.job.edit, error) : error;
    }
  }

  [Symbol.dispose](): void {
    this.frames?.[Symbol.dispose]();
  }

  /** Returns the steps that an answer needs. All except `output` run only once. */
  private stepsTo(request: StepRequest): Partial<Record<ChildStep, () => Promise<void>>> {
    const fonts = async (): Promise<void> => void (this.fonts ??= await this.openFonts());
    switch (request.step) {
      case 'fonts':
        return { fonts };
      case 'speech':
        return { speech: async () => void (this.speech ??= await this.extractSpeech(request.captions)) };
      case 'plan':
      case 'streams':
      case 'output':
        return {
          fonts,
          probe: async () => void (this.media ??= await this.prober.probeAll()),
          prepare: async () => void (this.prepared ??= await this.prepare(this.media ?? new Map())),
          resolve: () => {
            this.beginOutput(request.index ?? 0);
            this.timeline ??= this.nameErrors(() => this.resolve(request, this.prepared ?? new Map()));
            return Promise.resolve();
          },
          ...this.lastStepTo(request),
        };
    }
  }

  private lastStepTo(
    request: PlanRequest | StreamRequest | OutputRequest,
  ): Partial<Record<ChildStep, () => Promise<void>>> {
    switch (request.step) {
      case 'plan':
        return { plan: async () => void this.plans.set(this.index, await this.planOutput(request)) };
      case 'streams':
        return { streams: () => this.writeStream(request).catch(this.rethrow) };
      case 'output':
        return { output: async () => void (this.result = await this.write(request).catch(this.rethrow)) };
    }
  }

  private answerOf({ step }: StepRequest): StepAnswers[keyof StepAnswers] {
    if (step === 'fonts') return describeFonts(this.fonts ?? []);
    if (step === 'speech') return this.speech ?? [];
    const plan = this.plans.get(this.index);
    if (step === 'plan' && plan) return plan;
    if (step === 'streams') return null;
    if (!this.result) throw new Error('The step `output` has no result.');
    return this.result;
  }

  /** Forgets the timeline and the frames of another output. The media stay open for all outputs. */
  private beginOutput(index: number): void {
    if (index === this.index) return;
    this.frames?.[Symbol.dispose]();
    this.frames = undefined;
    this.timeline = undefined;
    this.index = index;
  }

  /** The edit for the output that is being made. */
  private get edit(): Edit {
    return this.edits[this.index] ?? this.job.edit;
  }

  private nameErrors<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      return this.rethrow(error);
    }
  }

  /** Names the output in its error, if there are several. */
  private readonly rethrow = (error: unknown): never => {
    throw nameOutputInError(this.job.edit, this.index, error);
  };

  /** True if the job composes pictures for any of its outputs. */
  private get isComposed(): boolean {
    const { kind } = this.job;
    if (kind !== 'output') return kind === 'frames';
    return this.edits.some(({ output }) => needsPictures(output));
  }

  /** True if the pictures have the colour of every pixel: stills, and videos whose codec stores it. */
  private get isInFullColour(): boolean {
    const { kind, asVideo = false } = this.job;
    const { output } = this.edit;
    if (codecOf(output) === 'prores4444') return true;
    return !asVideo && (kind === 'frames' || storesStills(output) || !hasPictures(output));
  }

  private async openFonts(): Promise<OpenedFont[]> {
    return this.isComposed ? await openCustomFonts(listSources(this.job.edit), this.job.files) : [];
  }

  private async extractSpeech(captions: readonly string[]): Promise<SpeechTrack[]> {
    // Loaded on demand, because few edits have captions from speech.
    const { extractSpeech } = await import('../transcribe/extract-speech.ts');
    const job = { ...this.job, captions, prober: this.prober };
    return extractSpeech(job, () => this.report({ phase: 'preprocessing' }));
  }

  private async prepare(media: ReadonlyMap<string, Media>): Promise<ReadonlyMap<string, Media>> {
    const onFrame = (): void => this.report({ phase: 'preprocessing' });
    onFrame();
    // Captions use only the words of their file, so its pictures need no preparation.
    const shown = this.sources.filter(({ kind }) => kind !== 'rich-caption');
    const prepared = await prepareSources(shown, media, this.needsPreparing(), this.job.folder, onFrame);
    const fieldOf = (src: string): string => shown.find(({ url }) => url === src)?.field ?? 'timeline';
    return addSilences(prepared, this.job.edit, fieldOf, onFrame);
  }

  /**
   * Returns a function that decides whether a video must be prepared. Single frames need no constant frame
   * rate, because each is found by its timestamp. Single frames also ignore `transcode`, because this setting
   * does not change any picture. Sound is always read from the originals.
   */
  private needsPreparing(): (video: VideoTrack, url: string) => boolean {
    const { kind, edit } = this.job;
    if (!this.isComposed) return () => false;
    if (kind === 'frames' || this.edits.every(({ output }) => isStill(output) || !hasPictures(output)))
      return ({ defects }) => defects.some((defect) => defect !== 'variable frame rate');
    const forced = listForcedTranscodes(edit);
    return ({ defects }, url) => defects.length > 0 || forced.has(url);
  }

  private resolve(
    { pages = {}, transcripts = {} }: OutputRequest | PlanRequest | StreamRequest,
    media: ReadonlyMap<string, Media>,
  ): ResolvedTimeline {
    const { kind, dialect } = this.job;
    const edit = kind === 'output' ? this.edit : withoutRange(this.edit);
    const timeline = addPages(resolve(edit, addTranscripts(media, transcripts), dialect), pages);
    if (this.isComposed) checkInlineSvgs(timeline);
    return timeline;
  }

  private async planOutput({ pages = {}, isShared, known = {} }: PlanRequest): Promise<OutputPlan> {
    const { timeline, prepared = new Map<string, Media>(), encoder } = this;
    if (!timeline) throw new Error('The step `resolve` has no timeline.');
    const planned = { ...this.job, edit: this.edit, media: prepared, pages, encoder, isShared, known };
    return await planOutput(timeline, planned);
  }

  private async writeStream({ path, position }: StreamRequest): Promise<void> {
    const { timeline, encoder, report } = this;
    if (!timeline) throw new Error('The step `resolve` has no timeline.');
    const output = { ...this.edit.output, encoder };
    await writeStream(path, position, { timeline, output, frames: this.openFrames(timeline), report });
  }

  private get encoder(): 'few threads' | 'many threads' {
    // Segments have few threads each. With `s2`, several of them are made at the same time.
    const isSegmented = codecOf(this.edit.output) === 'h264';
    return isSegmented || hasFewThreads(this.job.edit) ? 'few threads' : 'many threads';
  }

  private async write(request: OutputRequest): Promise<RenderResult> {
    const { job, timeline, report } = this;
    if (!timeline) throw new Error('The step `resolve` has no timeline.');
    if (job.kind === 'frames') return await this.writePicture(timeline, request);
    if (job.kind === 'sound') return await this.measureSound(timeline, request);
    const { to, hardware, streams } = request;
    const frames = needsPictures(this.edit.output) ? this.openFrames(timeline) : undefined;
    const encoder = hardware ?? this.encoder;
    const output = { ...this.edit.output, encoder, folder: job.folder } as const;
    const plan = this.plans.get(this.index);
    const onMade = (made: string): void => report({ phase: 'rendering', made });
    const kept = plan && streams !== undefined ? { plan, folder: streams, onMade } : undefined;
    const { warnings, segments } = await writeFiles(timeline, output, frames, to, report, kept);
    return {
      ...describeOutput(output, timeline.range),
      warnings: this.listWarnings(timeline, warnings),
      ...(segments && { segments }),
    };
  }

  /** Writes one frame, or several on a sheet. */
  private async writePicture(
    timeline: ResolvedTimeline,
    { to, at, sheet }: OutputRequest,
  ): Promise<RenderResult> {
    const frames = this.openFrames(timeline);
    if (sheet) {
      const onFrame = (): void => this.report({ phase: 'rendering' });
      const { moments, size } = await writeSheet(timeline, frames, to.output, sheet, onFrame);
      return { ...size, frames: moments.length, warnings: this.listWarnings(timeline), moments };
    }
    if (at === undefined) throw new Error('A job for frames needs a time.');
    await writeFrame(timeline, frames, to.output, at);
    return { ...timeline.outputSize, frames: 1, warnings: this.listWarnings(timeline) };
  }

  /** Mixes the sound of the whole timeline, and measures its peaks. */
  private async measureSound(timeline: ResolvedTimeline, { points }: OutputRequest): Promise<RenderResult> {
    if (points === undefined) throw new Error('A job for a sound needs a number of points.');
    const onProgress = (): void => this.report({ phase: 'rendering' });
    const { peaks, duration, warnings } = await mixPeaks(timeline, this.edit.output, points, onProgress);
    return { peaks, duration, warnings: this.listWarnings(timeline, warnings) };
  }

  private openFrames(timeline: ResolvedTimeline): OutputFrames {
    const fonts = createFontLibrary((this.fonts ?? []).map(({ font }) => font));
    return (this.frames ??= new OutputFrames(timeline, this.job.watermark, fonts, {
      fullColour: this.isInFullColour,
    }));
  }

  /** @param sound warnings about the mixed sound. */
  private listWarnings(
    timeline: ResolvedTimeline,
    sound: RenderResult['warnings'] = [],
  ): RenderResult['warnings'] {
    return limitWarnings([...timeline.warnings, ...(this.frames?.warnings ?? []), ...sound]);
  }
}

/** Returns the known facts about the sources, by their URLs. */
function restoreMedia({ media = {}, files }: ProduceJob): Map<string, Media> {
  return new Map(Object.entries(media).map(([url, known]) => [url, restoreKnown(known, files[url] ?? '')]));
}

function hasFewThreads({ instance = 's1' }: Edit): boolean {
  return instance === 's1';
}

/** Returns the edit without its range and stills: a frame or a sound can be anywhere on the timeline. */
function withoutRange(edit: Edit): Edit {
  const output = { ...edit.output };
  delete output.range;
  delete output.poster;
  delete output.thumbnail;
  return { ...edit, output };
}

/**
 * Adds the transcripts to the media. The transcript of an alias becomes subtitles. The transcript of a media
 * file becomes its `words`.
 */
function addTranscripts(
  media: ReadonlyMap<string, Media>,
  transcripts: NonNullable<OutputRequest['transcripts']>,
): Map<string, Media> {
  const result = new Map(media);
  for (const [src, transcript] of Object.entries(transcripts)) {
    const file = result.get(src);
    const words = buildSubtitles(transcript);
    result.set(src, file?.kind === 'av' ? { ...file, words } : words);
  }
  return result;
}

/** Adds the rasters that the browser has drawn to the clips that show HTML pages. */
function addPages(timeline: ResolvedTimeline, pages: NonNullable<OutputRequest['pages']>): ResolvedTimeline {
  return { ...timeline, visualClips: addPagesTo(timeline.visualClips, pages) };
}

function addPagesTo(
  clips: readonly VisualClip[],
  pages: NonNullable<OutputRequest['pages']>,
): readonly VisualClip[] {
  return clips.map((clip) => {
    const { visual } = clip;
    if (visual.kind === 'group')
      return { ...clip, visual: { ...visual, clips: addPagesTo(visual.clips, pages) } };
    const raster = pages[clip.field];
    if (raster === undefined || visual.kind !== 'drawn') return clip;
    return { ...clip, visual: { ...visual, raster } };
  });
}

function listForcedTranscodes(edit: Edit): Set<string> {
  const assets = listClips(edit).map(({ clip }) => clip.asset);
  return new Set(
    assets.flatMap((asset) => (asset.type === 'video' && asset.transcode === true ? [asset.src] : [])),
  );
}

/** Converts the failure to an error for the client. */
function toDamagedError(edit: Edit, error: UnreadableSource): KinoraError {
  const source = listSources(edit).find(({ field }) => `${field}.`.startsWith(`${error.field}.`));
  const shown = source ? `${source.field}: ${redactUrl(source.url)}` : `${error.field}: its file`;
  const message = `${shown} is damaged: it begins like a media file, but cannot be decoded.`;
  return new KinoraError('asset_not_media', message, { cause: error });
}
