import { parseColour } from '../../../base/colour.ts';
import type { Visual } from '../../resolve/timeline.ts';
import { intersect, type PixelSize } from '../../scene/placement.ts';
import { placeRim, type RimGeometry } from '../../scene/rim-geometry.ts';
import type { Layer } from '../../scene/scene.ts';
import type { LayerImage, LayerSource } from '../layers/layer-image.ts';
import { maskLayerImage, paintedAreaOf } from '../mattes/mask-layer-image.ts';
import { rgbToYuv } from '../planes/bt709.ts';
import { isSameRect, type PixelRect } from '../planes/pixel-rect.ts';
import type { Surface } from '../planes/surface.ts';
import { type AlphaSamples, paintUnder, type SolidSamples, writeBordered } from './compose-rim.ts';
import { rasterReveal } from './raster-reveal.ts';
import { areaOfRim } from './rim-coverage.ts';
import {
  drawRimMasks,
  drawShadowMasks,
  type RimMask,
  type RimMasks,
  sampledCoverage,
  solidCoverage,
} from './rim-masks.ts';

/** Gives the images of another source round corners, a border and shadows. */
export class RimmedSource implements LayerSource {
  private readonly source: LayerSource;
  private readonly surface: Surface;
  private drawn: DrawnRim | undefined;
  private last:
    | { readonly from: LayerImage; readonly key: string; readonly image: LayerImage | undefined }
    | undefined;

  /** @param source the source, which this object closes. @param surface the surface that it is painted on. */
  constructor(source: LayerSource, surface: Surface) {
    this.source = source;
    this.surface = surface;
  }

  async at(layer: Layer): Promise<LayerImage | undefined> {
    if (!layer.rim) return this.source.at(layer);
    const { wipe, columns, ...bare } = layer;
    const from = await this.source.at({ ...bare, columns: WHOLE });
    if (!from) return undefined;
    const key = JSON.stringify([keyOf(layer), wipe, columns]);
    if (this.last?.from !== from || this.last.key !== key)
      this.last = { from, key, image: this.draw(from, layer) };
    return this.last.image;
  }

  [Symbol.dispose](): void {
    this.source[Symbol.dispose]();
  }

  private draw(from: LayerImage, layer: Layer): LayerImage | undefined {
    const geometry = layer.rim && placeRim(layer, layer.rim);
    if (!geometry) return undefined;
    const grid = from.planes.fullColour ? 1 : 2;
    const seen = intersect(paintedAreaOf(from), from.area);
    const area = areaOfRim(geometry, seen, this.surface, grid);
    if (area.width <= 0 || area.height <= 0) return undefined;
    const rim = this.rimOf(keyOf(layer), geometry, area, grid);
    const samples = rim.write(from);
    if (geometry.rim.shadows.length > 0) {
      const isSolid = isOpaque(layer.clip.visual);
      if (!isSolid || !rim.shadows) {
        const coverage = isSolid
          ? solidCoverage(geometry)
          : sampledCoverage(samples[0].alpha, area, geometry, this.surface);
        rim.shadows = drawShadowMasks(geometry, coverage, area, grid);
      }
      rim.paintShadows(samples);
    }
    const image = toImage(samples, area, grid, this.surface);
    const reveal = rasterReveal(layer, area);
    return reveal ? maskLayerImage(image, area, reveal, new Uint8Array(reveal.length / 4)) : image;
  }

  /** Returns the masks of a rim, which are drawn when something of it changes. */
  private rimOf(key: string, geometry: RimGeometry, area: PixelRect, grid: 1 | 2): DrawnRim {
    if (this.drawn?.key !== key || !isSameRect(this.drawn.area, area))
      this.drawn = new DrawnRim(key, geometry, area, grid);
    return this.drawn;
  }
}

const WHOLE: Layer['columns'] = { from: 0, to: 1 };

/** Describes everything that decides the masks of a rim. */
function keyOf({ rim, matrix, placement }: Layer): string {
  return JSON.stringify([rim, matrix, placement.visible]);
}

/** True if a picture is known to be opaque. Its shadows are then the same in all frames. */
function isOpaque(visual: Visual): boolean {
  return visual.kind === 'video' && !visual.track.alpha && !visual.chromaKey;
}

/** The luma and the chroma of a picture with its rim. In full colour, the second ones are empty. */
type RimSamples = readonly [luma: AlphaSamples, chroma: AlphaSamples];

