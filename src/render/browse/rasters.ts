import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asKinoraError, KinoraError } from '../../base/errors.ts';
import type { Edit, Warning } from '../../edit/index.ts';
import type { Browser } from './browser.ts';
import type { OwnFont } from './page-fonts.ts';
import { type PageOfClips, pagesOf } from './pages.ts';

/** The pages of an edit as pictures. */
export interface Rasters {
  /** The PNG of each clip that shows a page, by where the clip stands in the edit. */
  readonly files: Readonly<Record<string, string>>;
  /** What of the pages is not as their authors want it. */
  readonly warnings: readonly Warning[];
}

/** What drawing the pages of an edit needs. */
export interface RastersOptions {
  readonly browser: Browser;
  /** Where the PNGs go. */
  readonly folder: string;
  /** The fonts of the edit. */
  readonly fonts: readonly OwnFont[];
  readonly signal: AbortSignal;
}

/**
 * Draws the pages of an edit. The first failure ends the others.
 *
 * @throws {KinoraError} as {@link Browser.photograph} and `pagesOf`, with the field of the asset in front.
 */
export async function drawPages(edit: Edit, options: RastersOptions): Promise<Rasters> {
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const drawn = await Promise.allSettled(
    pagesOf(edit).map(async (page, index) => {
      try {
        return await drawPage(page, join(options.folder, `page-${index}.png`), { ...options, signal });
      } catch (error) {
        failed.abort();
        throw error;
      }
    }),
  );
  const reasons = drawn.flatMap((each) => (each.status === 'rejected' ? [asKinoraError(each.reason)] : []));
  // Those that were ended by a failure say "cancelled"; the failure itself is what matters.
  const reason = reasons.find(({ code }) => code !== 'cancelled') ?? reasons[0];
  if (reason) throw reason;
  const rasters = drawn.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  return {
    files: Object.assign({}, ...rasters.map(({ files }) => files)) as Rasters['files'],
    warnings: rasters.flatMap(({ warnings }) => warnings),
  };
}

async function drawPage(
  { page, fields }: PageOfClips,
  to: string,
  { browser, fonts, signal }: RastersOptions,
): Promise<Rasters> {
  const field = `${fields[0]}.asset.html`;
  try {
    const { png, warnings } = await browser.photograph(page, fonts, signal);
    await writeFile(to, png);
    return {
      files: Object.fromEntries(fields.map((each) => [each, to])),
      warnings: warnings.map((text) => ({ field, text: `${field}: ${text}` })),
    };
  } catch (error) {
    if (!(error instanceof KinoraError) || error.code !== 'page_failed') throw error;
    throw new KinoraError(error.code, `${field}: ${error.message}`, { cause: error });
  }
}
