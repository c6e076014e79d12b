import { averageForChroma } from '../mattes/mask-layer-image.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import { type Coverage, blurShadow } from './blur-shadow.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { RimGeometry } from '../../scene/rim-geometry.ts';
import { coverageOfBorder, coverageOfPicture } from './rim-coverage.ts';

/** A coverage, 0 to 255, in rows without padding: of each pixel, and of each sample of chroma. */
export interface RimMask {
  readonly luma: Uint8Array;
  readonly chroma: Uint8Array;
}

/** What a rim shows of the picture, and the border. */
export interface RimMasks {
  readonly picture: RimMask;
  readonly border?: RimMask;
}

/** Draws the masks of a rim. @param grid pixels per sample of chroma along a side. */
export function drawRimMasks(geometry: RimGeometry, area: PixelRect, grid: 1 | 2): RimMasks {
  const picture = drawMask(area, grid, (x, y) => coverageOfPicture(geometry, x, y));
  if (!geometry.border) return { picture };
  return { picture, border: drawMask(area, grid, (x, y) => coverageOfBorder(geometry, x, y)) };
}

function drawMask(area: PixelRect, grid: 1 | 2, coverageAt: (x: number, y: number) => number): RimMask {
  const luma = new Uint8Array(area.width * area.height);
  for (let row = 0, at = 0; row < area.height; row++)
    for (let column = 0; column < area.width; column++, at++)
      luma[at] = 255 * coverageAt(area.x + column + 0.5, area.y + row + 0.5) + 0.5; // Rounds to the nearest.
  return withChroma(luma, area, grid);
}

/** Draws the shadows of a rim, the first one on top. @param coverage of what throws them. */
export function drawShadowMasks(
  { rim, density }: RimGeometry,
  coverage: Coverage,
  area: PixelRect,
  grid: 1 | 2,
): RimMask[] {
  return rim.shadows.map(({ x, y, sigma, opacity }) => {
    const [across, down] = [density * x, density * y];
    const moved: Coverage = (column, row, block) => coverage(column - across, row - down, block);
    const luma = blurShadow(moved, area, density * sigma);
    if (opacity < 1) for (let at = 0; at < luma.length; at++) luma[at] = opacity * (luma[at] as number) + 0.5; // Inside.
    return withChroma(luma, area, grid);
  });
}

/** The coverage of a picture that is opaque, and of its border. It is known also outside of the surface. */
export function solidCoverage(geometry: RimGeometry): Coverage {
  return (x, y, block) => {
    const picture = coverageOfPicture(geometry, x, y, block, true);
    return 255 * (picture + (1 - picture) * coverageOfBorder(geometry, x, y, block));
  };
}

/**
 * The coverage of a picture with its border that is drawn on an area. It is not known outside of the surface: there, the
 * edge of the surface is repeated as far as the picture and its border reach.
 */
export function sampledCoverage(
  alpha: Uint8Array,
  { x: left, y: top, width, height }: PixelRect,
  geometry: RimGeometry,
  surface: PixelSize,
): Coverage {
  const solid = solidCoverage(geometry);
  const at = (column: number, row: number): number => {
    const [x, y] = [left + column, top + row];
    const [nearX, nearY] = [clamp(x, surface.width), clamp(y, surface.height)];
    const [nearColumn, nearRow] = [nearX - left, nearY - top];
    if (nearColumn < 0 || nearColumn >= width || nearRow < 0 || nearRow >= height) return 0;
    const near = alpha[nearRow * width + nearColumn] as number; // Inside.
    return nearX === x && nearY === y ? near : Math.min(near, solid(x + 0.5, y + 0.5, 1));
  };
  return (x, y, block) => {
    if (block === 1) return interpolate(at, x - left - 0.5, y - top - 0.5);
    const [firstColumn, firstRow] = [Math.round(x - left - block / 2), Math.round(y - top - block / 2)];
    let sum = 0;
    for (let row = firstRow; row < firstRow + block; row++)
      for (let column = firstColumn; column < firstColumn + block; column++) sum += at(column, row);
    return sum / block ** 2;
  };
}

/** Returns the nearest place on a side of the surface, in whole pixels. */
function clamp(place: number, length: number): number {
  return Math.min(length - 1, Math.max(0, place));
}

function interpolate(at: (column: number, row: number) => number, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [x - column, y - row];
  const mix = (line: number): number =>
    across === 0 ? at(column, line) : (1 - across) * at(column, line) + across * at(column + 1, line);
  return down === 0 ? mix(row) : (1 - down) * mix(row) + down * mix(row + 1);
}

/** Adds the coverage of each sample of chroma. */
function withChroma(luma: Uint8Array, area: PixelRect, grid: 1 | 2): RimMask {
  if (grid === 1) return { luma, chroma: luma };
  const chroma = new Uint8Array(luma.length / 4);
  averageForChroma(luma, area, chroma);
  return { luma, chroma };
}
