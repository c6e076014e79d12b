import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { collectPages } from '../browse/clip-pages.ts';
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
    const drawn = [own, await drawPages(drawings, options), await filmPages(films, { ...options, edit })];
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

/** Films the pages of one output, one after the other. */
export async function filmPages(
  films: StepAnswers['drawings']['films'],
  { edit, browser, folder, fonts, signal }: PageRastersOptions & { readonly edit: Edit },
): Promise<PageRasters> {
  const assets = new Map(
    listClips(edit).map((location) => [formatPath(clipPathOf(location)), location.clip.asset]),
  );
  const files: Record<string, string> = {};
  const warnings: Warning[] = [];
  for (const [place, { field, size, scale, ...frames }] of films.entries()) {
    const asset = assets.get(field);
    if (asset?.type !== 'html5') throw new Error('There is no such page.');
    const to = join(folder, `film-${place}`);
    const said = await withField(`${field}.asset`, () =>
      browser.film({ asset, ...size, scale }, { frames, to }, fonts, signal),
    );
    files[field] = to;
    warnings.push(...said.map((text) => ({ field: `${field}.asset.html`, text: toSentence(text) })));
  }
  return { files, warnings };
}
