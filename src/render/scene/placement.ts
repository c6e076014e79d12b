import type { DrawnAsset, Picture, SeenClip } from '../resolve/timeline.ts';

/** A rectangle in pixels of the output, from its top left corner; need not be whole. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a picture lies on the output: all of it, and the part of it that its fit leaves to be seen. */
export interface Placement {
  readonly whole: Rect;
  readonly visible: Rect;
}

/** A width and a height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Where a clip's picture lies (contract 2.3, 2.5, C23): fitted to the output, scaled, the visible rectangle anchored at
 * the position, moved by the offset.
 *
 * @param output size in pixels.
 */
export function placementOf(clip: SeenClip, output: Size): Placement {
  const natural = naturalSize(clip.picture, output);
  const fitted = clip.picture.kind === 'drawn' ? natural : fit(clip.fit, natural, output);
  const whole = times(fitted, clip.scale);
  const visible = clip.picture.kind !== 'drawn' && clip.fit === 'crop' ? times(output, clip.scale) : whole;
  const left =
    anchor(clip.position, 'left', 'right', output.width - visible.width) + clip.offset.x * output.width;
  const top =
    anchor(clip.position, 'top', 'bottom', output.height - visible.height) - clip.offset.y * output.height;
  return {
    visible: { x: left, y: top, ...visible },
    whole: {
      x: left + (visible.width - whole.width) / 2,
      y: top + (visible.height - whole.height) / 2,
      ...whole,
    },
  };
}

function naturalSize(picture: Picture, output: Size): Size {
  switch (picture.kind) {
    case 'video':
      return picture.track;
    case 'still':
      return picture.media;
    case 'drawn':
      return drawnBox(picture.asset, output);
  }
}

/** The box that a drawn asset names, else the whole output; in pixels. */
export function drawnBox(asset: DrawnAsset, output: Size): Size {
  if (asset.type !== 'text' && asset.type !== 'shape') return { width: output.width, height: output.height };
  return { width: asset.width ?? output.width, height: asset.height ?? output.height };
}

function fit(how: SeenClip['fit'], natural: Size, box: Size): Size {
  const across = box.width / natural.width;
  const down = box.height / natural.height;
  switch (how) {
    case 'crop':
      return times(natural, Math.max(across, down));
    case 'contain':
      return times(natural, Math.min(across, down));
    case 'cover':
      return { width: box.width, height: box.height };
    case 'none':
      return { width: natural.width, height: natural.height };
  }
}

function times({ width, height }: Size, factor: number): Size {
  return { width: width * factor, height: height * factor };
}

/** How far from the near edge: none, all of the space that is left, or half of it. */
function anchor(position: SeenClip['position'], near: string, far: string, space: number): number {
  const name = position.toLowerCase();
  if (name.includes(near)) return 0;
  return name.includes(far) ? space : space / 2;
}
