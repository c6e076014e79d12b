import type { Picture } from '../av/picture.ts';
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
  /**
   * Copies the last look, where it is a whole picture in FFmpeg's memory: its planes are not looked at, which takes a copy of them first.
   *
   * @param output of the size of the output.
   * @returns whether it was: else the look is to be painted.
   */
  copyTo?(output: Picture): boolean;
}
