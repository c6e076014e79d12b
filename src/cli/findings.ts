import type { Path, Problem, Warning } from '../edit/index.ts';
import { findPlaces } from './places.ts';

/** A JSON text and what to call it. */
export interface Source {
  /** As the user wrote its path. */
  readonly name: string;
  readonly text: string;
}

/**
 * The problems of an edit as compilers and linters print them, so that editors find the place: `edit.json:12:15: error: ...`,
 * one on a line. A problem with a value points at it, one with an unknown property at its name, and one with something that is not
 * there at what it is missing from.
 */
export function problemLines(source: Source, problems: readonly Problem[]): string[] {
  const wanted = problems.map(({ path, code }) => ({ path, name: code === 'unknown_property' }));
  return linesAt(source, wanted, (index) => `error: ${problems[index]?.message ?? ''}`);
}

/** The warnings for an edit in the form of {@link problemLines}. */
export function warningLines(source: Source, warnings: readonly Warning[]): string[] {
  const wanted = warnings.map(({ field }) => ({ path: pathOf(field) }));
  return linesAt(source, wanted, (index) => `warning: ${warnings[index]?.text ?? ''}`);
}

function linesAt(
  { name, text }: Source,
  wanted: readonly { readonly path: Path; readonly name?: boolean }[],
  sentence: (index: number) => string,
): string[] {
  return findPlaces(text, wanted).map(
    ({ line, column }, index) => `${name}:${line}:${column}: ${sentence(index)}`,
  );
}

/** The fields of warnings have only names and indexes in them, no names that a client made. */
function pathOf(field: string): Path {
  return [...field.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d/.test(step) ? Number(step) : step));
}

/** For example `2 errors`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
