import { showInLine } from '../base/text/show-controls.ts';
import type { Path, Problem, Warning } from '../edit/index.ts';
import { findSourcePositions } from './source-positions.ts';

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
