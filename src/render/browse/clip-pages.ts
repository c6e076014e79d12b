import { KinoraError } from '../../base/errors.ts';
import type { FrameIndex } from '../../base/time.ts';
import { type ClipLocation, clipPathOf, type Edit, formatPath, listClips } from '../../edit/model.ts';
import { outputShape } from '../resolve/output-shape.ts';
import { NATURAL_PLAYBACK } from '../resolve/playback.ts';
import { toVisualClips } from '../resolve/visual-clips.ts';
import { largestSizeOf } from '../scene/clip-motion.ts';
import { drawnBoxOf, type PixelSize, viewportOf } from '../scene/placement.ts';
import type { HtmlPage } from './html-page.ts';

/** A page, and the clips that show it. */
export interface ClipPage {
  readonly page: HtmlPage;
  /** Where they stand in the edit: `timeline.tracks[0].clips[1]`; at least one. */
  readonly fields: readonly [string, ...string[]];
}

/** The longest side of a page's box or of its raster, and the most pixels of either. */
const MAX_SIDE = 8192;
const MAX_PIXELS = 33_554_432;
/** Different pages of an edit. */
const MAX_PAGES = 200;

/** Of a clip's times none matters for how large it is seen. */
const ANY_TIME = { from: 0 as FrameIndex, to: 1 as FrameIndex };
const ANY_LENGTH = { length: 1, playback: NATURAL_PLAYBACK };

/**
 * The pages of an edit, each with its scale once, however many clips show it. Pure.
 *
 * @throws {KinoraError} `validation_failed` when a page is too large, or when there are too many.
 */
export function collectPages(edit: Edit): ClipPage[] {
  const output = outputShape(edit.output);
  const pages = new Map<string, { page: HtmlPage; fields: [string, ...string[]] }>();
  for (const location of listClips(edit)) {
    const page = createPage(location, output);
    if (!page) continue;
    const key = JSON.stringify(page);
    const field = formatPath(clipPathOf(location));
    const known = pages.get(key);
    if (known) known.fields.push(field);
    else pages.set(key, { page, fields: [field] });
    if (pages.size > MAX_PAGES) {
      const message = `${field}.asset: an edit may show up to ${MAX_PAGES} different pages of HTML, and this is one more.`;
      throw new KinoraError('validation_failed', message);
    }
  }
  return [...pages.values()];
}

function createPage(location: ClipLocation, output: PixelSize): HtmlPage | undefined {
  const { asset } = location.clip;
  const [clip] = asset.type === 'html' ? toVisualClips(location, ANY_TIME, new Map(), ANY_LENGTH) : [];
  if (asset.type !== 'html' || !clip) return undefined;
  const box = drawnBoxOf(asset, viewportOf(clip, output));
  const size = { width: Math.ceil(box.width), height: Math.ceil(box.height) };
  if (Math.max(size.width, size.height) > MAX_SIDE || size.width * size.height > MAX_PIXELS) {
    const message = `${clip.field}.asset: a page of ${size.width} x ${size.height} pixels is too large; its sides may have up to ${MAX_SIDE} pixels, and it ${MAX_PIXELS} in all.`;
    throw new KinoraError('validation_failed', message);
  }
  const { html, css = '', position = 'center' } = asset;
  const visibleScale = largestSizeOf(clip, output).width / box.width;
  return { html, css, position, ...size, scale: scaleFor(size, visibleScale) };
}

/** The scale of a raster that is seen at another: never below its own size, where it has all its details. */
function scaleFor({ width, height }: PixelSize, visibleScale: number): number {
  const maxScale = Math.min(MAX_SIDE / Math.max(width, height), Math.sqrt(MAX_PIXELS / (width * height)));
  return Math.min(Math.max(1, visibleScale), maxScale);
}
