import type { PixelChange } from '../../scene/pixel-change.ts';
import type { Layer } from '../../scene/scene.ts';
import { maskLayerImage, paintedAreaOf } from '../mattes/mask-layer-image.ts';
import { ReusableRasterMemory } from '../planes/raster.ts';
import type { Surface } from '../planes/surface.ts';
import { drawGlitch } from './draw-glitch.ts';
import { drawLight } from './draw-light.ts';
import { readImagePixels } from './image-pixels.ts';
import { createLayerImage, type LayerImage, type LayerSource } from './layer-image.ts';

/** Changes the pixels of the images of another source as a transition says. */
export class ChangedSource implements LayerSource {
  private readonly source: LayerSource;
  private readonly output: Surface;
  private readonly raster = new ReusableRasterMemory();
  private memory = allocate(0);

  /** @param source the source, which this object closes. @param output the surface. */
  constructor(source: LayerSource, output: Surface) {
    this.source = source;
    this.output = output;
  }

  async at(layer: Layer): Promise<LayerImage | undefined> {
    const image = await this.source.at(layer);
    return image && layer.change ? this.change(image, layer.change) : image;
  }

  [Symbol.dispose](): void {
    this.source[Symbol.dispose]();
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
    if (change.role === 'stays') return changed;
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
