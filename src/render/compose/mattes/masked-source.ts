import type { Rate } from '../../../base/time.ts';
import { MediaError } from '../../av/check.ts';
import { SharedReaders } from '../../av/video/shared-readers.ts';
import { UnreadableSource } from '../../media/unreadable-source.ts';
import type { Matte } from '../../resolve/timeline.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { Layer, ActiveMatte } from '../../scene/scene.ts';
import { StillError } from '../../stills/still.ts';
import { type LumaMask, type LumaMaskSource, openLumaMask } from './luma-mask.ts';
import type { LayerImage, LayerSource } from '../layers/layer-image.ts';
import { multiplyMask, projectMask } from './project-mask.ts';
import type { LumaLevels } from './luma-levels.ts';
import { LumaRaster } from './luma-raster.ts';
import { rasterCover } from './raster-cover.ts';
import { paintedAreaOf, maskLayerImage } from './mask-layer-image.ts';
import { bitmapSizeFor } from '../bitmaps/bitmap.ts';

/** Applies mattes, covers and wipes by brightness to the images of another source. Frames without any are passed through. */
export class MaskedSource implements LayerSource {
  private readonly source: LayerSource;
  private readonly largest: PixelSize;
  private readonly output: PixelSize & { readonly rate: Rate };
  private readonly readers: SharedReaders;
  private readonly lumaRaster: LumaRaster;
  private readonly maskSources = new Map<Matte, LumaMaskSource>();
  private buffers: Buffers | undefined;
  private last: MaskedImage | undefined;

  /**
   * @param source the source, which this object closes.
   * @param largest the largest size in pixels of the visible part of the clip, as if it had no crop.
   * @param output size in pixels, even, and frame rate.
   * @param readers opens the videos of mattes.
   */
  constructor(
    source: LayerSource,
    largest: PixelSize,
    output: PixelSize & { readonly rate: Rate },
    readers: SharedReaders = new SharedReaders(),
  ) {
    this.source = source;
    this.largest = largest;
    this.output = output;
    this.readers = readers;
    this.lumaRaster = new LumaRaster(largest);
  }

  async at(layer: Layer): Promise<LayerImage | undefined> {
    this.closeAllBut(layer.mattes);
    const allMasks: LumaMask[] = [];
    for (const moment of layer.mattes) allMasks.push(await this.readMask(moment));
    // A completely hidden clip is not even decoded.
    if (allMasks.some(({ max }) => max === 0)) return undefined;
    const image = await this.source.at(layer);
    const masks = allMasks.filter(({ min }) => min < 255);
    if (!image || (masks.length === 0 && !layer.cover && !layer.luma)) return image;
    const levels = await this.readLevels(layer);
    if (!this.last || !isSameInput(this.last, { image, masks, layer })) {
      this.last = { image, masks, layer, result: this.applyMasks(image, masks, layer, levels) };
    }
    return this.last.result;
  }

  [Symbol.dispose](): void {
    this.closeAllBut([]);
    this.source[Symbol.dispose]();
  }

  private async readMask({ matte, time }: ActiveMatte): Promise<LumaMask> {
    try {
      const source =
        this.maskSources.get(matte) ??
        (await openLumaMask(matte, this.sizeOf(matte), this.output.rate, this.readers.openerFor(matte)));
      this.maskSources.set(matte, source);
      return await source.at(time);
    } catch (error) {
      if (!(error instanceof MediaError || error instanceof StillError)) throw error;
      throw new UnreadableSource(matte.field, { cause: error });
    }
  }

  private async readLevels(layer: Layer): Promise<LumaLevels | undefined> {
    if (!layer.luma) return undefined;
    try {
      return await this.lumaRaster.open(layer.luma, layer);
    } catch (error) {
      if (!(error instanceof StillError)) throw error;
      throw new UnreadableSource(`${layer.clip.field}.transition`, { cause: error });
    }
  }

  /**
   * Returns the largest size at which a matte is shown. The result is limited to the size of the matte's file
   * or of the output, whichever is larger.
   */
  private sizeOf({ visual }: Matte): PixelSize {
    const ownSize = visual.kind === 'video' ? visual.track : visual.media;
    const maxSize = {
      width: Math.max(ownSize.width, this.output.width),
      height: Math.max(ownSize.height, this.output.height),
    };
    const { width, height } = bitmapSizeFor(this.largest, maxSize);
    return { width: roundUpToEven(width), height: roundUpToEven(height) };
  }

  private closeAllBut(moments: readonly ActiveMatte[]): void {
    for (const [matte, source] of this.maskSources) {
      if (moments.some((moment) => moment.matte === matte)) continue;
      source[Symbol.dispose]();
      this.maskSources.delete(matte);
    }
  }

  private applyMasks(
    image: LayerImage,
    masks: readonly LumaMask[],
    layer: Layer,
    levels: LumaLevels | undefined,
  ): LayerImage | undefined {
    const area = paintedAreaOf(image);
    if (area.width <= 0 || area.height <= 0) return undefined;
    const { product, factor, chroma } = (this.buffers ??= buffersFor(this.output));
    for (const [index, mask] of masks.entries()) {
      projectMask(mask, layer, area, index === 0 ? product : factor);
      if (index > 0) multiplyMask(product, { data: factor, stride: area.width }, area);
    }
    const into = masks.length === 0 ? product : factor;
    // A clip has one transition at a time.
    if (layer.cover) rasterCover(layer.cover, layer, area, into);
    else if (layer.luma && levels) this.lumaRaster.draw(layer.luma, levels, layer, area, into);
    if (into === factor && (layer.cover ?? layer.luma))
      multiplyMask(product, { data: factor, stride: area.width }, area);
    return maskLayerImage(image, area, product, chroma);
  }
}

/** The last masked image, with the inputs that it was made from. */
interface MaskedImage {
  readonly image: LayerImage;
  readonly masks: readonly LumaMask[];
  readonly layer: Layer;
  readonly result: LayerImage | undefined;
}

interface Buffers {
  /** The product of the masks so far. */
  readonly product: Uint8Array;
  /** The next mask to multiply by. */
  readonly factor: Uint8Array;
  readonly chroma: Uint8Array;
}

function buffersFor({ width, height }: PixelSize): Buffers {
  const pixels = width * height;
  return {
    product: new Uint8Array(pixels),
    factor: new Uint8Array(pixels),
    chroma: new Uint8Array(pixels / 4),
  };
}

function isSameInput(last: MaskedImage, { image, masks, layer }: Omit<MaskedImage, 'result'>): boolean {
  const hasSameNumbers = <Numbers extends object>(one: Numbers, other: Numbers): boolean =>
    Object.entries(one).every(([name, value]) => other[name as keyof Numbers] === value); // A name of both objects.
  return (
    last.image === image &&
    last.layer.cover === layer.cover &&
    last.layer.luma === layer.luma &&
    last.masks.length === masks.length &&
    last.masks.every((mask, index) => mask === masks[index]) &&
    hasSameNumbers(last.layer.matrix, layer.matrix) &&
    hasSameNumbers(last.layer.uncropped, layer.uncropped)
  );
}

function roundUpToEven(length: number): number {
  return Math.max(2, Math.ceil(length / 2) * 2);
}
