import { type JSONPath, visit } from 'jsonc-parser';

/** The place of a value in a text: its first character, and the one after its last. */
export interface ValuePlace {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds a value in a JSON text without building a tree of all values, so that it costs little at each letter.
 *
 * @param text valid JSON.
 * @returns undefined if there is no value at this path.
 */
export function findValue(text: string, path: readonly (string | number)[]): ValuePlace | undefined {
  let begin: number | undefined;
  let found: ValuePlace | undefined;
  /** Visits the parts of an object or a list only if the path leads through it. */
  const enter = (offset: number, _length: number, _line: number, _column: number, pathOf: () => JSONPath) => {
    if (begin !== undefined) return false;
    const place = pathOf();
    if (!place.every((step, index) => step === path[index])) return false;
    if (place.length === path.length) begin = offset;
    return begin === undefined;
  };
  const leave = (offset: number, length: number): void => {
    if (begin !== undefined) found ??= { from: begin, to: offset + length };
  };
  visit(text, {
    onObjectBegin: enter,
    onArrayBegin: enter,
    onObjectEnd: leave,
    onArrayEnd: leave,
    onLiteralValue: (_value, ...place) => {
      enter(...place);
      leave(place[0], place[1]);
    },
  });
  return found;
}
