import { findPieceAt } from '../schema-pieces.ts';
import type { ShownProblems } from './computations.ts';

/** Says what is wrong with an edit and what to do. `shown` are {@link ShownProblems} as JSON, `edit` is its text. */
export function describeProblems(shown: string, edit: string): string {
  // The caller itself has written both.
  const { problems, count, hint, id } = JSON.parse(shown) as ShownProblems;
  const json: unknown = JSON.parse(edit);
  const more = count - problems.length;
  const pieces = [...new Set(problems.map(({ path }) => findPieceAt(json, path)))].slice(0, 4);
  return [
    `The edit is not valid: ${count === 1 ? '1 problem' : `${count} problems`}.`,
    ...problems.map(({ message }) => `- ${message}`),
    ...(more > 0 ? [`- and ${more} more.`] : []),
    ...(hint === undefined ? [] : [hint]),
    `Correct it with validate {"edit": "${id}", "changes": [{"path": ..., "value": ...}]}.`,
    `For the fields, call schema with ${JSON.stringify(pieces)}.`,
  ].join('\n');
}
