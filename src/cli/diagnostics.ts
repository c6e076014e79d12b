import type { Path, Problem, Warning } from '../edit/index.ts';
import { findSourcePositions } from './source-positions.ts';

/** A JSON text and what to call it. */
export interface JsonDocument {
  /** As the user wrote its path. */
  readonly name: string;
  readonly text: string;
}

/**
 * Formats the problems of an edit as compilers and linters do, so that editors find the position: `edit.json:12:15: error: ...`,
 * one on a line. A problem with a value points at it, one with an unknown property at its name, and one with something that is not
 * there at what it is missing from.
 */
export function formatProblems(document: JsonDocument, problems: readonly Problem[]): string[] {
  const targets = problems.map(({ path, code }) => ({ path, name: code === 'unknown_property' }));
  return formatLines(document, targets, (index) => `error: ${problems[index]?.message ?? ''}`);
}

/** Formats the warnings for an edit in the form of {@link formatProblems}. */
export function formatWarnings(document: JsonDocument, warnings: readonly Warning[]): string[] {
  const targets = warnings.map(({ field }) => ({ path: parsePath(field) }));
  return formatLines(document, targets, (index) => `warning: ${warnings[index]?.text ?? ''}`);
}

function formatLines(
  { name, text }: JsonDocument,
  targets: readonly { readonly path: Path; readonly name?: boolean }[],
  sentence: (index: number) => string,
): string[] {
  return findSourcePositions(text, targets).map(
    ({ line, column }, index) => `${name}:${line}:${column}: ${sentence(index)}`,
  );
}

/** The fields of warnings have only names and indexes in them, no names that a client made. */
function parsePath(field: string): Path {
  return [...field.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d/.test(step) ? Number(step) : step));
}

/** For example `2 errors`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
