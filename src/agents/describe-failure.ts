import { toKinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { GivenEdit } from './given-edits.ts';
import { RejectedEdit } from './rejected-edit.ts';
import { findPieceAt } from './schema-pieces.ts';

/** Maximum number of problems in an answer. */
const MAX_PROBLEMS = 8;

/**
 * Says why a call has failed and what to change.
 *
 * @param given the edit of the call. Undefined if it had none.
 */
export function describeFailure(error: unknown, given: GivenEdit | undefined, log: Logger): string {
  if (error instanceof RejectedEdit) return describeProblems(error, given);
  const known = toKinoraError(error);
  if (known.concernsOperator) log.error({ err: known.cause ?? known }, known.message);
  return known.message;
}

function describeProblems({ problems, hint }: RejectedEdit, given: GivenEdit | undefined): string {
  if (!given)
    return problems
      .slice(0, MAX_PROBLEMS)
      .map(({ message }) => message)
      .join(' ');
  const shown = problems.slice(0, MAX_PROBLEMS);
  const more = problems.length - shown.length;
  const pieces = [...new Set(shown.map(({ path }) => findPieceAt(given.json, path)))].slice(0, 4);
  return [
    `The edit is not valid: ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}.`,
    ...shown.map(({ message }) => `- ${message}`),
    ...(more > 0 ? [`- and ${more} more.`] : []),
    ...(hint === undefined ? [] : [hint]),
    `Correct it with validate {"edit": "${given.id}", "changes": [{"path": ..., "value": ...}]}.`,
    `For the fields, call schema with ${JSON.stringify(pieces)}.`,
  ].join('\n');
}
