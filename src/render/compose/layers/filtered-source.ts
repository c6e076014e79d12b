import type { Planes } from '../../av/video/video-frame.ts';
import type { Layer } from '../../scene/scene.ts';
import { ColourFilter, type ColourAdjustment, type ColourPlanes } from './colour-filter.ts';
import type { LayerImage, LayerSource } from './layer-image.ts';

/** The images of another source in other colours; what does not change is not filtered again. */
export class FilteredSource implements LayerSource {
  private readonly source: LayerSource;
  private readonly filter: ColourFilter;
  private memory = allocatePlanes(0);
  private last: { readonly from: LayerImage; readonly image: LayerImage } | undefined;

  /** @param source closed together with this. */
  constructor(source: LayerSource, adjustment: ColourAdjustment) {
    this.source = source;
    this.filter = new ColourFilter(adjustment);
  }

  async at(layer: Layer): Promise<LayerImage | undefined> {
    const from = await this.source.at(layer);
    if (!from) return undefined;
    if (this.last?.from !== from) this.last = { from, image: this.applyFilter(from) };
    return this.last.image;
  }

  [Symbol.dispose](): void {
    this.source[Symbol.dispose]();
  }

  /** What is given may be the memory of a decoder, so the result is in memory of its own, which each image writes over. */
  private applyFilter(image: LayerImage): LayerImage {
    const { y, u, v } = this.memoryFor(image.planes);
    this.filter.apply(image.planes, { y, u, v });
    return { ...image, planes: { ...image.planes, y, u, v } };
  }

  /** Enough for the largest image so far, and for larger ones after it: what moves may be of another size in each frame. */
  private memoryFor({ width, height }: Planes): ColourPlanes {
    const { length } = this.memory.y;
    if (length < width * height) this.memory = allocatePlanes(Math.max(width * height, 2 * length));
    const { y, u, v } = this.memory;
    const half = width / 2;
    return { y: { data: y, stride: width }, u: { data: u, stride: half }, v: { data: v, stride: half } };
  }
}

function allocatePlanes(pixels: number): Record<'y' | 'u' | 'v', Uint8Array> {
  return { y: new Uint8Array(pixels), u: new Uint8Array(pixels / 4), v: new Uint8Array(pixels / 4) };
}
