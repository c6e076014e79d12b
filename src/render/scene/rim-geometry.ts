import { invertMatrix, mapPoint, type Matrix } from './matrix.ts';
import { boundingBoxOf, type Rect } from './placement.ts';
import { growRect, type LayerRim, roundCorners, type RoundRect } from './rim.ts';
import type { Layer } from './scene.ts';
import { settlePlacement } from './settle-placement.ts';

/** The rim of a layer on the surface, without the picture. */
export interface RimGeometry {
  readonly rim: LayerRim;
  /** From the surface to the layer. */
  readonly inverse: Matrix;
  /** Pixels of the surface per pixel of the layer, in the mean. */
  readonly density: number;
  /** The picture. It is a bit smaller than its border, which hides its edge. */
  readonly picture: RoundRect;
  /** False if the picture ends at its edges itself. */
  readonly cutsEdges: boolean;
  /** The outer and the inner edge of the border. */
  readonly border?: { readonly outer: RoundRect; readonly inner: RoundRect };
  /** Everything but the shadows, in pixels of the surface. */
  readonly bounds: Rect;
}

/** Pixels by which an opaque border reaches over the edge of the picture, so that the edge does not shine through. */
const HIDDEN_EDGE = 1;

/** Returns the geometry of the rim of a layer. Undefined if the layer is squeezed to a line. */
export function placeRim({ clip, matrix, placement }: Layer, rim: LayerRim): RimGeometry | undefined {
  const inverse = invertMatrix(matrix);
  if (!inverse) return undefined;
  const { visible } = settlePlacement(clip, placement);
  const edge = roundCorners(visible, rim.corners);
  const density = Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
  const { border } = rim;
  const isHidden = border?.opacity === 1;
  const hidden = isHidden ? Math.min(border.width / 2, HIDDEN_EDGE / density) : 0;
  const over = border?.isCentred === true ? border.width / 2 : 0;
  const outer = growRect(edge, over);
  const points = [0, outer.width].flatMap((across) =>
    [0, outer.height].map((down) => ({
      ...mapPoint(matrix, outer.x + across, outer.y + down),
      width: 0,
      height: 0,
    })),
  );
  return {
    rim,
    inverse,
    density,
    picture: border?.isCentred === false ? growRect(edge, -hidden) : edge,
    cutsEdges: border?.isCentred === false && hidden > 0,
    ...(border && { border: { outer, inner: growRect(edge, over - border.width) } }),
    bounds: boundingBoxOf(points),
  };
}
