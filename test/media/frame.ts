import { mkdtemp } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Edit, listSources } from '../../src/edit/index.ts';
import type { Browser } from '../../src/render/browse/browser.ts';
import { collectPages } from '../../src/render/browse/clip-pages.ts';
import { drawPages } from '../../src/render/browse/page-rasters.ts';
import { produce } from '../../src/render/produce/produce.ts';
import type { ProduceJob, RenderResult } from '../../src/render/produce/produce-job.ts';
import { answerStep } from '../../src/render/produce/steps/answer-step.ts';
import { ChildState } from '../../src/render/produce/steps/child-state.ts';
import { filmPages, hasMovingPage } from '../../src/render/steps/pages.ts';
import type { Dialect } from '../../src/edit/model.ts';

/** Options of {@link writeFrame}. By default, the dialect is "interface" and there is no watermark. */
export interface FrameOptions {
  /** The folder of the files in the edit. */
  readonly media: string;
  /** Draws the HTML pages of the edit. */
  readonly browser?: Browser;
  readonly dialect?: Dialect;
  readonly watermark?: boolean;
  /** True to draw what a video stores, with chroma of half size. By default, the frame is a still in full colour. */
  readonly asVideo?: boolean;
}

/**
 * Writes a frame of an edit as `kinora frame` does, but in this process.
 *
 * @param at Position on the timeline, in seconds.
 * @param to Path of the PNG. Intermediate files stay in its folder.
 */
export async function writeFrame(
  edit: Edit,
  at: number,
  to: string,
  options: FrameOptions,
): Promise<RenderResult> {
  const { media, browser, dialect = 'interface', watermark = false, asVideo = false } = options;
  const files = Object.fromEntries(listSources(edit).map(({ url }) => [url, resolve(media, url)]));
  const folder = dirname(to);
  const signal = new AbortController().signal;
  const drawing = browser && { browser, folder, fonts: [], signal };
  const pages = drawing ? (await drawPages(collectPages(edit), drawing)).files : {};
  const films = browser ? await filmAt(edit, at, { browser, folder, files, dialect }) : {};
  const job = {
    edit,
    files,
    pages: { ...pages, ...films },
    dialect,
    folder,
    at,
    watermark,
    asVideo,
  } as const;
  return await produce({ ...job, to: { output: to } }, () => undefined);
}

/** Films the pages that move, for one frame. */
async function filmAt(
  edit: Edit,
  at: number,
  { browser, ...job }: Pick<ProduceJob, 'files' | 'dialect' | 'folder'> & { readonly browser: Browser },
): Promise<Record<string, string>> {
  if (!hasMovingPage(edit)) return {};
  using state = new ChildState({ kind: 'frames', edit, watermark: false, ...job }, () => undefined);
  const { films } = await answerStep(state, { step: 'drawings', at });
  // Another frame of the same edit may be filmed at the same time.
  const folder = await mkdtemp(join(job.folder, 'films-'));
  const run = { edit, browser, folder, fonts: [], signal: new AbortController().signal };
  return { ...(await filmPages(films, run)).files };
}
