import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { type ErrorCode, KinoraError, toKinoraError } from '../../base/errors.ts';
import { describeBrowserNeed, toSentence, type Warning } from '../../edit/model.ts';
import type { Browser } from './browser.ts';
import type { CustomPageFont } from './page-fonts.ts';
import type { HtmlPage, SvgPage } from './html-page.ts';
import type { PageCapture } from './capture-page.ts';

/** A page and the clips that show it. */
export interface ClipPage {
  readonly page: HtmlPage | SvgPage;
  /** Paths of the clips: `timeline.tracks[0].clips[1]`. At least one. */
  readonly fields: readonly string[];
  /** The reasons why an SVG needs the browser. Without it, the SVG is drawn all the same, with a warning. */
  readonly features?: readonly string[];
}

/** The pages of an edit as pictures. */
export interface PageRasters {
  /** The PNG file of each clip that shows a page, by the path of the clip in the edit. */
  readonly files: Readonly<Record<string, string>>;
  /** Warnings about the pages. */
  readonly warnings: readonly Warning[];
}

/** The options for drawing the pages of an edit. */
export interface PageRastersOptions {
  readonly browser: Browser;
  /** Folder for the PNG files. */
  readonly folder: string;
  /** The fonts of the edit. */
  readonly fonts: readonly CustomPageFont[];
  readonly signal: AbortSignal;
}

/**
 * Maximum number of pages that one edit sends to the browser at the same time. The browser draws pages in the
 * order in which they arrive. If an edit sent all its pages at once, other edits would have to wait until all
 * these pages are drawn.
 */
const MAX_CONCURRENT_PAGES = 2;
/** Maximum total duration of the captures for one edit, in milliseconds. */
const MAX_TOTAL_MS = 300_000;
const TOO_LONG = new KinoraError(
  'page_failed',
  `timeline: its HTML pages take longer than ${MAX_TOTAL_MS / 60_000} minutes in total; use fewer or simpler pages.`,
);
const NO_TIME_FOR_SVG = `The pages before it took more than ${MAX_TOTAL_MS / 60_000} minutes.`;
/** Codes of errors that no page has caused. Therefore, no field is added to the messages of these errors. */
const INTERRUPTED: readonly ErrorCode[] = ['cancelled', 'stopping'];
/** Codes of errors after which the SVG renderer draws an SVG in place of the browser. */
export const REPLACED_CODES: readonly ErrorCode[] = ['browser_unavailable', 'page_failed'];

/**
 * Draws the pages of an edit. If one page fails, the other pages are aborted. An SVG that fails is a warning only.
 *
 * @throws {KinoraError} like {@link Browser.capture}, with the field of the asset; `page_failed` if all pages
 * together take too long.
 */
export async function drawPages(
  pages: readonly ClipPage[],
  options: PageRastersOptions,
): Promise<PageRasters> {
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const limit = pLimit(MAX_CONCURRENT_PAGES);
  let remainingMs = MAX_TOTAL_MS;
  const drawn = await Promise.allSettled(
    pages.map(async (page, index) => {
      try {
        const name = page.features ? 'drawing' : 'page';
        const to = join(options.folder, `${name}-${index}.png`);
        return await limit(async () => {
          if (page.features && remainingMs < 0) return leaveToRenderer(page, NO_TIME_FOR_SVG);
          const { milliseconds, ...raster } = await drawPage(page, to, { ...options, signal });
          remainingMs -= milliseconds;
          if (remainingMs < 0 && !page.features) throw TOO_LONG;
          return raster;
        });
      } catch (error) {
        failed.abort();
        throw error;
      }
    }),
  );
  const reasons = drawn.flatMap((each) => (each.status === 'rejected' ? [toKinoraError(each.reason)] : []));
  // If a page fails, the other pages are aborted and report "cancelled". Throw the error of the page that
  // failed.
  const reason = reasons.find(({ code }) => code !== 'cancelled') ?? reasons[0];
  if (reason) throw reason;
  const rasters = drawn.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  return {
    files: Object.assign({}, ...rasters.map(({ files }) => files)) as PageRasters['files'],
    warnings: rasters.flatMap(({ warnings }) => warnings),
  };
}

async function drawPage(
  clipPage: ClipPage,
  to: string,
  { browser, fonts, signal }: PageRastersOptions,
): Promise<PageRasters & Pick<PageCapture, 'milliseconds'>> {
  const { page, fields, features } = clipPage;
  const field = `${fields[0]}.asset.${features ? 'src' : 'html'}`;
  let begunAt: number | undefined;
  const onBegun = (): void => void (begunAt ??= performance.now());
  try {
    const { png, warnings, milliseconds } = await browser.capture(page, fonts, signal, onBegun);
    await writeFile(to, png);
    return {
      milliseconds,
      files: Object.fromEntries(fields.map((each) => [each, to])),
      warnings: warnings.map((text) => ({ field, text: toSentence(text) })),
    };
  } catch (error) {
    if (!(error instanceof KinoraError) || INTERRUPTED.includes(error.code)) throw error;
    if (features && REPLACED_CODES.includes(error.code)) {
      const milliseconds = begunAt === undefined ? 0 : performance.now() - begunAt;
      return { milliseconds, ...leaveToRenderer(clipPage, error.message) };
    }
    throw nameField(error, field);
  }
}

/** Leaves an SVG to the SVG renderer. @param reason why the browser does not draw it, as a sentence. */
function leaveToRenderer({ fields, features = [] }: ClipPage, reason: string): PageRasters {
  const text = describeBrowserNeed(features, reason);
  return { files: {}, warnings: fields.map((field) => ({ field: `${field}.asset.src`, text })) };
}

/**
 * Names the field of a page in the errors of drawing it.
 *
 * @throws {KinoraError} with the field, unless the page is not the cause.
 */
export async function withField<Result>(field: string, draw: () => Promise<Result>): Promise<Result> {
  try {
    return await draw();
  } catch (error) {
    if (!(error instanceof KinoraError) || INTERRUPTED.includes(error.code)) throw error;
    throw nameField(error, field);
  }
}

function nameField(error: KinoraError, field: string): KinoraError {
  return new KinoraError(error.code, `${field}: ${error.message}`, { cause: error });
}
