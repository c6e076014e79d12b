import { nearestFrame, type Rate, type Seconds } from '../../../base/time.ts';
import type { VisualClip } from '../../resolve/timeline.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { BORDER, type Bitmap, BitmapCanvas, type BitmapSource, createBitmap } from '../bitmaps/bitmap.ts';
import { hasSameLayers, type VisibleItem } from '../visible-layer.ts';
import { GroupCanvas } from './group-canvas.ts';

/** The layers of a group, frame by frame. */
export interface GroupLayers extends Disposable {
  /**
   * Returns the layers of a frame on the canvas, the lowest first.
   *
   * @param frame index of a frame of the timeline.
   * @throws {UnreadableSource} if the file of a clip cannot be read.
   */
  layersAt(frame: number): Promise<readonly VisibleItem[]>;
}

/** The bitmaps of a group that is drawn as one picture. While its layers do not change, the bitmap stays the same. */
export class GroupBitmaps implements BitmapSource {
  private readonly clip: VisualClip;
  private readonly layers: GroupLayers;
  private readonly size: PixelSize;
  private readonly rate: Rate;
  private canvas: GroupCanvas | undefined;
  /** Reused for every frame. */
  private readonly bitmapCanvas = new BitmapCanvas();
  private last: { readonly items: readonly VisibleItem[]; readonly bitmap: Bitmap | undefined } | undefined;

  /**
   * @param clip the clip with the group.
   * @param layers the layers of the group, which this object closes.
   * @param size size of the canvas that the layers are painted on, in whole pixels.
   * @param rate frame rate of the output.
   */
  constructor(clip: VisualClip, layers: GroupLayers, size: PixelSize, rate: Rate) {
    this.clip = clip;
    this.layers = layers;
    this.size = size;
    this.rate = rate;
  }

  async at(time: Seconds): Promise<Bitmap | undefined> {
    const items = await this.layers.layersAt(this.clip.from + nearestFrame(time, this.rate));
    if (!this.last || !hasSameLayers(this.last.items, items)) {
      this.last = { items, bitmap: this.drawBitmap(items) };
    }
    return this.last.bitmap;
  }

  [Symbol.dispose](): void {
    this.layers[Symbol.dispose]();
    this.last = undefined;
    this.canvas = undefined;
  }

  private drawBitmap(items: readonly VisibleItem[]): Bitmap | undefined {
    if (items.length === 0) return undefined;
    const { pixels, ink } = (this.canvas ??= new GroupCanvas(this.size)).draw(items);
    if (ink.width <= 0 || ink.height <= 0) return undefined;
    const { width, height } = this.size;
    const shown = {
      x: (ink.x - BORDER) / width,
      y: (ink.y - BORDER) / height,
      width: (ink.width + 2 * BORDER) / width,
      height: (ink.height + 2 * BORDER) / height,
    };
    return createBitmap(pixels, { isOpaque: false, isDrawn: true, ink: shown }, this.bitmapCanvas);
  }
}
