import type { PixelSize, Rect } from '../../../render/scene/placement.ts';

/** A part of the picture within which things are seen everywhere. */
export interface SafeArea extends Rect {
  readonly name: string;
}

/** The margins of apps with upright videos, in pixels of 1080x1920: their buttons and texts cover them. */
const UPRIGHT = { width: 1080, height: 1920, top: 250, bottom: 340, right: 120 };

/** Returns the safe areas of an output: those of televisions, and for an upright one that of the apps. */
export function listSafeAreas({ width, height }: PixelSize): SafeArea[] {
  const part = (name: string, share: number): SafeArea => ({
    name,
    x: (width * (1 - share)) / 2,
    y: (height * (1 - share)) / 2,
    width: width * share,
    height: height * share,
  });
  const areas = [part('Action, 93 %', 0.93), part('Title, 90 %', 0.9)];
  if (width >= height) return areas;
  const [across, down] = [width / UPRIGHT.width, height / UPRIGHT.height];
  const { top, bottom, right } = UPRIGHT;
  return [
    ...areas,
    {
      name: 'Apps',
      x: 0,
      y: top * down,
      width: width - right * across,
      height: height - (top + bottom) * down,
    },
  ];
}
