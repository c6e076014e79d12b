/** A part of a Lottie file: unknown JSON. */
export type LottiePart = Readonly<Record<string, unknown>>;

/** The layers of a Lottie animation. */
export interface LottieParts {
  /** Number of layers and shape groups that are drawn: those of a composition for each time that it is used. */
  readonly layers: number;
  /** The types of the layers. */
  readonly types: ReadonlySet<unknown>;
}

/** Maximum depth of groups of shapes. Deeper ones count as too many. */
const MAX_DEPTH = 50;

/**
 * Counts the drawn parts of a Lottie animation. Small files can have compositions that repeat each other, and
 * shapes that are repeated.
 *
 * @param root the parsed file.
 * @param limit counting may end at more than this.
 */
export function countLottieLayers(root: LottiePart, limit: number): LottieParts {
  const types = new Set<unknown>();
  const compositions = new Map(
    listOf(root['assets']).flatMap((asset) => (Array.isArray(asset['layers']) ? [[asset['id'], asset]] : [])),
  );
  const counts = new Map<unknown, number>();
  const countOf = (id: unknown): number => {
    const known = counts.get(id);
    if (known !== undefined) return known;
    // A composition that contains itself counts as too large.
    counts.set(id, Infinity);
    const composition = compositions.get(id);
    const count = composition ? countIn(composition['layers']) : 0;
    counts.set(id, count);
    return count;
  };
  const countIn = (layers: unknown): number => {
    let count = 0;
    for (const layer of listOf(layers)) {
      types.add(layer['ty']);
      count += 1 + (layer['refId'] === undefined ? 0 : countOf(layer['refId']));
      count += countShapes(layer['shapes'], limit, 0);
      if (count > limit) return Infinity;
    }
    return count;
  };
  return { layers: countIn(root['layers']), types };
}

/** Counts the groups of a list of shapes, multiplied by the copies that a repeater makes of the shapes before it. */
function countShapes(shapes: unknown, limit: number, depth: number): number {
  if (depth > MAX_DEPTH) return Infinity;
  let count = 0;
  for (const shape of listOf(shapes)) {
    if (shape['ty'] === 'gr') count += 1 + countShapes(shape['it'], limit, depth + 1);
    if (shape['ty'] === 'rp') count = Math.max(1, count) * Math.max(1, largestNumberIn(shape['c']));
    if (count > limit) return Infinity;
  }
  return count;
}

/** Returns the largest number anywhere in a value, such as an animated number. 0 if there is none. */
function largestNumberIn(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((largest, part) => Math.max(largest, largestNumberIn(part)), 0);
}

function listOf(value: unknown): LottiePart[] {
  if (!Array.isArray(value)) return [];
  return value.filter((part): part is LottiePart => typeof part === 'object' && part !== null);
}
