import { KinoraError } from '../../base/errors.ts';
import type { FrameIndex } from '../../base/time.ts';
import { type ClipPlace, clipsOf, type Edit, fieldOf, pathOf } from '../../edit/edit.ts';
import { outputShape } from '../resolve/output-shape.ts';
import { seenClip } from '../resolve/seen-clip.ts';
import { largestOf } from '../scene/moving.ts';
import { drawnBox, frameOf, type Size } from '../scene/placement.ts';
import type { Page } from './document.ts';

/** A page, and the clips that show it. */
export interface PageOfClips {
  readonly page: Page;
  /** Where they stand in the edit: `timeline.tracks[0].clips[1]`; at least one. */
  readonly fields: readonly [string, ...string[]];
}

/** The longest side of a page's box or of its raster, and the most pixels of either. */
const LONGEST = 8192;
const MOST_PIXELS = 33_554_432;
/** Different pages of an edit. */
const MOST_PAGES = 200;

/** Of a clip's times none matters for how large it is seen. */
const ANY_TIME = { from: 0 as FrameIndex, to: 1 as FrameIndex };
const ANY_LENGTH = { length: 1, dialect: 'interface' } as const;

/**
 * The pages of an edit, each with its scale once, however many clips show it. Pure.
 *
 * @throws {KinoraError} `validation_failed` when a page is too large, or when there are too many.
 */
export function pagesOf(edit: Edit): PageOfClips[] {
  const output = outputShape(edit.output);
  const pages = new Map<string, { page: Page; fields: [string, ...string[]] }>();
  for (const place of clipsOf(edit)) {
    const page = pageOf(place, output);
    if (!page) continue;
    const key = JSON.stringify(page);
    const field = fieldOf(pathOf(place));
    const known = pages.get(key);
    if (known) known.fields.push(field);
    else pages.set(key, { page, fields: [field] });
    if (pages.size > MOST_PAGES) {
      const message = `${field}.asset: an edit may show up to ${MOST_PAGES} different pages of HTML, and this is one more.`;
      throw new KinoraError('validation_failed', message);
    }
  }
  return [...pages.values()];
}

function pageOf(place: ClipPlace, output: Size): Page | undefined {
  const { asset } = place.clip;
  const [clip] = asset.type === 'html' ? seenClip(place, ANY_TIME, new Map(), ANY_LENGTH) : [];
  if (asset.type !== 'html' || !clip) return undefined;
  const box = drawnBox(asset, frameOf(clip, output));
  const size = { width: Math.ceil(box.width), height: Math.ceil(box.height) };
  if (Math.max(size.width, size.height) > LONGEST || size.width * size.height > MOST_PIXELS) {
    const message = `${clip.field}.asset: a page of ${size.width} x ${size.height} pixels is too large; its sides may have up to ${LONGEST} pixels, and it ${MOST_PIXELS} in all.`;
    throw new KinoraError('validation_failed', message);
  }
  const { html, css = '', position = 'center' } = asset;
  const wanted = largestOf(clip, output).width / box.width;
  return { html, css, position, ...size, scale: scaleFor(size, wanted) };
}

/** The scale of a raster that is seen at another: never below its own size, where it has all its details. */
function scaleFor({ width, height }: Size, wanted: number): number {
  const most = Math.min(LONGEST / Math.max(width, height), Math.sqrt(MOST_PIXELS / (width * height)));
  return Math.min(Math.max(1, wanted), most);
}
