import { KinoraError } from '../../../base/errors.ts';
import { type AddedNamesByService, type CreateRequest, parseCreateRequest } from '../../../create/index.ts';
import { InvalidRequest } from '../response/errors.ts';

/**
 * Reads a request of the Create API.
 *
 * @param added the names that the operator has added to those of the services.
 * @throws {InvalidRequest} with every problem.
 */
export function readCreateRequest(body: unknown, added: AddedNamesByService): CreateRequest {
  const parsed = parseCreateRequest(body, added);
  if (parsed.ok) return parsed.value;
  const [first, ...others] = parsed.problems;
  if (first === undefined) throw new KinoraError('validation_failed', 'The body is not valid.');
  throw new InvalidRequest([first, ...others]);
}
