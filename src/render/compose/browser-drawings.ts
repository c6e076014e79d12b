import { describeBrowserNeed, type Warning } from '../../edit/model.ts';
import { addNamespace, readSvgSize } from '../draw/svg/svg-drawing.ts';
import { listSvgFeatures } from '../draw/svg/svg-features.ts';
import type { FontLibrary } from '../fonts/font-library.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { listShownClips } from '../scene/clip-motion.ts';
import { drawnBoxOf, type PixelSize, viewportOf } from '../scene/placement.ts';
import { maxScaleOf } from '../stills/raster-limit.ts';

/** An SVG that a browser draws otherwise than the SVG renderer, and the clips that show it. */
export interface BrowserDrawing {
  /** The markup, with its XML namespace. */
  readonly svg: string;
  /** The size that the SVG declares, in pixels. */
  readonly natural: PixelSize;
  /** The largest size at which a clip shows it, in whole pixels. */
  readonly size: PixelSize;
  /** Names of the features that the SVG renderer draws otherwise than a browser. At least one. */
  readonly features: readonly string[];
  /** Paths of the clips: `timeline.tracks[0].clips[1]`. At least one. */
  readonly fields: readonly string[];
}

/** A size counts as whole if it exceeds a whole number by less. */
const TOLERANCE = 1e-3;

/** Lists the SVGs of a timeline that a browser must draw. Clips with the same picture share an entry. */
export function listBrowserDrawings(timeline: ResolvedTimeline, fonts: FontLibrary): BrowserDrawing[] {
  const known = new Map<string, readonly string[]>();
  const drawings = new Map<string, BrowserDrawing>();
  for (const { field, markup, sizeOf } of listShownSvgs(timeline)) {
    const features = known.get(markup) ?? listSvgFeatures(markup, fonts);
    known.set(markup, features);
    if (features.length === 0) continue;
    const { natural, scale } = sizeOf();
    const size = sizeFor(natural, scale);
    const key = JSON.stringify([size, markup]);
    const fields = [...(drawings.get(key)?.fields ?? []), field];
    drawings.set(key, { svg: addNamespace(markup), natural, size, features, fields });
  }
  return [...drawings.values()];
}

/** Warns about the SVGs that need a browser. @param reason why there is none, as a sentence. */
export function warnAboutFeatures(
  svgs: readonly { readonly field: string; readonly markup: string }[],
  fonts: FontLibrary,
  reason: string,
): Warning[] {
  return svgs.flatMap(({ field, markup }) => {
    const features = listSvgFeatures(markup, fonts);
    return features.length > 0 ? [{ field, text: describeBrowserNeed(features, reason) }] : [];
  });
}

/** An SVG of a clip. */
interface ShownSvg {
  readonly field: string;
  readonly markup: string;
  /** Returns the size that it declares, and the largest number of output pixels for one of its own. */
  readonly sizeOf: () => { readonly natural: PixelSize; readonly scale: number };
}

function* listShownSvgs(timeline: ResolvedTimeline): Generator<ShownSvg> {
  for (const { clip, canvas, largest, enlargement } of listShownClips(timeline.visualClips, timeline)) {
    const { visual, field } = clip;
    if (visual.kind === 'vector') {
      const { markup, width, height } = visual.media;
      const natural = { width, height };
      const scale = Math.max(largest.width / width, largest.height / height) * enlargement;
      yield { field, markup, sizeOf: () => ({ natural, scale }) };
    } else if (visual.kind === 'drawn' && visual.asset.type === 'svg') {
      const { src: markup } = visual.asset;
      const box = drawnBoxOf(visual.asset, viewportOf(clip, canvas));
      const sizeOf = (): ReturnType<ShownSvg['sizeOf']> => {
        const natural = readSvgSize(markup);
        const fits = Math.min(box.width / natural.width, box.height / natural.height);
        return { natural, scale: fits * (largest.width / box.width) * enlargement };
      };
      yield { field, markup, sizeOf };
    }
  }
}

function sizeFor(natural: PixelSize, scale: number): PixelSize {
  const factor = Math.min(scale, maxScaleOf(natural));
  const toPixels = (length: number): number => Math.max(1, Math.ceil(length * factor - TOLERANCE));
  return { width: toPixels(natural.width), height: toPixels(natural.height) };
}
