import type { Planes } from '../../av/video/video-frame.ts';
import type { Layer } from '../../scene/scene.ts';
import type { ColourPlanes } from './colour-filter.ts';
import type { LayerImage, LayerSource } from './layer-image.ts';

/** The place of a picture on the surface. */
export interface PlanePlace {
  /** The pixel of the surface at its top left corner. */
  readonly x: number;
  readonly y: number;
  /** The layer that the picture shows a part of. */
  readonly layer: Pick<Layer, 'placement' | 'matrix'>;
}

/** A filter that changes the colours of pictures, but not their alpha. */
export interface PlaneFilter {
  /**
   * Filters a picture.
   *
   * @param from planes of even width and height, or in full colour.
   * @param to planes of at least that size for the result.
   * @param place the place of the picture.
   */
  apply(from: Planes, to: ColourPlanes, place: PlanePlace): void;
}

/** Applies a colour filter to the images of another source. An unchanged image is not filtered again. */
export class FilteredSource implements LayerSource {
  private readonly source: LayerSource;
  private readonly findFilter: (layer: Layer) => PlaneFilter | undefined;
  private memory = allocatePlanes(0, 1);
  private last:
    | { readonly from: LayerImage; readonly filter: PlaneFilter; readonly image: LayerImage }
    | undefined;

  /**
   * @param source the source, which this object closes.
   * @param findFilter returns the filter of a layer, the same object as long as it does the same. Undefined if the image
   *   stays as it is.
   */
  constructor(source: LayerSource, findFilter: (layer: Layer) => PlaneFilter | undefined) {
    this.source = source;
    this.findFilter = findFilter;
  }

  async at(layer: Layer): Promise<LayerImage | undefined> {
    const from = await this.source.at(layer);
    const filter = this.findFilter(layer);
    if (!from || !filter) return from;
    if (this.last?.from !== from || this.last.filter !== filter)
      this.last = { from, filter, image: this.applyFilter(from, filter, layer) };
    return this.last.image;
  }

  [Symbol.dispose](): void {
    this.source[Symbol.dispose]();
  }

  /**
   * Filters an image into separate memory, because its planes may belong to a decoder. The next call
   * overwrites that memory.
   */
  private applyFilter(image: LayerImage, filter: PlaneFilter, layer: Layer): LayerImage {
    const { y, u, v } = this.memoryFor(image.planes);
    filter.apply(image.planes, { y, u, v }, { x: image.x, y: image.y, layer });
    return { ...image, planes: { ...image.planes, y, u, v } };
  }

  /**
   * Returns memory for an image. If the memory is too small, its size at least doubles, because a moving
   * layer may grow in every frame.
   */
  private memoryFor({ width, height, fullColour = false }: Planes): ColourPlanes {
    const { length } = this.memory.y;
    if (length < width * height)
      this.memory = allocatePlanes(Math.max(width * height, 2 * length), fullColour ? 1 : 4);
    const { y, u, v } = this.memory;
    const stride = fullColour ? width : width / 2;
    return { y: { data: y, stride: width }, u: { data: u, stride }, v: { data: v, stride } };
  }
}

/** Allocates planes. @param share pixels for each sample of the second and third plane. */
function allocatePlanes(pixels: number, share: 1 | 4): Record<'y' | 'u' | 'v', Uint8Array> {
  const allocate = (): Uint8Array => new Uint8Array(pixels / share);
  return { y: new Uint8Array(pixels), u: allocate(), v: allocate() };
}
