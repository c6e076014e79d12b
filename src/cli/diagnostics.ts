import { showInLine } from '../base/text/show-controls.ts';
import type { Path, Problem, Warning } from '../edit/index.ts';
import { type JSONVisitor, visit } from 'jsonc-parser';

/** A JSON text and its name in messages. */
export interface JsonDocument {
  /** The path as the user wrote it. */
  readonly name: string;
  readonly text: string;
}

/**
 * Formats each problem of an edit as one line in the style of a compiler, so that editors can jump to the
 * position: `edit.json:12:15: error: ...`. The position points to the invalid value, to the name of an
 * unknown property, or to the object that lacks a required property.
 */
export function formatProblems(document: JsonDocument, problems: readonly Problem[]): string[] {
  const targets = problems.map(({ path, code }) => ({ path, name: code === 'unknown_property' }));
  return formatLines(document, targets, (index) => `error: ${problems[index]?.message ?? ''}`);
}

/**
 * Formats the warnings for an edit like {@link formatProblems}. The text of a warning does not name its field,
 * so the line does: `edit.json:12:15: warning: output.fps: The frame rate ...`.
 */
export function formatWarnings(document: JsonDocument, warnings: readonly Warning[]): string[] {
  const targets = warnings.map(({ field }) => ({ path: parsePath(field) }));
  const sentences = warnings.map(({ field, text }) => `warning: ${field}: ${text}`);
  return formatLines(document, targets, (index) => sentences[index] ?? '');
}

function formatLines(
  { name, text }: JsonDocument,
  targets: readonly { readonly path: Path; readonly name?: boolean }[],
  sentence: (index: number) => string,
): string[] {
  return findSourcePositions(text, targets).map(({ line, column }, index) =>
    showInLine(`${name}:${line}:${column}: ${sentence(index)}`),
  );
}

/**
 * Parses the field of a warning. A field consists of list indexes and names from the schema, so there are no
 * escapes to handle.
 */
function parsePath(field: string): Path {
  return [...field.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d/.test(step) ? Number(step) : step));
}

/** A position in a text. Both numbers count from 1. */
interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** A value to find in a JSON text, or an ancestor of such a value. */
interface PathNode {
  readonly children: Map<string | number, PathNode>;
  value?: SourcePosition;
  /** Position of the property name in front of the value. */
  name?: SourcePosition;
}

/**
 * Finds the positions of the values at the given paths of a JSON text. If the text has no value at a path,
 * finds the closest ancestor that exists. Reads the text in one pass without building a tree, which would
 * take a hundred times the memory of the text.
 *
 * @param paths paths to find. If `name` is true, finds the name of the property instead of its value.
 */
export function findSourcePositions(
  text: string,
  paths: readonly { path: Path; name?: boolean }[],
): SourcePosition[] {
  const root: PathNode = { children: new Map() };
  for (const { path } of paths) path.reduce<PathNode>(addChild, root);
  visit(text, createPositionVisitor(root));
  return paths.map(({ path, name = false }) => lookUpPosition(root, path, name));
}

function addChild({ children }: PathNode, step: string | number): PathNode {
  const known = children.get(step) ?? { children: new Map<string | number, PathNode>() };
  children.set(step, known);
  return known;
}

/** Records the positions of all nodes while the parser reads the text. */
function createPositionVisitor(root: PathNode): JSONVisitor {
  const ancestors: { readonly node: PathNode | undefined; index: number }[] = [];
  // The node of the next value. Undefined if no path leads to that value or into it.
  let next: PathNode | undefined = root;
  const record = (line: number, column: number): void => {
    if (next) next.value = { line: line + 1, column: column + 1 };
  };
  const begin = (_offset: number, _length: number, line: number, column: number): boolean => {
    record(line, column);
    ancestors.push({ node: next, index: 0 });
    next = next?.children.get(0);
    // Returning false makes the parser skip the content of the list or object.
    return ancestors.at(-1)?.node !== undefined;
  };
  const end = (): void => void ancestors.pop();
  return {
    onObjectBegin: begin,
    onArrayBegin: begin,
    onObjectEnd: end,
    onArrayEnd: end,
    onObjectProperty(property, _offset, _length, line, column) {
      next = ancestors.at(-1)?.node?.children.get(property);
      if (next) next.name = { line: line + 1, column: column + 1 };
    },
    onSeparator(character) {
      const list = ancestors.at(-1);
      if (character === ',' && list) next = list.node?.children.get(++list.index);
    },
    onLiteralValue: (_value, _offset, _length, line, column) => record(line, column),
  };
}

function lookUpPosition(root: PathNode, path: Path, name: boolean): SourcePosition {
  let node = root;
  for (const step of path) {
    const next = node.children.get(step);
    if (next?.value === undefined) return positionOf(node);
    node = next;
  }
  return positionOf(node, name);
}

function positionOf({ value, name }: PathNode, wantsName = false): SourcePosition {
  return (wantsName ? name : undefined) ?? value ?? { line: 1, column: 1 };
}
