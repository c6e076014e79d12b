import { createCanvas } from '@napi-rs/canvas';
import { type Lettering, useLettering } from '../../letters/lettering.ts';
import type { Measure } from '../../letters/text-lines.ts';

/** Measures text without what is added between its letters. */
export interface Ruler {
  /** How far it is from where the text begins to where the next would, in pixels. */
  readonly width: Measure;
  /** How far its ink reaches above and below the baseline, in pixels. */
  readonly ink: (text: string) => { readonly ascent: number; readonly descent: number };
}

/** Measures on a canvas of its own: what letters measure must not depend on the scale that they are drawn at. */
export function rulerOf(lettering: Lettering, size: number): Ruler {
  const context = createCanvas(1, 1).getContext('2d');
  useLettering(context, lettering, size);
  return {
    width: (text) => context.measureText(text).width,
    ink(text) {
      const { actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } =
        context.measureText(text);
      return { ascent, descent };
    },
  };
}
