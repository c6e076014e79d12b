import type { SKRSContext2D } from '@napi-rs/canvas';
import { boundingBoxOf, expandRect, intersect, type Rect } from '../../scene/placement.ts';
import type { InkRuler } from '../lines/ink-ruler.ts';
import { drawGlyphLayers, GlyphPainter, type LetterPainter } from './glyph-painter.ts';
import { inkAreaOf, type PlacedUnit } from '../lines/placed-lines.ts';
import { type GlyphStyle, reachBeyondInk } from './glyph-style.ts';
import type { Look } from '../lines/lay-out-text.ts';

/** The units of one look. */
interface LookUnits {
  readonly painter: GlyphPainter;
  readonly style: GlyphStyle;
  readonly units: readonly PlacedUnit[];
}

/**
 * Creates the painter for the letters of a text.
 *
 * @param box the bounding box of all letters, which gradients cover.
 */
export function createLetterPainter(
  looks: readonly [Look, ...Look[]],
  box: Rect,
  ruler: InkRuler,
): LetterPainter {
  const [{ fonts, style }, ...others] = looks;
  return others.length === 0 ? new GlyphPainter(fonts, style, box) : new MixedPainter(looks, box, ruler);
}

/** Draws letters of several looks. All strokes are drawn first, so that no stroke covers a neighbouring letter. */
class MixedPainter implements LetterPainter {
  private readonly looks: readonly Look[];
  private readonly painters: readonly GlyphPainter[];
  private readonly ruler: InkRuler;
  /** The parts of units that have one look, by look. */
  private readonly parts = new Map<PlacedUnit, ReadonlyMap<number, PlacedUnit>>();

  constructor(looks: readonly Look[], box: Rect, ruler: InkRuler) {
    this.looks = looks;
    this.painters = looks.map(({ fonts, style }) => new GlyphPainter(fonts, style, box));
    this.ruler = ruler;
  }

  draw(context: SKRSContext2D, units: readonly PlacedUnit[], area: Rect, between?: () => void): void {
    const drawn = this.groupByLook(units);
    const opaque = drawn.filter(({ style }) => isOpaque(style));
    for (const { painter, style, units: own } of opaque) if (style.stroke) painter.stroke(context, own);
    between?.();
    for (const { painter, units: own } of opaque) painter.fill(context, own);
    for (const { painter, style, units: own } of drawn) {
      if (isOpaque(style)) continue;
      drawGlyphLayers(context, style, this.areaOf(own, style, area), {
        stroke: (on) => painter.stroke(on, own),
        fill: (on) => painter.fill(on, own),
      });
    }
  }

  applyFill(context: SKRSContext2D, look: number): void {
    this.painters[look]?.applyFill(context);
  }

  /** Groups the parts of units by their look, in the order of the looks. */
  private groupByLook(units: readonly PlacedUnit[]): LookUnits[] {
    const found = new Map<number, PlacedUnit[]>();
    for (const [look, part] of units.flatMap((unit) => [...this.partsOf(unit)])) {
      const own = found.get(look);
      if (own) own.push(part);
      else found.set(look, [part]);
    }
    const ordered = [...found].sort(([one], [other]) => one - other);
    return ordered.flatMap(([look, own]) => {
      const [painter, style] = [this.painters[look], this.looks[look]?.style];
      return painter && style ? [{ painter, style, units: own }] : [];
    });
  }

  private partsOf(unit: PlacedUnit): ReadonlyMap<number, PlacedUnit> {
    const known = this.parts.get(unit);
    if (known) return known;
    const parts = new Map(
      [...Map.groupBy(unit.runs, ({ look }) => look)].map(([look, runs]) => [look, { ...unit, runs }]),
    );
    this.parts.set(unit, parts);
    return parts;
  }

  /** Returns the area that translucent units cover, so that their layer is not larger than necessary. */
  private areaOf(units: readonly PlacedUnit[], style: GlyphStyle, area: Rect): Rect {
    const inks = units.flatMap((unit) => inkAreaOf(unit, this.ruler) ?? []);
    if (inks.length === 0) return { ...area, width: 0, height: 0 };
    return intersect(expandRect(boundingBoxOf(inks), reachBeyondInk(style)), area);
  }
}

function isOpaque({ opacity, stroke }: GlyphStyle): boolean {
  return opacity === 1 && (!stroke || stroke.opacity === 1);
}
