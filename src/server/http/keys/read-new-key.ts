import { createProblem, jsonTypeOf, type Problem } from '../../../edit/index.ts';
import { KEY_SCOPES, type KeyScope } from '../../../store/schema.ts';
import { readProperties } from '../request/read-request.ts';
import { InvalidRequest } from '../response/errors.ts';

/** A key that a client wants to create. */
export interface RequestedKey {
  readonly name: string;
  readonly scope: KeyScope;
}

/** Maximum number of characters of the name of a key. */
export const MAX_KEY_NAME_LENGTH = 100;

/**
 * Reads the key to create from the body of a request.
 *
 * @throws {InvalidRequest} with every problem.
 */
export function readNewKey(body: unknown): RequestedKey {
  const { name, scope = 'full' } = readProperties(body, ['name', 'scope']);
  const [first, ...others] = [...checkName(name), ...checkScope(scope)];
  if (first !== undefined) throw new InvalidRequest([first, ...others]);
  // The checks found no problem.
  return { name: name as string, scope: scope as KeyScope };
}

function checkName(name: unknown): Problem[] {
  const requirement = `a string of 1 to ${MAX_KEY_NAME_LENGTH} characters that distinguishes the key from others`;
  if (name === undefined) return [createProblem(['name'], 'required', `is required: ${requirement}`)];
  if (typeof name !== 'string')
    return [createProblem(['name'], 'wrong_type', `must be ${requirement}`, jsonTypeOf(name))];
  if (name.trim() === '' || name.length > MAX_KEY_NAME_LENGTH)
    return [createProblem(['name'], 'out_of_range', `must be ${requirement}`)];
  if (/\p{Control}/u.test(name))
    return [
      createProblem(['name'], 'wrong_form', 'must not contain control characters, such as line breaks'),
    ];
  return [];
}

function checkScope(scope: unknown): Problem[] {
  if (KEY_SCOPES.some((each) => each === scope)) return [];
  const names = KEY_SCOPES.map((each) => JSON.stringify(each)).join(', ');
  if (typeof scope !== 'string')
    return [createProblem(['scope'], 'wrong_type', `must be one of ${names}`, jsonTypeOf(scope))];
  return [createProblem(['scope'], 'not_allowed', `must be one of ${names}`)];
}
