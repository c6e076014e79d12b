import { type Homography, projectPoint } from '../../render/scene/homography.ts';
import type { Matrix } from '../../render/scene/matrix.ts';
import { projectionOf } from '../../render/scene/perspective.ts';
import type { PixelSize, Rect } from '../../render/scene/placement.ts';
import type { Uniforms } from './gl-programs.ts';
import type { Texture } from './gl-textures.ts';

/** What layers are drawn on. */
export interface DrawnView extends PixelSize {
  /** Pixels of the view for each pixel that layers are placed in. */
  readonly scale: { readonly x: number; readonly y: number };
  /** The size in which layers are placed. */
  readonly canvas: PixelSize;
  /** Null for the canvas of the page. */
  readonly framebuffer: WebGLFramebuffer | null;
  /** True if the first row for the graphics card is the lowest one, as on the canvas of the page. */
  readonly isFlipped: boolean;
}

/** A picture as it is drawn on a layer. */
export interface Content {
  readonly texture: Texture;
  /** The part of the texture to draw, in its pixels. */
  readonly source: Rect;
  /** The place of that part on the layer, before its matrix applies. */
  readonly box: Rect;
  readonly isStacked?: boolean | undefined;
  /** True if nothing is seen through it. */
  readonly isOpaque?: boolean;
  /** How the engine enlarges it: 0 like a picture, 1 like a drawing. Undefined for a video, for which there is no time. */
  readonly cubic?: number | undefined;
}

/** A picture, its place on the view, and the edges that it is cut at, before its matrix applies. */
export interface DrawnContent {
  readonly content: Content;
  readonly matrix: Matrix;
  /** Its look in space, before the matrix applies. */
  readonly perspective?: Homography | undefined;
  readonly view: DrawnView;
  readonly edges: Rect;
}

/** Texels for each pixel from which on a picture is reduced by averaging. */
const REDUCED_FROM = 1.3;
/** Texels for each pixel up to which a picture is enlarged by a cubic curve. */
const SHARP_BELOW = 0.97;
/** The enlargement from which on pictures are enlarged less and less by Lanczos's filter, as by the engine. */
const LANCZOS_ENDS = 1.5;
/** The share of a side beyond which no pixel of an edge in space lies. */
const FAR_PIXEL = 1 / 32;
/** The share of a pixel that an edge may be off and still counts as being on it. */
const MAX_PIXEL_ERROR = 1e-3;

/** True if each pixel of the view shows one pixel of the picture. */
function isExact(drawn: DrawnContent): boolean {
  const { source, box } = drawn.content;
  const place = pixelsOf(box, drawn);
  return place?.width === source.width && place.height === source.height;
}

/** Returns the features of the program that say how pixels of a picture become pixels of the view. */
export function samplingOf(drawn: DrawnContent): string[] {
  const { isStacked, cubic } = drawn.content;
  const densities = densitiesOf(drawn);
  const [most, least] = [Math.max(...densities), Math.min(...densities)];
  const isSharp = least < SHARP_BELOW && most <= REDUCED_FROM && cubic !== undefined;
  return [
    ...(isExact(drawn) && !isStacked
      ? ['EXACT']
      : isSharp
        ? ['SHARP']
        : most > REDUCED_FROM
          ? ['REDUCED']
          : []),
    ...(isStacked ? ['STACKED'] : []),
    ...(drawn.perspective ? ['IN_SPACE'] : []),
  ];
}

/** Returns the uniforms that say which part of a picture is drawn, and how it is sampled. */
export function sourceOf(drawn: DrawnContent): Uniforms {
  const { source, texture, cubic } = drawn.content;
  const { width, height } = texture;
  const densities = densitiesOf(drawn);
  return {
    source: [source.x / width, source.y / height, source.width / width, source.height / height],
    limit: [
      (source.x + 0.5) / width,
      (source.y + 0.5) / height,
      (source.x + source.width - 0.5) / width,
      (source.y + source.height - 0.5) / height,
    ],
    cubic: densities.map((density) => Math.min(1, Math.max(cubic ?? 0, 1 / density - LANCZOS_ENDS))),
    stretch: densities.map((density) => Math.max(1, density)),
    level: texture.hasLevels ? Math.max(0, Math.log2(Math.max(...densities) / 2)) : 0,
  };
}

