import type { Planes } from '../av/picture.ts';
import type { Layer } from '../scene/scene.ts';
import { ColourFilter, type Colouring, type ColourPlanes } from './colour-filter.ts';
import type { Look, LookSource } from './look.ts';

/** The looks of another source in other colours; what does not change is not filtered again. */
export class FilteredSource implements LookSource {
  private readonly source: LookSource;
  private readonly filter: ColourFilter;
  private memory = memoryOf(0);
  private last: { readonly from: Look; readonly look: Look } | undefined;

  /** @param source closed together with this. */
  constructor(source: LookSource, colouring: Colouring) {
    this.source = source;
    this.filter = new ColourFilter(colouring);
  }

  async at(layer: Layer): Promise<Look | undefined> {
    const from = await this.source.at(layer);
    if (!from) return undefined;
    if (this.last?.from !== from) this.last = { from, look: this.filtered(from) };
    return this.last.look;
  }

  [Symbol.dispose](): void {
    this.source[Symbol.dispose]();
  }

  /** What is given may be the memory of a decoder, so the result is in memory of its own, which each look writes over. */
  private filtered(look: Look): Look {
    const { y, u, v } = this.memoryFor(look.planes);
    this.filter.apply(look.planes, { y, u, v });
    return { ...look, planes: { ...look.planes, y, u, v } };
  }

  /** Enough for the largest look so far, and for larger ones after it: what moves may be of another size in each frame. */
  private memoryFor({ width, height }: Planes): ColourPlanes {
    const { length } = this.memory.y;
    if (length < width * height) this.memory = memoryOf(Math.max(width * height, 2 * length));
    const { y, u, v } = this.memory;
    const half = width / 2;
    return { y: { data: y, stride: width }, u: { data: u, stride: half }, v: { data: v, stride: half } };
  }
}

function memoryOf(pixels: number): Record<'y' | 'u' | 'v', Uint8Array> {
  return { y: new Uint8Array(pixels), u: new Uint8Array(pixels / 4), v: new Uint8Array(pixels / 4) };
}
