import { KinoraError } from '../../../base/errors.ts';
import { type Edit, parseEdit } from '../../../edit/index.ts';
import { InvalidRequest } from '../errors.ts';

/**
 * An edit that can be rendered here.
 *
 * @throws {InvalidRequest} with everything that is wrong with it.
 */
export function validEdit(input: unknown): Edit {
  const parsed = parseEdit(input, 'http');
  if (parsed.ok) return parsed.value;
  const [first, ...rest] = parsed.problems;
  if (first === undefined) throw new KinoraError('validation_failed', 'The edit is not valid.');
  throw new InvalidRequest([first, ...rest]);
}
