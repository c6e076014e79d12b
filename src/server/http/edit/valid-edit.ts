import { KinoraError } from '../../../base/errors.ts';
import { type Edit, parseEdit, type Problem, unfetchable } from '../../../edit/index.ts';
import { InvalidRequest } from '../errors.ts';

/**
 * An edit that can be rendered here.
 *
 * @throws {InvalidRequest} with everything that is wrong with it.
 */
export function validEdit(input: unknown): Edit {
  const parsed = parseEdit(input);
  if (!parsed.ok) throw invalid(parsed.problems);
  const unreachable = unfetchable(parsed.value);
  if (unreachable.length > 0) throw invalid(unreachable);
  return parsed.value;
}

function invalid(problems: readonly Problem[]): KinoraError {
  const [first, ...rest] = problems;
  if (first === undefined) return new KinoraError('validation_failed', 'The edit is not valid.');
  return new InvalidRequest([first, ...rest]);
}
