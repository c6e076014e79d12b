import { jsonTypeOf, parseTemplate, type Problem, createProblem } from '../../../edit/index.ts';
import { readId, readProperties } from '../request/read-request.ts';
import { InvalidRequest } from '../response/errors.ts';

/**
 * Reads a template from the body of a request. Without an edit, the template is blank (contract C36).
 *
 * @returns The name and the edit as JSON text, as they are stored.
 * @throws {InvalidRequest} with every problem of the template.
 */
export function readTemplate(body: unknown): { name: string; template: string } {
  const { name, template = {} } = readProperties(body, ['name', 'template']);
  const parsed = parseTemplate(template, ['template']);
  const [first, ...others] = [...checkName(name), ...(parsed.ok ? [] : parsed.problems)];
  if (first !== undefined) throw new InvalidRequest([first, ...others]);
  // `checkName` found no problem, so the name is a string.
  return { name: name as string, template: JSON.stringify(template) };
}

const MAX_NAME_LENGTH = 1000;

function checkName(name: unknown): Problem[] {
  const requirement = `a string of 1 to ${MAX_NAME_LENGTH} characters`;
  if (name === undefined) return [createProblem(['name'], 'required', `is required: ${requirement}`)];
  if (typeof name !== 'string')
    return [createProblem(['name'], 'wrong_type', `must be ${requirement}`, jsonTypeOf(name))];
  if (name === '' || name.length > MAX_NAME_LENGTH)
    return [createProblem(['name'], 'out_of_range', `must be ${requirement}`)];
  // PostgreSQL cannot store this character.
  if (name.includes('\0'))
    return [createProblem(['name'], 'wrong_form', 'must not contain the character U+0000')];
  return [];
}

/**
 * Reads the id of the template to render from the body of a request.
 *
 * @throws {InvalidRequest} if the id is missing or invalid, or if the body has an unknown property.
 */
export function readTemplateId(body: unknown): string {
  const { id } = readProperties(body, ['id', 'merge', 'callback']);
  if (typeof id === 'string') return readId(id);
  const code = id === undefined ? 'required' : 'wrong_type';
  throw new InvalidRequest([
    createProblem(['id'], code, 'must be the id of a template, a UUID', jsonTypeOf(id)),
  ]);
}

/**
 * Returns the edit of a stored template. The merge fields and the callback of the request replace those of
 * the template (contract C18, contract C37).
 */
export function fillTemplate(template: unknown, body: unknown): object {
  const { merge, callback } = readProperties(body, ['id', 'merge', 'callback']);
  return {
    // Stored templates are always objects.
    ...(template as object),
    ...(merge !== undefined && { merge }),
    ...(callback !== undefined && { callback }),
  };
}
