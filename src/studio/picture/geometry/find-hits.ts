import { invertMatrix, mapPoint } from '../../../render/scene/matrix.ts';
import { isDrawnInBox, type Point, type ShownClip } from './shown-clip.ts';

/**
 * Returns the clips at a point of the output, the one on top first. Boxes whose letters are not known yet come last,
 * because they may be empty there.
 *
 * @param shown the one on top first.
 */
export function findHits<Shown extends ShownClip>(shown: readonly Shown[], at: Point): Shown[] {
  const hits = shown.filter((clip) => isVisible(clip) && contains(clip, at));
  const isVague = (clip: ShownClip): boolean => fillsCanvas(clip) && isDrawnInBox(clip.clip.asset);
  return [...hits.filter((clip) => !isVague(clip)), ...hits.filter(isVague)];
}

/** True for a clip that takes a part of the picture, and is not transparent. */
export function isVisible(clip: ShownClip): boolean {
  return clip.layer.opacity > 0 && hasExtent(clip);
}

/** True for a clip that has corners: it is not scaled to nothing. */
export function hasExtent({ bounds: { width, height } }: ShownClip): boolean {
  return width > 0 && height > 0;
}

function contains({ layer: { matrix }, bounds }: ShownClip, at: Point): boolean {
  const inverse = invertMatrix(matrix);
  if (!inverse) return false;
  const { x, y } = mapPoint(inverse, at.x, at.y);
  const isWithin = (value: number, from: number, length: number): boolean =>
    value >= from && value <= from + length;
  return isWithin(x, bounds.x, bounds.width) && isWithin(y, bounds.y, bounds.height);
}

function fillsCanvas({ bounds, facts: { canvas }, clip: { asset } }: ShownClip): boolean {
  return asset?.type !== 'shape' && bounds.width >= canvas.width && bounds.height >= canvas.height;
}
