import type { Plane, Planes } from '../av/picture.ts';
import type { Layer } from '../scene/scene.ts';
import { ColourFilter, type Colouring, type ColourPlanes } from './colour-filter.ts';
import type { Look, LookSource } from './look.ts';

/** The looks of another source in other colours; what does not change is not filtered again. */
export class FilteredSource implements LookSource {
  private readonly source: LookSource;
  private readonly filter: ColourFilter;
  private memory: ColourPlanes = { y: plane(0, 0), u: plane(0, 0), v: plane(0, 0) };
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

  private memoryFor({ width, height }: Planes): ColourPlanes {
    if (this.memory.y.stride !== width || this.memory.y.data.length !== width * height) {
      const [across, down] = [width / 2, height / 2];
      this.memory = { y: plane(width, height), u: plane(across, down), v: plane(across, down) };
    }
    return this.memory;
  }
}

function plane(width: number, height: number): Plane {
  return { data: new Uint8Array(width * height), stride: width };
}
