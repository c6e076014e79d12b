import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Shift } from '../rich-text/entrance.ts';
import { lastColourOf } from './gradient.ts';
import type { PlacedUnit } from '../lines/placed-lines.ts';
import {
  createBandPieces,
  decorationBandOf,
  fillBands,
  highlightBandOf,
  type LineBand,
} from './line-bands.ts';
import type { GlyphStyle } from './glyph-style.ts';

/** Lines under, through or behind letters of one colour. */
export interface ColouredBands {
  readonly colour: string;
  /** Opacity, 0 to 1. */
  readonly opacity: number;
  /** The band of each look. Undefined if the look has none of this colour. */
  readonly bands: readonly (LineBand | undefined)[];
}

/** Returns the highlights of looks, by colour. */
export function highlightsOf(styles: readonly GlyphStyle[]): ColouredBands[] {
  const colours = new Set(styles.flatMap(({ highlight }) => highlight ?? []));
  // Only a text that is highlighted as a whole has a margin at the ends of its lines, because a highlighted word
  // inside of a line has none.
  const isWhole = styles.every(({ highlight }) => highlight !== undefined);
  const bandOf = (size: number): LineBand => ({ ...highlightBandOf(size), ...(!isWhole && { overhang: 0 }) });
  return [...colours].map((colour) => ({
    colour,
    opacity: 1,
    bands: styles.map(({ highlight, size }) => (highlight === colour ? bandOf(size) : undefined)),
  }));
}

/** Returns the lines under or through the letters of looks, by colour and opacity. */
export function decorationsOf(styles: readonly GlyphStyle[]): ColouredBands[] {
  const paintOf = ({ gradient, color, opacity }: GlyphStyle) =>
    [(gradient && lastColourOf(gradient)) ?? color, opacity] as const;
  const decorated = styles.filter(({ decoration }) => decoration !== 'none');
  return [...new Map(decorated.map((style) => [paintOf(style).join(' '), paintOf(style)]))].map(
    ([key, [colour, opacity]]) => ({
      colour,
      opacity,
      bands: styles.map((style) =>
        style.decoration === 'none' || paintOf(style).join(' ') !== key
          ? undefined
          : decorationBandOf(style.decoration, style.size),
      ),
    }),
  );
}

/** Draws the bands of all units, with the opacity of the context. */
export function drawBands(
  context: SKRSContext2D,
  { colour, bands }: ColouredBands,
  units: readonly PlacedUnit[],
  shiftOf: (index: number) => Shift,
): void {
  context.fillStyle = colour;
  fillBands(
    context,
    createBandPieces(units, shiftOf, (look) => bands[look]),
  );
}
