import type { PixelChange } from '../../scene/transitions/pixel-change.ts';
import type { Layer } from '../../scene/scene.ts';
import { maskLayerImage, paintedAreaOf } from '../mattes/mask-layer-image.ts';
import { ReusableRasterMemory } from '../planes/raster.ts';
import type { Surface } from '../planes/surface.ts';
import { drawGlitch } from './draw-glitch.ts';
import { drawLight } from './draw-light.ts';
import { drawPage } from './draw-page.ts';
import { readImagePixels } from './image-pixels.ts';
import { createLayerImage, type LayerImage, type LayerSource } from './layer-image.ts';

/** Changes the pixels of the images of another source as a transition says. */
export class ChangedSource implements LayerSource {
  private readonly source: LayerSource;
  private readonly output: Surface;
  private readonly raster = new ReusableRasterMemory();
  private memory = allocate(0);
  private page = new Uint8ClampedArray(0);

  /** @param source the source, which this object closes. @param output the surface. */
  constructor(source: LayerSource, output: Surface) {
    this.source = source;
    this.output = output;
  }

  async at(layer: Layer): Promise<LayerImage | undefined> {
    const image = await this.source.at(layer);
    if (!image || !layer.change) return image;
    return layer.change.kind === 'pageTurn'
      ? this.turn(image, layer.change)
      : this.change(image, layer.change);
  }

  [Symbol.dispose](): void {
    this.source[Symbol.dispose]();
  }

  /** Turns an image like a page, which may reach beyond the place where it lies. */
  private turn(image: LayerImage, change: PixelChange): LayerImage | undefined {
    const area = paintedAreaOf(image);
    if (area.width <= 0 || area.height <= 0) return undefined;
    const grid = image.planes.fullColour ? 1 : 2;
    const [width, height] = [this.output.width, this.output.height].map(
      (side) => Math.ceil(side / grid) * grid,
    );
    const surface = { x: 0, y: 0, width: width ?? 0, height: height ?? 0 };
    const pixels = surface.width * surface.height;
    if (this.memory.seen.length !== pixels) this.memory = allocate(pixels);
    if (this.page.length !== 4 * area.width * area.height)
      this.page = new Uint8ClampedArray(4 * area.width * area.height);
    const { to, seen, chroma } = this.memory;
    readImagePixels(image, area, this.page);
    drawPage(change, { ...area, data: this.page }, { ...surface, data: to }, seen);
    const turned = createLayerImage({ ...surface, data: to }, surface, this.output, this.raster);
    return maskLayerImage(turned, surface, seen, chroma);
  }

  private change(image: LayerImage, change: PixelChange): LayerImage | undefined {
    const area = paintedAreaOf(image);
    const { width, height } = area;
    if (width <= 0 || height <= 0) return undefined;
    if (this.memory.seen.length !== width * height) this.memory = allocate(width * height);
    const { from, to, seen, chroma } = this.memory;
    readImagePixels(image, area, from);
    if (change.kind === 'glitch') drawGlitch(change, from, to, seen, area);
    else drawLight(change, from, to, seen, area, this.output);
    const changed = createLayerImage({ data: to, width, height }, area, this.output, this.raster);
    return maskLayerImage(changed, area, seen, chroma);
  }
}

function allocate(pixels: number) {
  return {
    from: new Uint8ClampedArray(4 * pixels),
    to: new Uint8ClampedArray(4 * pixels),
    seen: new Uint8Array(pixels),
    chroma: new Uint8Array(Math.ceil(pixels / 4)),
  };
}
