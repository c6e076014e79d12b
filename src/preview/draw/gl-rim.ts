import type { Matrix } from '../../render/scene/matrix.ts';
import type { Rect } from '../../render/scene/placement.ts';
import type { LayerRim } from '../../render/scene/rim.ts';
import { placeRim, type RimGeometry } from '../../render/scene/rim-geometry.ts';
import type { Layer } from '../../render/scene/scene.ts';
import { type DrawnView, placeOf } from './drawn-content.ts';
import {
  type GlSurface,
  MAX_SIGMA,
  sizeRect,
  type Target,
  toGl,
  TEXTURE_UNITS,
  WHOLE,
} from './gl-surface.ts';
import type { Texture } from './gl-textures.ts';
import { overflows } from './layer-shape.ts';
import { RIM, SHADOW } from './shaders.ts';

/** True if the page draws what surrounds a layer: on a flat rectangle, of which all is seen. */
export function canRim({ clip, rim, mattes, cover, wipe, dissolve, columns, perspective }: Layer): boolean {
  if (!rim) return true;
  const isPart = mattes.length > 0 || columns.from > 0 || columns.to < 1;
  return !isPart && !cover && !wipe && !dissolve && !perspective && !(hasEdge(rim) && overflows(clip));
}

/** True if a rim has round corners or a border. */
function hasEdge({ border, corners }: LayerRim): boolean {
  return border !== undefined || corners.some((radius) => radius > 0);
}

/**
 * Paints a layer with its corners and its border, over its shadows.
 *
 * @param paintBare paints the layer without them and without its opacity.
 */
export function paintRimmed(
  surface: GlSurface,
  layer: Layer,
  rim: LayerRim,
  view: DrawnView,
  paintBare: (view: DrawnView) => void,
): void {
  const geometry = placeRim(layer, rim);
  if (!geometry) return;
  const flat = surface.target(view, view.canvas);
  paintBare(flat.view);
  const rimmed = hasEdge(rim) ? cutToRim(surface, flat.texture, geometry, layer.matrix, view) : flat;
  const all = surface.target(view, view.canvas);
  const copy = (texture: Texture, to: DrawnView, opacity: number): void =>
    surface.drawPart({ texture, source: sizeRect(view), box: sizeRect(view.canvas) }, to, opacity);
  for (const { x, y, sigma, color, opacity } of rim.shadows.toReversed()) {
    const scale = geometry.density * view.scale.x;
    const blurred = blurAlpha(surface, rimmed.texture, sigma * scale, view);
    surface.aim(all.view);
    surface.bind(TEXTURE_UNITS.picture, blurred);
    surface.programs.draw(SHADOW, [], {
      ...WHOLE,
      picture: TEXTURE_UNITS.picture,
      shift: [x * scale, y * scale],
      size: [view.width, view.height],
      tint: toGl(color, opacity),
    });
  }
  copy(rimmed.texture, all.view, 1);
  copy(all.texture, view, layer.opacity);
}

/** Gives a picture of the view its corners and its border. */
function cutToRim(
  surface: GlSurface,
  flat: Texture,
  geometry: RimGeometry,
  matrix: Matrix,
  view: DrawnView,
): Target {
  const { rim, density, inverse, picture, cutsEdges, border } = geometry;
  const rimmed = surface.target(view, view.canvas);
  const edges = border?.outer ?? picture;
  const content = { texture: flat, source: sizeRect(flat), box: edges };
  const growthOf = ({ width }: Rect): number => (width - picture.width) / 2;
  surface.bind(TEXTURE_UNITS.picture, flat.texture);
  surface.programs.draw(RIM, [], {
    ...placeOf({ content, matrix, view: rimmed.view, edges }, inverse, true),
    picture: TEXTURE_UNITS.picture,
    density: density * view.scale.x,
    rect: [picture.x, picture.y, picture.width, picture.height],
    radii: picture.radii,
    by: border ? [growthOf(border.outer), growthOf(border.inner)] : [0, 0],
    cut: cutsEdges ? 1 : 0,
    border: toGl(rim.border?.color ?? '#000', rim.border?.opacity ?? 0),
  });
  return rimmed;
}

/** Blurs a picture of the view. It is reduced for a strong blur. @param sigma standard deviation in pixels of the view. */
function blurAlpha(surface: GlSurface, texture: Texture, sigma: number, view: DrawnView): WebGLTexture {
  if (sigma <= 0) return texture.texture;
  const scale = Math.min(1, MAX_SIGMA / sigma);
  const size = { width: Math.ceil(view.width * scale), height: Math.ceil(view.height * scale) };
  const first = surface.target(size, view.canvas);
  surface.drawPart({ texture, source: sizeRect(view), box: sizeRect(view.canvas) }, first.view);
  return surface.blurTwice(first, { x: sigma * scale, y: sigma * scale });
}
