import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { clipsOf, type Edit, type PerFile, sourcesOf } from '../edit/index.ts';
import type { Browser } from './browse/browser.ts';
import type { OwnFont } from './browse/page-fonts.ts';
import { drawPages } from './browse/rasters.ts';
import { fetchSources, lookAtSources } from './fetch/fetch-sources.ts';
import type { Sources } from './fetch/index.ts';
import { inChildProcess, isOvercome, type IsolateOptions } from './isolate/isolate.ts';
import type { FontsTask } from './isolate/tasks.ts';
import type { Limits } from './isolate/watch.ts';
import { accelerated } from './accelerated.ts';
import { hardwareHere } from './devices.ts';
import { Trials } from './trials.ts';
import type { Job, Produced } from './produce/produce.ts';
import type { Progress } from './produce/progress.ts';
import { isSeen } from './resolve/output-parts.ts';
import type { Dialect } from './resolve/resolve.ts';

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
    // Without limits of the caller it is the machine that has too little, or our fault.
    if (!options.limits || !isOvercome(error)) throw error;
    const advice = `give the edit fewer clips, or show smaller media and shorter texts at ${at} s`;
    const message = `The frame takes more time or memory than a single frame may; ${advice}.`;
    throw new KinoraError('validation_failed', message, { cause: error });
  }
}

async function produced(
  edit: Edit,
  target: { to: PerFile<string>; at?: number },
  { dialect, sources, browser, owner, watermark, folder, signal, onProgress, log, limits }: RenderOptions,
  fetched: typeof fetchSources | typeof lookAtSources,
): Promise<Produced> {
  onProgress({ stage: 'fetching' });
  const request = { owner, cache: edit.timeline.cache ?? true, signal };
  await using held = await fetched(sourcesOf(edit), sources, request);
  const isolated = { signal, onProgress, log, ...(limits && { limits }) };
  const isComposed = target.at !== undefined || isSeen(edit.output);
  const fonts = isComposed ? await pageFonts(edit, held.files, isolated) : [];
  onProgress({ stage: 'preprocessing' });
  const pages = isComposed
    ? await drawPages(edit, { browser, folder, fonts, signal })
    : { files: {}, warnings: [] };
  const job: Job = {
    ...{ kind: 'produce', edit, dialect, watermark, folder },
    ...{ files: held.files, pages: pages.files, ...target },
  };
  const produced = await (wantsHardware(edit, target)
    ? withHardware(job, isolated)
    : inChildProcess(job, isolated));
  return { ...produced, warnings: [...produced.warnings, ...pages.warnings] };
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
