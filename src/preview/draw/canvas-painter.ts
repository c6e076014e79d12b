import { isStationary } from '../../render/scene/clip-motion.ts';
import { placeIn, layerShapeOf } from './layer-shape.ts';
import type { LayerPicture, Painter, ReadyLayer, ReadyScene } from './ready-layer.ts';

/** Draws layers without WebGL2: pictures at their places. Filters, mattes, wipes and dissolves are left to the engine. */
export class CanvasPainter implements Painter {
  readonly isLost = false;
  private readonly context: CanvasRenderingContext2D;

  constructor(context: CanvasRenderingContext2D) {
    this.context = context;
  }

  canPaint({ layer, pictures, group, mattes }: ReadyLayer): boolean {
    const { clip, wipe, cover, smear, dissolve, perspective, trail, opacity } = layer;
    const { filter, filters, rim, blend } = clip;
    const changes = [filter, filters, rim, blend, wipe, cover, smear, dissolve, perspective, trail];
    const isSpecial = changes.some((change) => change !== undefined);
    if (isSpecial || mattes.length > 0) return false;
    if (pictures.some(({ isStacked }) => isStacked)) return false;
    // Faded together, layers of a group would show each other.
    return (
      !group || (opacity === 1 && isStationary(clip) && group.layers.every((inner) => this.canPaint(inner)))
    );
  }

  paint({ canvas, background, layers }: ReadyScene): void {
    const { context } = this;
    const { width, height } = context.canvas;
    context.resetTransform();
    context.clearRect(0, 0, width, height);
    context.scale(width / canvas.width, height / canvas.height);
    if (background !== 'transparent') {
      context.fillStyle = background;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.imageSmoothingQuality = 'high';
    this.paintLayers(layers);
  }

  show(image: ImageBitmap): void {
    const { context } = this;
    context.resetTransform();
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, context.canvas.width, context.canvas.height);
  }

  [Symbol.dispose](): void {
    this.context.reset();
  }

  private paintLayers(items: readonly ReadyLayer[]): void {
    const { context } = this;
    for (const { layer, pictures, group } of items) {
      const { a, b, c, d, e, f } = layer.matrix;
      const { whole, drawn } = layerShapeOf(
        layer,
        pictures.map(({ box }) => box),
      );
      context.save();
      context.transform(a, b, c, d, e, f);
      context.beginPath();
      context.rect(drawn.x, drawn.y, drawn.width, drawn.height);
      context.clip();
      for (const { image, source, box, opacity = 1 } of pictures) {
        const to = placeIn(whole, box);
        context.globalAlpha = layer.opacity * opacity;
        const drawable = toDrawable(image);
        context.drawImage(
          drawable,
          ...([source.x, source.y, source.width, source.height] as const),
          ...([to.x, to.y, to.width, to.height] as const),
        );
        if (drawable !== image) drawable.close();
      }
      if (group) {
        context.translate(whole.x, whole.y);
        context.scale(whole.width / group.canvas.width, whole.height / group.canvas.height);
        this.paintLayers(group.layers);
      }
      context.restore();
    }
  }
}

function toDrawable(image: LayerPicture['image']): ImageBitmap | VideoFrame {
  if (!('pixels' in image)) return image;
  const { width, height, pixels } = image;
  return new VideoFrame(pixels, { format: 'RGBA', codedWidth: width, codedHeight: height, timestamp: 0 });
}
