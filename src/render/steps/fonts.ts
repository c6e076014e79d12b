import { listClips } from '../../edit/model.ts';
import type { RunState } from './run-state.ts';

/** Reads the fonts of the edit, for its HTML pages. */
export async function readFonts(state: RunState): Promise<void> {
  const hasPage = listClips(state.edit).some(({ clip }) => clip.asset.type === 'html');
  const isComposed = state.edits.some((each) => state.needsPicturesOf(each));
  if (isComposed && hasPage) await loadPageFonts(state);
}

/** Reads the fonts of the edit for the browser, unless they have been read. */
export async function loadPageFonts(state: RunState): Promise<void> {
  const { edit, files } = state;
  if (!edit.timeline.fonts?.length || state.fonts.length > 0) return;
  const fonts = await state.ask({ step: 'fonts' });
  state.fonts = await Promise.all(
    fonts.map(async ({ url, axes: { wght }, weight, ...font }) => {
      const file = files[url] ?? '';
      const path = typeof file === 'string' ? file : await file.fetchAll();
      return { ...font, path, weight: wght ? ([wght.min, wght.max] as const) : weight };
    }),
  );
}
