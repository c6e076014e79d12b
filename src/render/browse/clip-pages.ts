import { KinoraError } from '../../base/errors.ts';
import type { FrameIndex } from '../../base/time.ts';
import {
  canvasAround,
  canvasOf,
  type ClipLocation,
  clipPathOf,
  type Edit,
  formatPath,
  listClips,
  outputShape,
} from '../../edit/model.ts';
import { NATURAL_PLAYBACK } from '../resolve/playback.ts';
import { groupOf, toVisualClips } from '../resolve/visual-clips.ts';
import { largestSizeOf } from '../scene/clip-motion.ts';
import { drawnBoxOf, type PixelSize, viewportOf } from '../scene/placement.ts';
import { MAX_AREA, MAX_SIDE, maxScaleOf } from '../stills/raster-limit.ts';
import type { HtmlPage } from './html-page.ts';
import type { ClipPage } from './page-rasters.ts';

/** Maximum number of different pages in an edit: of those that stand still, and of those that move. */
export const MAX_PAGES = 200;

/** A placeholder for the times of a clip, which do not affect the size at which the clip is visible. */
const ANY_TIME = { from: 0 as FrameIndex, to: 1 as FrameIndex };
const ANY_LENGTH = { length: 1, playback: NATURAL_PLAYBACK };

/**
 * Returns the pages of an edit. Clips that show the same page at the same scale share one entry.
 *
 * @throws {KinoraError} `validation_failed` if a page is too large or the edit has too many pages.
 */
export function collectPages(edit: Edit): (ClipPage & { readonly page: HtmlPage })[] {
  const output = outputShape(edit.output);
  const pages = new Map<string, { page: HtmlPage; fields: string[] }>();
  for (const location of listClips(edit)) {
    const page = createPage(location, output);
    if (!page) continue;
    const key = JSON.stringify(page);
    const field = formatPath(clipPathOf(location));
    const known = pages.get(key);
    if (known) known.fields.push(field);
    else pages.set(key, { page, fields: [field] });
    if (pages.size > MAX_PAGES) {
      const message = `${field}.asset: an edit can show at most ${MAX_PAGES} different HTML pages, and this is one more.`;
      throw new KinoraError('validation_failed', message);
    }
  }
  return [...pages.values()];
}

function createPage(location: ClipLocation, output: PixelSize): HtmlPage | undefined {
  const { asset } = location.clip;
  const [clip] = asset.type === 'html' ? toVisualClips(location, ANY_TIME, new Map(), ANY_LENGTH) : [];
  if (asset.type !== 'html' || !clip) return undefined;
  const canvas = canvasAround(location, output);
  const box = drawnBoxOf(asset, viewportOf(clip, canvas));
  const size = { width: Math.ceil(box.width), height: Math.ceil(box.height) };
  if (maxScaleOf(size) < 1) {
    const message = `${clip.field}.asset: a page of ${size.width} x ${size.height} pixels is too large; its sides must be at most ${MAX_SIDE} pixels, and its area at most ${MAX_AREA} pixels.`;
    throw new KinoraError('validation_failed', message);
  }
  const { html, css = '', position = 'center' } = asset;
  const visibleScale = (largestSizeOf(clip, canvas).width / box.width) * scaleOfGroups(location, output);
  return { html, css, position, ...size, scale: scaleFor(size, visibleScale) };
}

/** Returns the largest factor by which the groups around a clip enlarge it, at least 1. */
function scaleOfGroups({ group }: ClipLocation, output: PixelSize): number {
  if (!group) return 1;
  const inside = groupOf(group, output, () => []);
  const [clip] = toVisualClips(group, ANY_TIME, new Map(), { ...ANY_LENGTH, ...inside });
  const own = clip
    ? largestSizeOf(clip, canvasAround(group, output)).width / canvasOf(group, output).width
    : 1;
  return Math.max(1, own) * scaleOfGroups(group, output);
}

/**
 * Returns the scale of the raster for a page that is visible at a certain scale. The result is at least 1,
 * because a page shows all details only at its own size. If the raster would exceed the size limits, the
 * scale is reduced to meet them.
 */
function scaleFor(size: PixelSize, visibleScale: number): number {
  return Math.min(Math.max(1, visibleScale), maxScaleOf(size));
}
