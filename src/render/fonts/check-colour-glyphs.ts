import { FontTooLarge } from './font-tables.ts';

/** Maximum number of paints of a glyph, counting each once for each of its uses. Fonts for emoji have some hundreds. */
const MAX_PAINTS = 10_000;
/** Maximum number of paints inside one another. Fonts for emoji have about ten. */
const MAX_DEPTH = 64;

/** The paint formats of OpenType with a paint inside, at an offset of 24 bits that follows the format. */
const [FIRST_NESTED, LAST_NESTED] = [10, 31];
const LAYERS = 1;
const GLYPH = 11;
const COMPOSITE = 32;

/** A paint with all that is inside it. */
interface PaintCost {
  readonly paints: number;
  readonly depth: number;
}

/**
 * Checks the colour glyphs of a font (OpenType, `COLR` version 1). Each may paint others, so that a few kilobytes can
 * keep a process busy for ever.
 *
 * @throws {FontTooLarge} if a glyph has too many paints, or contains itself.
 * @throws {Error} if an offset is outside of the table.
 */
export function checkColourGlyphs(found: Buffer | undefined): void {
  if (!found || found.readUInt16BE(0) === 0) return;
  const table = found;
  const [glyphs, layers] = [table.readUInt32BE(14), table.readUInt32BE(18)];
  if (glyphs === 0) return;
  const paintOf = new Map<number, number>();
  for (let index = 0; index < table.readUInt32BE(glyphs); index++) {
    const record = glyphs + 4 + 6 * index;
    paintOf.set(table.readUInt16BE(record), glyphs + table.readUInt32BE(record + 2));
  }
  const costs = new Map<number, PaintCost>();
  for (const paint of paintOf.values()) measurePaint(paint, 1);

  function measurePaint(paint: number, level: number): PaintCost {
    const known = costs.get(paint);
    if (known) return known;
    if (level > MAX_DEPTH) throw createTooDeepError();
    const inside = listPaints(paint).map((one) => measurePaint(one, level + 1));
    const paints = inside.reduce((sum, cost) => sum + cost.paints, 1);
    const depth = 1 + Math.max(0, ...inside.map((cost) => cost.depth));
    if (depth > MAX_DEPTH) throw createTooDeepError();
    if (paints > MAX_PAINTS)
      throw new FontTooLarge(`has a colour glyph of more than ${MAX_PAINTS} paints, which is the maximum`);
    const cost = { paints, depth };
    costs.set(paint, cost);
    return cost;
  }

  function listPaints(paint: number): number[] {
    const format = table.readUInt8(paint);
    if (format === LAYERS) return listLayers(paint);
    if (format === GLYPH) return [paintOf.get(table.readUInt16BE(paint + 1)) ?? -1].filter((at) => at >= 0);
    if (format === COMPOSITE) return [nested(paint + 1), nested(paint + 5)].map((offset) => paint + offset);
    return format >= FIRST_NESTED && format <= LAST_NESTED ? [paint + nested(paint + 1)] : [];
  }

  function listLayers(paint: number): number[] {
    const [count, first] = [table.readUInt8(paint + 1), table.readUInt32BE(paint + 2)];
    return Array.from(
      { length: count },
      (_, index) => layers + table.readUInt32BE(layers + 4 + 4 * (first + index)),
    );
  }

  function nested(at: number): number {
    return table.readUIntBE(at, 3);
  }
}

function createTooDeepError(): FontTooLarge {
  return new FontTooLarge(
    `has colour glyphs that contain themselves, or more than ${MAX_DEPTH} levels of others`,
  );
}
