import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPages, type PageRasters } from '../browse/page-rasters.ts';
import type { RunState } from './run-state.ts';

/** Draws the HTML pages of each output. */
export async function drawAllPages(state: RunState): Promise<void> {
  const { folder, signal, onProgress } = state.options;
  const { browser } = state.config;
  onProgress?.({ phase: 'preprocessing' });
  const pages: PageRasters[] = [];
  for (const [index, edit] of state.edits.entries()) {
    const own = index === 0 ? folder : join(folder, `pages-${index}`);
    if (index > 0) await mkdir(own, { recursive: true });
    pages.push(
      state.needsPicturesOf(edit)
        ? await drawPages(edit, { browser, folder: own, fonts: state.fonts, signal })
        : { files: {}, warnings: [] },
    );
  }
  state.pages = pages;
}