/** The masks of a rim, and memory for the pictures with it. */
class DrawnRim {
  readonly key: string;
  readonly area: PixelRect;
  private readonly grid: 1 | 2;
  private readonly masks: RimMasks;
  private readonly borderColour: Colour;
  private readonly shadowColours: readonly Colour[];
  shadows: readonly RimMask[] | undefined;

  constructor(key: string, geometry: RimGeometry, area: PixelRect, grid: 1 | 2) {
    const { border, shadows } = geometry.rim;
    this.key = key;
    this.area = area;
    this.grid = grid;
    this.masks = drawRimMasks(geometry, area, grid);
    this.borderColour = colourOf(border?.color ?? '#000', grid);
    this.shadowColours = shadows.map(({ color }) => colourOf(color, grid));
  }

  /** Writes a picture with its corners and its border. */
  write({ planes, x, y, area: painted }: LayerImage): RimSamples {
    const { area, grid, masks, borderColour } = this;
    const seen = intersect(painted, { x, y, width: planes.width, height: planes.height });
    const write = (step: 1 | 2, part: 'luma' | 'chroma'): AlphaSamples => {
      const isLuma = part === 'luma';
      const colours = isLuma
        ? grid === 1
          ? [planes.y, planes.u, planes.v]
          : [planes.y]
        : [planes.u, planes.v];
      const size = { width: area.width / step, height: area.height / step };
      const to = allocate(size, colours.length);
      const crop = { x: Math.floor(seen.x / step), y: Math.floor(seen.y / step) };
      const shift = (plane: (typeof colours)[number]): (typeof colours)[number] => ({
        data: plane.data.subarray((crop.y - y / step) * plane.stride + crop.x - x / step),
        stride: plane.stride,
      });
      const alpha = isLuma ? planes.alpha : planes.chromaAlpha;
      const placed = {
        colours: colours.map(shift),
        alpha: alpha && shift(alpha),
        x: crop.x - area.x / step,
        y: crop.y - area.y / step,
        width: Math.ceil((seen.x + seen.width) / step) - crop.x,
        height: Math.ceil((seen.y + seen.height) / step) - crop.y,
      };
      const border = masks.border && { coverage: masks.border[part], colour: borderColour[part] };
      writeBordered(to, placed, masks.picture[part], border);
      return to;
    };
    return [write(1, 'luma'), grid === 1 ? allocate({ width: 0, height: 0 }, 2) : write(2, 'chroma')];
  }

  /** Paints the shadows under a picture. */
  paintShadows([luma, chroma]: RimSamples): void {
    for (const [index, mask] of (this.shadows ?? []).entries()) {
      const colour = this.shadowColours[index];
      if (!colour) continue;
      const solid = (part: 'luma' | 'chroma'): SolidSamples => ({
        coverage: mask[part],
        colour: colour[part],
      });
      paintUnder(luma, solid('luma'));
      if (this.grid === 2) paintUnder(chroma, solid('chroma'));
    }
  }
}

/** The values of a colour in the planes of each size. */
type Colour = Readonly<Record<'luma' | 'chroma', readonly number[]>>;

function colourOf(colour: string, grid: 1 | 2): Colour {
  const { red, green, blue } = parseColour(colour);
  if (grid === 1) return { luma: [green, blue, red], chroma: [] };
  const [y, u, v] = rgbToYuv(red, green, blue).map(Math.round) as [number, number, number]; // One for each part.
  return { luma: [y], chroma: [u, v] };
}

function allocate({ width, height }: PixelSize, planes: number): AlphaSamples {
  const create = (): Uint8Array => new Uint8Array(width * height);
  return { width, height, colours: Array.from({ length: planes }, create), alpha: create() };
}

function toImage([luma, chroma]: RimSamples, area: PixelRect, grid: 1 | 2, surface: Surface): LayerImage {
  const [y, ...others] = luma.colours;
  const [u, v] = grid === 1 ? others : chroma.colours;
  if (!y || !u || !v) throw new RangeError('A picture with a rim has three planes.');
  const half = area.width / grid;
  return {
    planes: {
      width: area.width,
      height: area.height,
      y: { data: y, stride: area.width },
      u: { data: u, stride: half },
      v: { data: v, stride: half },
      alpha: { data: luma.alpha, stride: area.width },
      chromaAlpha: { data: grid === 1 ? luma.alpha : chroma.alpha, stride: half },
      ...(grid === 1 && { fullColour: true }),
    },
    x: area.x,
    y: area.y,
    area: intersect(area, { x: 0, y: 0, width: surface.width, height: surface.height }),
    coversFrame: false,
  };
}
