import { listClips } from '../../edit/model.ts';
import type { RunState } from './run-state.ts';

/** Reads the fonts of the edit, for its HTML pages. */
export async function readFonts(state: RunState): Promise<void> {
  const { edit, edits, files } = state;
  const hasPage = listClips(edit).some(({ clip }) => clip.asset.type === 'html');
  const isComposed = edits.some((each) => state.needsPicturesOf(each));
  if (!isComposed || !hasPage || !edit.timeline.fonts?.length) return;
  const fonts = await state.ask({ step: 'fonts' });
  state.fonts = await Promise.all(
    fonts.map(async ({ url, axes: { wght }, weight, ...font }) => {
      const file = files[url] ?? '';
      const path = typeof file === 'string' ? file : await file.fetchAll();
      return { ...font, path, weight: wght ? ([wght.min, wght.max] as const) : weight };
    }),
  );
}
