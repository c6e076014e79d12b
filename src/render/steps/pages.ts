import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { collectPages } from '../browse/clip-pages.ts';
import { type ClipPage, drawPages, type PageRasters } from '../browse/page-rasters.ts';
import { type Edit, listClips } from '../../edit/model.ts';
import { loadPageFonts } from './fonts.ts';
import type { RunState } from './run-state.ts';

/** Draws the HTML pages of each output. */
export async function drawAllPages(state: RunState): Promise<void> {
  state.options.onProgress?.({ phase: 'preprocessing' });
  const pages: PageRasters[] = [];
  for (const [index, edit] of state.edits.entries())
    pages.push(await drawAll(state, index, state.needsPicturesOf(edit) ? collectPages(edit) : []));
  state.pages = pages;
}

/** Draws the SVGs that the SVG renderer cannot draw as a browser does. */
export async function drawSvgs(state: RunState): Promise<void> {
  const pages: PageRasters[] = [];
  for (const [index, edit] of state.edits.entries()) {
    const { files = {}, warnings = [] } = state.pages[index] ?? {};
    const needed = hasSvg(edit) && state.needsPicturesOf(edit) ? await findSvgPages(state, index) : [];
    if (needed.length > 0) await loadPageFonts(state);
    const drawn = await drawAll(state, index, needed);
    pages.push({ files: { ...files, ...drawn.files }, warnings: [...warnings, ...drawn.warnings] });
  }
  state.pages = pages;
}

/** True if an edit has assets that may be SVGs. */
export function hasSvg(edit: Edit): boolean {
  return listClips(edit).some(({ clip }) => clip.asset.type === 'svg' || clip.asset.type === 'image');
}

async function findSvgPages(state: RunState, index: number): Promise<ClipPage[]> {
  const found = await state.ask({ step: 'drawings', ...state.timelineOf(index) });
  return found.map(({ svg, natural, size, ...clip }) => ({ ...clip, page: { svg, natural, ...size } }));
}

/** Draws the pages of one output in a folder of its own. */
async function drawAll(state: RunState, index: number, pages: readonly ClipPage[]): Promise<PageRasters> {
  const { folder: root, signal } = state.options;
  const folder = index === 0 ? root : join(root, `pages-${index}`);
  if (index > 0) await mkdir(folder, { recursive: true });
  const { browser } = state.config;
  return await drawPages(pages, { browser, folder, fonts: state.fonts, signal });
}
