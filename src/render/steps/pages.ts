import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { KinoraError } from '../../base/errors.ts';
import { collectPages, MAX_PAGES } from '../browse/clip-pages.ts';
import { MAX_FILM_BYTES } from '../browse/film-page.ts';
import { drawPages, type PageRasters, type PageRastersOptions, withField } from '../browse/page-rasters.ts';
import { clipPathOf, type Edit, formatPath, listClips, toSentence, type Warning } from '../../edit/model.ts';
import type { StepAnswers } from '../produce/produce-job.ts';
import { loadPageFonts } from './fonts.ts';
import type { RunTarget } from './output.ts';
import type { RunState } from './run-state.ts';

/** Draws the HTML pages of each output. */
export async function drawAllPages(state: RunState): Promise<void> {
  state.options.onProgress?.({ phase: 'preprocessing' });
  const pages: PageRasters[] = [];
  for (const [index, edit] of state.edits.entries())
    pages.push(
      await drawPages(
        state.needsPicturesOf(edit) ? collectPages(edit) : [],
        await prepareDrawing(state, index),
      ),
    );
  state.pages = pages;
}

/**
 * Draws what depends on the resolved timeline: the SVGs that the SVG renderer cannot draw as a browser does, and the
 * pages that move.
 */
export async function drawResolved(state: RunState, { at, sheet }: RunTarget): Promise<void> {
  const moments = { ...(at !== undefined && { at }), ...(sheet && { sheet }) };
  const pages: PageRasters[] = [];
  const made = new Map<string, FinishedFilm>();
  for (const [index, edit] of state.edits.entries()) {
    const own = state.pages[index] ?? { files: {}, warnings: [] };
    if (!(hasSvg(edit) || hasMovingPage(edit)) || !state.needsPicturesOf(edit)) {
      pages.push(own);
      continue;
    }
    const { svgs, films } = await state.ask({ step: 'drawings', ...state.timelineOf(index), ...moments });
    if (svgs.length + films.length > 0) await loadPageFonts(state);
    const drawings = svgs.map(({ svg, natural, size, ...clip }) => ({
      ...clip,
      page: { svg, natural, ...size },
    }));
    const options = await prepareDrawing(state, index);
    const drawn = [
      own,
      await drawPages(drawings, options),
      await filmPages(films, { ...options, edit, made }),
    ];
    pages.push({
      files: Object.assign({}, ...drawn.map(({ files }) => files)) as PageRasters['files'],
      warnings: drawn.flatMap(({ warnings }) => warnings),
    });
  }
  state.pages = pages;
}

/** True if an edit has assets that may be SVGs. */
export function hasSvg(edit: Edit): boolean {
  return listClips(edit).some(({ clip }) => clip.asset.type === 'svg' || clip.asset.type === 'image');
}

/** True if an edit shows a page that moves. */
export function hasMovingPage(edit: Edit): boolean {
  return listClips(edit).some(({ clip }) => clip.asset.type === 'html5');
}

/** Returns the options for drawing the pages of one output, in a folder of its own. */
async function prepareDrawing(state: RunState, index: number): Promise<PageRastersOptions> {
  const { folder: root, signal } = state.options;
  const folder = index === 0 ? root : join(root, `pages-${index}`);
  if (index > 0) await mkdir(folder, { recursive: true });
  return { browser: state.config.browser, folder, fonts: state.fonts, signal };
}

/** A film that clips can show. */
interface FinishedFilm {
  readonly path: string;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** The options for filming the pages of one output. */
export interface PageFilmOptions extends PageRastersOptions {
  readonly edit: Edit;
  /** The films of the render so far, by what they show. New ones are added. */
  readonly made?: Map<string, FinishedFilm>;
}

/** Maximum total duration of the filming for one render, in milliseconds. */
const MAX_TOTAL_MS = 3_600_000;
const TOO_LONG = `timeline: it takes longer than ${MAX_TOTAL_MS / 60_000} minutes in total to film its pages that move; use fewer or simpler pages, or make their clips shorter.`;
const TOO_MANY = `an edit can show at most ${MAX_PAGES} different pages that move, and this is one more.`;

/**
 * Films the pages of one output, one after the other. Clips that show the same frames of a page at the same size
 * share a film.
 *
 * @throws {KinoraError} like {@link Browser.film}, with the field of the asset; `page_failed` if all films of the
 * render together take too long or are too large; `validation_failed` if there are too many pages.
 */
export async function filmPages(
  films: StepAnswers['drawings']['films'],
  { edit, browser, folder, fonts, signal, made = new Map() }: PageFilmOptions,
): Promise<PageRasters> {
  const assets = new Map(
    listClips(edit).map((location) => [formatPath(clipPathOf(location)), location.clip.asset]),
  );
  const pages = new Set<string>();
  const ordered = films.map(({ field, size, scale, ...frames }) => {
    const asset = assets.get(field);
    if (asset?.type !== 'html5') throw new Error('There is no such page.');
    const page = { asset, ...size, scale };
    if (pages.add(JSON.stringify(page)).size > MAX_PAGES)
      throw new KinoraError('validation_failed', `${field}.asset: ${TOO_MANY}`);
    return { field, page, frames };
  });
  const files: Record<string, string> = {};
  const warnings: Warning[] = [];
  for (const [place, { field, page, frames }] of ordered.entries()) {
    const key = JSON.stringify({ page, frames });
    const to = made.get(key)?.path ?? join(folder, `film-${place}`);
    files[field] = to;
    if (made.has(key)) continue;
    const order = { frames, to, maxBytes: MAX_FILM_BYTES - sum(made, 'bytes') };
    const film = await withField(`${field}.asset`, () => browser.film(page, order, fonts, signal));
    made.set(key, { ...film, path: to });
    if (sum(made, 'milliseconds') > MAX_TOTAL_MS) throw new KinoraError('page_failed', TOO_LONG);
    warnings.push(...film.warnings.map((text) => ({ field: `${field}.asset.html`, text: toSentence(text) })));
  }
  return { files, warnings };
}

/** Returns the bytes or the milliseconds of all films. */
function sum(films: ReadonlyMap<string, FinishedFilm>, of: 'bytes' | 'milliseconds'): number {
  return [...films.values()].reduce((total, film) => total + film[of], 0);
}
