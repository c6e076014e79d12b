import type { Layer } from '../scene/scene.ts';
import type { PixelRect } from './cut.ts';
import type { Painting } from './paint.ts';

/** What a clip looks like at one moment. The same object again means that nothing has changed. */
export interface Look extends Painting {
  /** The pixels of the output that it may change. */
  readonly area: PixelRect;
  /** Whether it hides everything below it where its opacity is 1. */
  readonly covers: boolean;
}

/** Gives the looks of one clip; closed after the clip's last frame. */
export interface LookSource extends Disposable {
  /**
   * The look of one moment.
   *
   * @param layer of the clip that the source was opened for.
   * @returns a look that is valid until the next call; undefined when there is nothing to see.
   */
  at(layer: Layer): Promise<Look | undefined>;
}
