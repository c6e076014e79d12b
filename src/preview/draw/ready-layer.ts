import type { PixelSize, Rect } from '../../render/scene/placement.ts';
import type { Layer } from '../../render/scene/scene.ts';
import type { VideoPicture } from '../video/video-picture.ts';

/** A picture, and where it is on its layer. */
export interface LayerPicture {
  readonly image: ImageBitmap | VideoPicture;
  /** The part of the image to draw, in its pixels. */
  readonly source: Rect;
  /** The place in fractions of `placement.whole` of the layer. */
  readonly box: Rect;
  /** True if the lower half of the image is the alpha of the upper one. */
  readonly isStacked?: true;
  /** Its share over the pictures below it on the same layer, 0 to 1. 1 if absent. */
  readonly opacity?: number;
}

/** A luma matte of a layer. */
export interface ReadyMatte {
  readonly picture: LayerPicture;
  readonly isInverted: boolean;
}

/** A layer with everything that is needed to draw it. */
export interface ReadyLayer {
  readonly layer: Layer;
  /** The lowest first. Empty for a group. */
  readonly pictures: readonly LayerPicture[];
  /** The canvas of a group, and its layers. */
  readonly group?: { readonly canvas: PixelSize; readonly layers: readonly ReadyLayer[] };
  readonly mattes: readonly ReadyMatte[];
}

/** A frame to draw. */
export interface ReadyScene {
  /** The size in which the layers are placed. */
  readonly canvas: PixelSize;
  /** `#RGB`, `#RRGGBB` or `transparent`. */
  readonly background: string;
  /** The lowest first. */
  readonly layers: readonly ReadyLayer[];
}

/** Draws on the canvas of a page. */
export interface Painter extends Disposable {
  /** True while the graphics card is not there, as when a computer wakes. */
  readonly isLost: boolean;
  /** True if the painter can draw a layer as the engine does. */
  canPaint(item: ReadyLayer): boolean;
  /** Draws a frame over the whole canvas. @param scale the part of its width and height in which it is drawn and then enlarged. */
  paint(scene: ReadyScene, scale: number): void;
  /** Fills the canvas with a finished picture. */
  show(image: ImageBitmap): void;
}
