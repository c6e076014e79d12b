import { dirname, resolve } from 'node:path';
import { type Edit, listSources } from '../../src/edit/index.ts';
import type { Browser } from '../../src/render/browse/browser.ts';
import { drawPages } from '../../src/render/browse/page-rasters.ts';
import { produce } from '../../src/render/produce/produce.ts';
import type { RenderResult } from '../../src/render/produce/produce-job.ts';
import type { Dialect } from '../../src/edit/model.ts';

/** How a frame is made; in the dialect of the interface and without a mark when nothing is said. */
export interface FrameOptions {
  /** The folder of the files that the edit names. */
  readonly media: string;
  /** What draws its pages of HTML, for an edit with such. */
  readonly browser?: Browser;
  readonly dialect?: Dialect;
  readonly watermark?: boolean;
}

/**
 * Writes a frame of an edit as `kinora frame` does, but in this process.
 *
 * @param at second of the timeline.
 * @param to a PNG; what is made on the way is left beside it.
 */
export async function writeFrame(
  edit: Edit,
  at: number,
  to: string,
  options: FrameOptions,
): Promise<RenderResult> {
  const { media, browser, dialect = 'interface', watermark = false } = options;
  const files = Object.fromEntries(listSources(edit).map(({ url }) => [url, resolve(media, url)]));
  const folder = dirname(to);
  const signal = new AbortController().signal;
  const pages = browser ? (await drawPages(edit, { browser, folder, fonts: [], signal })).files : {};
  const job = { edit, files, pages, dialect, folder, at, watermark } as const;
  return await produce({ ...job, to: { output: to } }, () => undefined);
}