/**
 * Returns the uniforms that say where a picture is drawn.
 *
 * @param inverse of its matrix.
 * @param isCut true if its edges are soft.
 */
export function placeOf(
  { content, matrix, perspective, view, edges }: DrawnContent,
  inverse: Matrix,
  isCut: boolean,
): Uniforms {
  const { box } = content;
  const pixel = [
    Math.hypot(inverse.a / view.scale.x, inverse.c / view.scale.y),
    Math.hypot(inverse.b / view.scale.x, inverse.d / view.scale.y),
  ] as const;
  // A pixel more on each side has the softness of the edge.
  const room = perspective ? ([edges.width * FAR_PIXEL, edges.height * FAR_PIXEL] as const) : pixel;
  const [across, down] = isCut ? room : [0, 0];
  const projection = projectionOf({ matrix, ...(perspective && { perspective }) });
  return {
    quad: [edges.x - across, edges.y - down, edges.width + 2 * across, edges.height + 2 * down],
    place: toClipSpace(projection, view),
    depth: [projection[6], projection[7], projection[8] - 1],
    box: [box.x, box.y, box.width, box.height],
    edges: [edges.x, edges.y, edges.x + edges.width, edges.y + edges.height],
    pixel,
  };
}

/** Returns the place of a rectangle on the view if its edges are edges of pixels. */
export function pixelsOf(
  rect: Rect,
  {
    matrix: { a, b, c, d, e, f },
    perspective,
    view: { scale },
  }: Pick<DrawnContent, 'matrix' | 'perspective' | 'view'>,
): Rect | undefined {
  if (b !== 0 || c !== 0 || perspective) return undefined;
  const exact = [
    (a * rect.x + e) * scale.x,
    (d * rect.y + f) * scale.y,
    a * rect.width * scale.x,
    d * rect.height * scale.y,
  ];
  if (exact.some((length) => Math.abs(length - Math.round(length)) > MAX_PIXEL_ERROR)) return undefined;
  const [x = 0, y = 0, width = 0, height = 0] = exact.map(Math.round);
  return { x, y, width, height };
}

/** Returns how many texels there are for each pixel of the view, across and down. */
function densitiesOf({
  content,
  matrix,
  perspective,
  view: { scale },
}: DrawnContent): readonly [number, number] {
  const { source, box } = content;
  if (perspective) {
    const projection = projectionOf({ matrix, perspective });
    const { x, y, width, height } = box;
    const length = (from: readonly [number, number], to: readonly [number, number]): number => {
      const [one, other] = [from, to].map(([px, py]) => projectPoint(projection, { x: px, y: py }));
      if (!one || !other) return 0;
      return Math.hypot((other.x - one.x) * scale.x, (other.y - one.y) * scale.y);
    };
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    return [
      source.width / length([x, middleY], [x + width, middleY]),
      source.height / length([middleX, y], [middleX, y + height]),
    ];
  }
  const { a, b, c, d } = matrix;
  const across = source.width / box.width / Math.hypot(a * scale.x, b * scale.y);
  const down = source.height / box.height / Math.hypot(c * scale.x, d * scale.y);
  return [across, down];
}

/** Returns the columns of the matrix from points of a layer to the clip space of the graphics card. */
function toClipSpace([a, c, e, b, d, f, g, h, i]: Homography, { canvas, isFlipped }: DrawnView): number[] {
  const x = 2 / canvas.width;
  const y = (isFlipped ? -2 : 2) / canvas.height;
  const up = Math.sign(y);
  return [a * x - g, b * y - up * g, c * x - h, d * y - up * h, e * x - i, f * y - up * i];
}
