import type { OutputSize } from '../output/composed-size.ts';
import type { ClipLocation } from './clip-location.ts';

/**
 * Returns the size in pixels of the canvas that a clip lies on: that of its group, or that of the output for a clip
 * of the timeline itself. A side that a group does not specify is as long as that of the canvas around the group.
 */
export function canvasAround({ group }: ClipLocation, output: OutputSize): OutputSize {
  if (!group) return { width: output.width, height: output.height };
  return canvasOf(group, output);
}

/** Returns the size in pixels of the canvas of a clip with a group. */
export function canvasOf(location: ClipLocation, output: OutputSize): OutputSize {
  const { asset } = location.clip;
  const outer = canvasAround(location, output);
  if (asset.type !== 'group') return outer;
  return { width: asset.width ?? outer.width, height: asset.height ?? outer.height };
}
