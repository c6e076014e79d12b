import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { Rate, Seconds } from '../../../base/time.ts';
import { describeFilters } from '../../grade/colour-filters.ts';
import type { FilterValues } from '../../grade/filter-values.ts';
import { isSpatial, needsPicture } from '../../grade/kinds.ts';
import { filtersAt, type ResolvedFilter } from '../../resolve/resolved-filter.ts';
import type { VisualClip } from '../../resolve/timeline.ts';
import { cropAt } from '../../scene/crop.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import { type Bitmap, type BitmapSource, createBitmap } from '../bitmaps/bitmap.ts';
import { extendIntoCrop } from '../bitmaps/blurred-bitmaps.ts';
import { Grader } from '../grade/grader.ts';
import type { PlaneFilter } from '../layers/filtered-source.ts';
import { splitColours } from '../planes/colour-planes.ts';
import type { RgbaPixels } from '../planes/raster.ts';
import { toFloats, toStraight } from './float-picture.ts';
import { mixRegion } from './filter-region.ts';
import { applySpatial } from './spatial-filters.ts';

const IDENTITY: Layer['matrix'] = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** The clip of bitmaps and how it is shown. */
interface ShownBitmaps {
  readonly clip: VisualClip;
  /** The largest size in pixels at which the bitmaps are shown. */
  readonly largest: PixelSize;
  readonly rate: Rate;
  /** Pixels of the surface per pixel of the output. */
  readonly scale: number;
  /** The named filter of the clip, which comes first. */
  readonly named: PlaneFilter | undefined;
}

/** Applies filters to the bitmaps of another source, before they are placed. */
export class FilteredBitmaps implements BitmapSource {
  private readonly source: BitmapSource;
  private readonly filters: readonly ResolvedFilter[];
  private readonly shown: ShownBitmaps;
  private readonly graders: Grader[] = [];
  private last: { readonly from: Bitmap; readonly key: string; readonly bitmap: Bitmap } | undefined;

  /** @param source the source, which this object closes. */
  constructor(source: BitmapSource, filters: readonly ResolvedFilter[], shown: ShownBitmaps) {
    this.source = source;
    this.filters = filters;
    this.shown = shown;
  }

  async at(time: Seconds, layer?: Layer): Promise<Bitmap | undefined> {
    const from = await this.source.at(time, layer);
    const values = filtersAt(this.filters, time);
    if (!from || (values.length === 0 && !this.shown.named)) return from;
    const frame = values.some(({ type }) => type === 'grain') ? String(time) : '';
    const crop = cropAt(this.shown.clip.crop, time);
    const key = `${frame} ${Object.values(crop).join()} ${describeFilters(values)}`;
    if (this.last?.from !== from || this.last.key !== key)
      this.last = { from, key, bitmap: this.filter(from, values, time) };
    return this.last.bitmap;
  }

  [Symbol.dispose](): void {
    this.source[Symbol.dispose]();
  }

  private filter(bitmap: Bitmap, values: readonly FilterValues[], time: Seconds): Bitmap {
    const given = bitmap.pixels ?? pixelsOf(bitmap);
    const crop = cropAt(this.shown.clip.crop, time);
    const bounds = bitmap.pixels ? { x: 0, y: 0, width: 1, height: 1 } : bitmap.bounds;
    // Cropped pixels must not show in the visible part.
    const pixels = extendIntoCrop({ ...given, data: Uint8ClampedArray.from(given.data) }, bounds, crop);
    const { width, height } = pixels;
    const area = { x: -bounds.x / bounds.width, y: -bounds.y / bounds.height };
    const whole = { width: width / bounds.width, height: height / bounds.height };
    const visible = {
      x: area.x * width + crop.left * whole.width,
      y: area.y * height + crop.top * whole.height,
      width: whole.width * (1 - crop.left - crop.right),
      height: whole.height * (1 - crop.top - crop.bottom),
    };
    const { largest, scale, named } = this.shown;
    // A source that is smaller than `largest` may have different proportions, so the two scales may differ.
    const perPixel = scale * Math.sqrt((whole.width / largest.width) * (whole.height / largest.height));
    const place = { x: 0, y: 0, layer: { placement: { whole: visible, visible }, matrix: IDENTITY } };
    const applyRun = (picture: RgbaPixels, run: readonly FilterValues[], index: number): RgbaPixels => {
      const [first] = run;
      if (first && isSpatial(first)) return toStraight(applySpatial(toFloats(picture), first, perPixel));
      this.graders[index] ??= new Grader(this.filters, this.shown.rate, perPixel);
      const filter = this.graders[index].filterOf(run, time);
      return filterPlanes(picture, (planes) => filter?.apply(planes, planes, place));
    };
    const filtered = splitRuns(values).reduce<RgbaPixels>(
      (picture, run, index) => {
        const [{ region } = {}] = run;
        if (!region) return applyRun(picture, run, index);
        return mixRegion(picture, applyRun(picture, run, index), region, { visible, perPixel });
      },
      named ? filterPlanes(pixels, (planes) => named.apply(planes, planes, place)) : pixels,
    );
    return this.createFiltered(bitmap, filtered);
  }

  private createFiltered(from: Bitmap, filtered: RgbaPixels): Bitmap {
    const { isOpaque = false, isBrief = false, isDrawn = false, isReduced, keepsChroma, bounds } = from;
    const reduced = isReduced && { isReduced };
    const chroma = keepsChroma !== undefined && { keepsChroma };
    if (from.pixels) return createBitmap(filtered, { isOpaque, isBrief, isDrawn, ...reduced, ...chroma });
    const { width, height, data } = filtered;
    const canvas = createCanvas(width, height);
    canvas.getContext('2d').putImageData(new ImageData(Uint8ClampedArray.from(data), width, height), 0, 0);
    return { canvas, size: canvas, bounds, isOpaque, isBrief };
  }
}

/** Splits filters into those that need the picture, each alone, and runs of others. */
function splitRuns(values: readonly FilterValues[]): FilterValues[][] {
  return values.reduce<FilterValues[][]>((runs, filter) => {
    const last = runs.at(-1);
    const [first] = last ?? [];
    if (last && first && !needsPicture(first) && !needsPicture(filter)) last.push(filter);
    else runs.push([filter]);
    return runs;
  }, []);
}

function pixelsOf({ canvas }: Bitmap): RgbaPixels {
  const { width, height } = canvas;
  return { data: canvas.getContext('2d').getImageData(0, 0, width, height).data, width, height };
}

/** Filters the colours of a picture. */
function filterPlanes(
  picture: RgbaPixels,
  apply: (planes: ReturnType<typeof splitColours>) => void,
): RgbaPixels {
  const planes = splitColours(picture);
  apply(planes);
  return joinColours(planes, picture);
}

/** Puts filtered colours together with the alpha of the picture that they come from. */
function joinColours(
  { y, u, v }: ReturnType<typeof splitColours>,
  { data, width, height }: RgbaPixels,
): RgbaPixels {
  const joined = Uint8ClampedArray.from(data);
  for (let pixel = 0; pixel < width * height; pixel++) {
    // The casts are safe because the planes have one sample for each pixel.
    joined[4 * pixel] = v.data[pixel] as number;
    joined[4 * pixel + 1] = y.data[pixel] as number;
    joined[4 * pixel + 2] = u.data[pixel] as number;
  }
  return { data: joined, width, height };
}
