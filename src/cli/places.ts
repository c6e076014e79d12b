import { type JSONVisitor, visit } from 'jsonc-parser';
import type { Path } from '../edit/index.ts';

/** Where something stands in a text; both count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A value of a JSON text that is looked for, or that has such a value in it. */
interface Wanted {
  readonly inner: Map<string | number, Wanted>;
  value?: Place;
  /** The name of the property that has the value. */
  name?: Place;
}

/**
 * Finds what stands at paths of a JSON text: the value, or where the text has only a part of a path, the value that the part
 * leads to. One pass that keeps nothing else of the text: a tree of a large one takes a hundred times its size.
 *
 * @param paths `name` asks for the name of the property at the path instead.
 */
export function findPlaces(text: string, paths: readonly { path: Path; name?: boolean }[]): Place[] {
  const root: Wanted = { inner: new Map() };
  for (const { path } of paths) path.reduce<Wanted>(innerOf, root);
  visit(text, noting(root));
  return paths.map(({ path, name = false }) => found(root, path, name));
}

function innerOf({ inner }: Wanted, step: string | number): Wanted {
  const known = inner.get(step) ?? { inner: new Map<string | number, Wanted>() };
  inner.set(step, known);
  return known;
}

/** Notes the places of what is wanted as the text is read. */
function noting(root: Wanted): JSONVisitor {
  const around: { readonly wanted: Wanted | undefined; index: number }[] = [];
  // What the next value is, if it is wanted at all.
  let next: Wanted | undefined = root;
  const note = (line: number, column: number): void => {
    if (next) next.value = { line: line + 1, column: column + 1 };
  };
  const begin = (_offset: number, _length: number, line: number, column: number): boolean => {
    note(line, column);
    around.push({ wanted: next, index: 0 });
    next = next?.inner.get(0);
    // False: nothing of what is in it is told.
    return around.at(-1)?.wanted !== undefined;
  };
  const end = (): void => void around.pop();
  return {
    onObjectBegin: begin,
    onArrayBegin: begin,
    onObjectEnd: end,
    onArrayEnd: end,
    onObjectProperty(property, _offset, _length, line, column) {
      next = around.at(-1)?.wanted?.inner.get(property);
      if (next) next.name = { line: line + 1, column: column + 1 };
    },
    onSeparator(character) {
      const list = around.at(-1);
      if (character === ',' && list) next = list.wanted?.inner.get(++list.index);
    },
    onLiteralValue: (_value, _offset, _length, line, column) => note(line, column),
  };
}

function found(root: Wanted, path: Path, name: boolean): Place {
  let at = root;
  for (const step of path) {
    const next = at.inner.get(step);
    if (next?.value === undefined) return placeOf(at);
    at = next;
  }
  return placeOf(at, name);
}

function placeOf({ value, name }: Wanted, wantsName = false): Place {
  return (wantsName ? name : undefined) ?? value ?? { line: 1, column: 1 };
}
