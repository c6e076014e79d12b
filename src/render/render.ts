import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { clipsOf, type Edit, isSeen, type PerFile, sourcesOf, voicesOf } from '../edit/edit.ts';
import type { Browser } from './browse/browser.ts';
import type { OwnFont } from './browse/page-fonts.ts';
import { drawPages } from './browse/rasters.ts';
import { fetchSources, type LookedAt, lookAtSources } from './fetch/fetch-sources.ts';
import type { Sources } from './fetch/index.ts';
import type { Children } from './isolate/children.ts';
import { inChildProcess, inLastingProcess, isOvercome, type IsolateOptions } from './isolate/isolate.ts';
import type { FontsTask, VoicesTask } from './isolate/tasks.ts';
import type { Limits } from './isolate/watch.ts';
import type { WorkingChild } from './isolate/working-child.ts';
import { accelerated } from './accelerated.ts';
import { hardwareHere } from './devices.ts';
import { Trials } from './trials.ts';
import type { Job, Produced } from './produce/produce.ts';
import type { Progress } from './produce/progress.ts';
import type { Dialect } from './resolve/resolve.ts';
import { type Heard, listenTo } from './transcribe/transcribe.ts';
import type { Transcripts } from './transcribe/transcripts.ts';

export type { Produced } from './produce/produce.ts';
export type { Progress, Stage } from './produce/progress.ts';
export type { Dialect } from './resolve/resolve.ts';

/** What works here does so for every render of this process. */
const TRIALS = new Trials();

/** A dozen pictures take a hardware encoder that works a second at the most. */
const HARDWARE_LIMITS: Limits = { memory: 2 ** 31, time: 15_000, stall: 15_000 };

/** What a render needs beside its edit. */
export interface RenderOptions {
  readonly dialect: Dialect;
  /** Where source files come from. */
  readonly sources: Sources;
  /** What draws pages of HTML. */
  readonly browser: Browser;
  /** What makes words of voices; absent where nothing can. */
  readonly transcripts?: Transcripts | undefined;
  /** Whose cache of sources is used. */
  readonly owner: string;
  /** Whether the pictures carry our mark, as those of `stage` do; sound has none. */
  readonly watermark: boolean;
  /** An empty folder for temporary files, which the caller removes afterwards. */
  readonly folder: string;
  /** Ends the render: the child process is killed and the promise rejects with `cancelled`. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly log: Logger;
  /** Where child processes come from; each is a new one where absent. */
  readonly children?: Children | undefined;
  /** What the work may take; by default 6 hours, and as much memory as the machine can spare. */
  readonly limits?: Limits;
}

/**
 * Renders an edit to local files. The sources are fetched here; everything that reads their bytes happens in a child
 * process of its own, so that no file can hurt the caller.
 *
 * @param to the files to write, those that the edit asks for; what is left of them after a failure is the caller's to remove.
 * @throws {KinoraError} with one sentence that says what is wrong and where.
 */
export function render(edit: Edit, to: PerFile<string>, options: RenderOptions): Promise<Produced> {
  return produced(edit, { to }, options, fetchSources);
}

/**
 * Writes the frame that an edit shows at a time, made as the render makes it. Of sources that are far away only what it needs
 * is fetched, but those that have to be prepared (contract C30).
 *
 * @param at seconds on the timeline; before its end.
 * @param to a PNG, or a JPEG where the name ends in `.jpg` or `.jpeg`.
 * @throws {KinoraError} as {@link render}, and `validation_failed` when the edit ends before `at`, or is too much for the limits.
 */
export async function renderFrame(
  edit: Edit,
  at: number,
  to: string,
  options: RenderOptions,
): Promise<Produced> {
  try {
    return await produced(edit, { to: { output: to }, at }, options, lookAtSources);
  } catch (error) {
    throw frameError(error, at, options.limits);
  }
}

/** What is still open after a frame, for more frames of the same edit. It is the caller's to close: first the process, then its files. */
export interface OpenFrame {
  readonly child: WorkingChild;
  readonly sources: LookedAt;
}

/** Writes a frame as {@link renderFrame} does, and leaves all open that it was made with. @throws as it does; then nothing is open. */
export async function openFrame(
  edit: Edit,
  at: number,
  to: string,
  options: RenderOptions,
): Promise<OpenFrame> {
  const target = { to: { output: to }, at };
  await using opened = new AsyncDisposableStack();
  try {
    const sources = opened.use(
      await lookAtSources(sourcesOf(edit), options.sources, requestOf(edit, options)),
    );
    const { job } = await prepared(edit, target, options, sources.files);
    const { child } = await inLastingProcess({ ...job, kind: 'frames', at }, isolatedBy(options));
    opened.move();
    return { child, sources };
  } catch (error) {
    throw frameError(error, at, options.limits);
  }
}

