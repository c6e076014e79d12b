import type { LUMA_PATTERNS } from '../../../base/vocabulary/shaped-transitions.ts';
import { noiseAt } from './noise.ts';

/** Stripes of the blinds, and tiles of the checker from the top to the bottom. */
const STRIPES = 8;
/** Turns of the spiral. */
const TURNS = 4;
/** Clouds from the top to the bottom, octaves of their noise, and the contrast that spreads it over all levels. */
const CLOUDS = { count: 3, octaves: 5, contrast: 1.7 };

/**
 * Returns the brightness of a built-in picture at a place, 0 to 1. Dark places change first.
 *
 * @param across place in the picture, from 0 at its left to 1 at its right edge.
 * @param down place in the picture, from 0 at its top to 1 at its bottom edge.
 * @param aspect width by height of the picture.
 */
export function lumaPatternAt(
  pattern: (typeof LUMA_PATTERNS)[number],
  across: number,
  down: number,
  aspect: number,
): number {
  switch (pattern) {
    case 'clock':
      return turnAt(across, down, aspect);
    case 'diagonal':
      return (across + down) / 2;
    case 'blinds':
      return fractionOf(STRIPES * down);
    case 'checker': {
      const [column, row] = [across * aspect * STRIPES, down * STRIPES];
      return (fractionOf(column) + ((Math.floor(column) + Math.floor(row)) & 1)) / 2;
    }
    case 'spiral': {
      const turn = turnAt(across, down, aspect);
      const radius = Math.hypot((across - 0.5) * aspect, down - 0.5) / Math.hypot(aspect / 2, 0.5);
      return (Math.max(0, Math.ceil(TURNS * radius - turn)) + turn) / (TURNS + 1);
    }
    case 'clouds':
      return cloudAt(CLOUDS.count * across * aspect, CLOUDS.count * down);
  }
}

/** Returns the direction of a place from the centre, clockwise from the top, 0 to 1. */
function turnAt(across: number, down: number, aspect: number): number {
  return fractionOf(Math.atan2((across - 0.5) * aspect, 0.5 - down) / (2 * Math.PI) + 1);
}

function cloudAt(x: number, y: number): number {
  let [sum, weights] = [0, 0];
  for (let octave = 0, weight = 1; octave < CLOUDS.octaves; octave++, weight /= 2) {
    sum += weight * noiseAt(x * 2 ** octave, y * 2 ** octave, octave);
    weights += weight;
  }
  return Math.min(1, Math.max(0, 0.5 + CLOUDS.contrast * (sum / weights - 0.5)));
}

function fractionOf(value: number): number {
  return value - Math.floor(value);
}
