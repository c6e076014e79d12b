import { jsonTypeOf, parseTemplate, type Problem, createProblem } from '../../../edit/index.ts';
import { readId, readProperties } from '../request/read-request.ts';
import { InvalidRequest } from '../response/errors.ts';

/**
 * A template, as it is kept, out of the body of a request. Without an edit it is blank (contract C36).
 *
 * @throws {InvalidRequest} with everything that is wrong with it.
 */
export function readTemplate(body: unknown): { name: string; template: string } {
  const { name, template = {} } = readProperties(body, ['name', 'template']);
  const parsed = parseTemplate(template, ['template']);
  const [first, ...others] = [...checkName(name), ...(parsed.ok ? [] : parsed.problems)];
  if (first !== undefined) throw new InvalidRequest([first, ...others]);
  // What nameProblems accepts is a string.
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
  // The one character that PostgreSQL cannot store.
  if (name.includes('\0'))
    return [createProblem(['name'], 'wrong_form', 'must not have the character U+0000')];
  return [];
}

/**
 * The id of the template that a request wants rendered.
 *
 * @throws {InvalidRequest} when there is none, or something beside it that is not known.
 */
export function readTemplateId(body: unknown): string {
  const { id } = readProperties(body, ['id', 'merge', 'callback']);
  if (typeof id === 'string') return readId(id);
  const code = id === undefined ? 'required' : 'wrong_type';
  throw new InvalidRequest([
    createProblem(['id'], code, 'must be the id of a template, a UUID', jsonTypeOf(id)),
  ]);
}

/** The edit of a stored template, with the merge fields and the callback of the request in place of its own (C18, C37). */
export function fillTemplate(template: unknown, body: unknown): object {
  const { merge, callback } = readProperties(body, ['id', 'merge', 'callback']);
  return {
    // Only objects are kept as templates.
    ...(template as object),
    ...(merge !== undefined && { merge }),
    ...(callback !== undefined && { callback }),
  };
}
