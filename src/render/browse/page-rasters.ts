import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { type ErrorCode, KinoraError, toKinoraError } from '../../base/errors.ts';
import type { Edit, Warning } from '../../edit/model.ts';
import type { Browser } from './browser.ts';
import type { CustomPageFont } from './page-fonts.ts';
import { type ClipPage, collectPages } from './clip-pages.ts';
import type { PageCapture } from './capture-page.ts';

/** The pages of an edit as pictures. */
export interface PageRasters {
  /** The PNG of each clip that shows a page, by where the clip stands in the edit. */
  readonly files: Readonly<Record<string, string>>;
  /** What of the pages is not as their authors want it. */
  readonly warnings: readonly Warning[];
}

/** What drawing the pages of an edit needs. */
export interface PageRastersOptions {
  readonly browser: Browser;
  /** Where the PNGs go. */
  readonly folder: string;
  /** The fonts of the edit. */
  readonly fonts: readonly CustomPageFont[];
  readonly signal: AbortSignal;
}

/** Pages of an edit at the same time: the browser gives turns in order, so that no edit waits for all the pages of another. */
const MAX_CONCURRENT_PAGES = 2;
/** Milliseconds that the pages of an edit may take in all. */
const MAX_TOTAL_MS = 300_000;
const TOO_LONG = new KinoraError(
  'page_failed',
  `timeline: its pages of HTML take longer than ${MAX_TOTAL_MS / 60_000} minutes in all; use fewer, or simpler ones.`,
);
/** Nobody's fault, or at least not that of a page. */
const INTERRUPTED: readonly ErrorCode[] = ['cancelled', 'stopping'];

/**
 * Draws the pages of an edit. The first failure ends the others.
 *
 * @throws {KinoraError} as {@link Browser.capture} and `collectPages`, with the field of the asset in front; `page_failed` when all
 *   together take too long.
 */
export async function drawPages(edit: Edit, options: PageRastersOptions): Promise<PageRasters> {
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const limit = pLimit(MAX_CONCURRENT_PAGES);
  let left = MAX_TOTAL_MS;
  const drawn = await Promise.allSettled(
    collectPages(edit).map(async (page, index) => {
      try {
        const to = join(options.folder, `page-${index}.png`);
        const { milliseconds, ...raster } = await limit(() => drawPage(page, to, { ...options, signal }));
        left -= milliseconds;
        if (left < 0) throw TOO_LONG;
        return raster;
      } catch (error) {
        failed.abort();
        throw error;
      }
    }),
  );
  const reasons = drawn.flatMap((each) => (each.status === 'rejected' ? [toKinoraError(each.reason)] : []));
  // Those that were ended by a failure say "cancelled"; the failure itself is what matters.
  const reason = reasons.find(({ code }) => code !== 'cancelled') ?? reasons[0];
  if (reason) throw reason;
  const rasters = drawn.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  return {
    files: Object.assign({}, ...rasters.map(({ files }) => files)) as PageRasters['files'],
    warnings: rasters.flatMap(({ warnings }) => warnings),
  };
}

async function drawPage(
  { page, fields }: ClipPage,
  to: string,
  { browser, fonts, signal }: PageRastersOptions,
): Promise<PageRasters & Pick<PageCapture, 'milliseconds'>> {
  const field = `${fields[0]}.asset.html`;
  try {
    const { png, warnings, milliseconds } = await browser.capture(page, fonts, signal);
    await writeFile(to, png);
    return {
      milliseconds,
      files: Object.fromEntries(fields.map((each) => [each, to])),
      warnings: warnings.map((text) => ({ field, text: `${field}: ${text}` })),
    };
  } catch (error) {
    if (!(error instanceof KinoraError) || INTERRUPTED.includes(error.code)) throw error;
    throw new KinoraError(error.code, `${field}: ${error.message}`, { cause: error });
  }
}