/** Why there is no frame, for who asked for it: with limits of the caller it is the edit that is too much. */
export function frameError(error: unknown, at: number, limits: Limits | undefined): unknown {
  // Without them it is the machine that has too little, or our fault.
  if (!limits || !isOvercome(error)) return error;
  const advice = `give the edit fewer clips, or show smaller media and shorter texts at ${at} s`;
  const message = `The frame takes more time or memory than a single frame may; ${advice}.`;
  return new KinoraError('validation_failed', message, { cause: error });
}

async function produced(
  edit: Edit,
  target: Target,
  options: RenderOptions,
  fetched: typeof fetchSources | typeof lookAtSources,
): Promise<Produced> {
  options.onProgress({ stage: 'fetching' });
  await using held = await fetched(sourcesOf(edit), options.sources, requestOf(edit, options));
  const { job, warnings } = await prepared(edit, target, options, held.files);
  const isolated = isolatedBy(options);
  const produced = await (wantsHardware(edit, target)
    ? withHardware(job, isolated)
    : inChildProcess(job, isolated));
  return { ...produced, warnings: [...produced.warnings, ...warnings] };
}

/** The files to write, and the second of the one frame that is wanted. */
type Target = Pick<Job, 'to' | 'at'>;

function requestOf(edit: Edit, { owner, signal }: RenderOptions) {
  return { owner, cache: edit.timeline.cache ?? true, signal };
}

function isolatedBy({ signal, onProgress, log, children, limits }: RenderOptions): IsolateOptions {
  return { signal, onProgress, log, children, ...(limits && { limits }) };
}

/** All that is made of the sources before the pictures: the pages of HTML, and the words of voices. */
async function prepared(
  edit: Edit,
  target: Target,
  options: RenderOptions,
  files: Job['files'],
): Promise<{ job: Job; warnings: Produced['warnings'] }> {
  const { dialect, browser, watermark, folder, signal, onProgress } = options;
  const isComposed = target.at !== undefined || isSeen(edit.output);
  const fonts = isComposed ? await pageFonts(edit, files, isolatedBy(options)) : [];
  onProgress({ stage: 'preprocessing' });
  const pages = isComposed
    ? await drawPages(edit, { browser, folder, fonts, signal })
    : { files: {}, warnings: [] };
  const heard = await heardVoices(edit, files, options);
  const job: Job = {
    ...{ kind: 'produce', edit, dialect, watermark, folder },
    ...{ files, pages: pages.files, transcripts: heard.transcripts, ...target },
  };
  return { job, warnings: [...pages.warnings, ...heard.warnings] };
}

/** What is said in the sounds that the edit has captions of. The sounds are taken out of their files in a child process. */
async function heardVoices(edit: Edit, files: VoicesTask['files'], options: RenderOptions): Promise<Heard> {
  const { dialect, folder, transcripts, signal, onProgress, log } = options;
  if (voicesOf(edit).length === 0) return { transcripts: {}, warnings: [] };
  const task = { kind: 'voices', edit, files, dialect, folder } as const;
  const voices = await inChildProcess(task, isolatedBy(options));
  const progress = (doing: string): void => onProgress({ stage: 'preprocessing', doing });
  return await listenTo(voices, { transcripts, signal, onProgress: progress, log });
}

function wantsHardware({ instance, output }: Edit, { at }: { readonly at?: number }): boolean {
  return instance === 'a1' && output.format === 'mp4' && at === undefined;
}

async function withHardware(job: Job, isolated: IsolateOptions): Promise<Produced> {
  const { folder } = job;
  const { output } = job.edit;
  const { signal, log } = isolated;
  const trial = { signal, log, limits: HARDWARE_LIMITS };
  // One limit for both renders, where the first one fails.
  const limited = { ...isolated, began: performance.now() };
  return accelerated({
    kinds: await hardwareHere(),
    fault: (hardware) =>
      TRIALS.fault(hardware, output, () =>
        inChildProcess({ kind: 'hardware', files: {}, hardware, output, folder }, trial),
      ),
    failed: (hardware) => TRIALS.forget(hardware, output),
    produce: (hardware) => inChildProcess({ ...job, ...(hardware && { hardware }) }, limited),
    log,
  });
}

/** The fonts of an edit for its pages. What is in the files, a child process finds out. */
async function pageFonts(edit: Edit, files: FontsTask['files'], options: IsolateOptions): Promise<OwnFont[]> {
  const hasPage = clipsOf(edit).some(({ clip }) => clip.asset.type === 'html');
  if (!hasPage || !edit.timeline.fonts?.length) return [];
  const named = await inChildProcess({ kind: 'fonts', edit, files }, options);
  return await Promise.all(
    named.map(async ({ url, axes: { wght }, weight, ...font }) => {
      const file = files[url] ?? '';
      const path = typeof file === 'string' ? file : await file.whole();
      return { ...font, path, weight: wght ? ([wght.min, wght.max] as const) : weight };
    }),
  );
}
