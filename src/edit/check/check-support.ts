import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { collectProblems, createProblem, jsonTypeOf, type Path, type Problem } from '../problems/problem.ts';
import type { Asset } from '../schema/clip.ts';

/** A value that the schema allows, but that Kinora cannot render yet. */
interface Unsupported {
  /** Path from the asset to the value. */
  readonly path: Path;
  /** Returns the value if the asset has it. */
  readonly valueIn: (asset: Asset) => unknown;
  /** Says what to use instead. Follows the field name. */
  readonly phrase: string;
}

const UNSUPPORTED: readonly Unsupported[] = [
  {
    path: ['background', 'wrap'],
    valueIn: (asset) => (asset.type === 'text' && asset.background?.wrap) || undefined,
    phrase: 'is not supported in a "text" asset. Use a "rich-text" asset instead',
  },
];

/**
 * Reports what Kinora cannot render yet, so that nothing is accepted and then ignored. Checks only
 * well-formed clips. To support more, remove rows from the table above.
 */
export function checkSupport(clips: readonly ClipLocation[]): Problem[] {
  return collectProblems(clips, (location) =>
    UNSUPPORTED.flatMap(({ path, valueIn, phrase }) => {
      const value = valueIn(location.clip.asset);
      if (value === undefined) return [];
      const whole = [...clipPathOf(location), 'asset', ...path];
      return [createProblem(whole, 'not_supported', phrase, jsonTypeOf(value))];
    }),
  );
}
