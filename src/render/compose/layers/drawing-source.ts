import { type Drawing, drawingMomentAt } from '../../draw/drawing.ts';
import type { Placement } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import { ReusableRasterMemory } from '../planes/raster.ts';
import type { Surface } from '../planes/surface.ts';
import { AnimatedDrawing } from './animated-drawing.ts';
import { alignToPixels, drawPixels } from './draw-pixels.ts';
import { createLayerImage, type LayerImage, type LayerSource } from './layer-image.ts';

/** The images of a drawing that does not move. They are redrawn only while the drawing itself changes. */
export class DrawingSource implements LayerSource {
  private readonly drawing: Drawing;
  private readonly output: Surface;
  private readonly animation: AnimatedDrawing | undefined;
  private last: { readonly moment: number; readonly image: LayerImage | undefined } | undefined;
  /** Reused for every moment while the drawing changes. */
  private readonly rasterMemory = new ReusableRasterMemory();

  /** @param drawing the drawing. @param output the surface to paint on. */
  constructor(drawing: Drawing, output: Surface) {
    this.drawing = drawing;
    this.output = output;
    // A still shows one moment, so nothing is gained by redrawing only the part that changes.
    if (!output.fullColour) this.animation = drawing.moments && new AnimatedDrawing(drawing, output);
  }

  async at(layer: Layer): Promise<LayerImage | undefined> {
    const placement = alignToPixels(layer.placement);
    const moment = drawingMomentAt(this.drawing, layer.time.valueOf());
    if (this.last?.moment !== moment) {
      await this.drawing.moments?.load?.(moment);
      const image = this.animation ? this.animation.at(moment, placement) : this.drawImage(moment, placement);
      this.last = { moment, image };
    }
    return this.last.image;
  }

  private drawImage(moment: number, placement: Placement): LayerImage | undefined {
    const drawn = drawPixels(this.drawing, moment, placement, this.output);
    return drawn && createLayerImage(drawn.pixels, drawn, this.output, this.rasterMemory);
  }

  [Symbol.dispose](): void {
    this.last = undefined;
  }
}
