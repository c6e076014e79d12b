import {
  createProblem,
  type Dialect,
  DIALECTS,
  jsonTypeOf,
  parseTemplate,
  type Problem,
} from '../../../edit/index.ts';
import { describeOtherDialect } from '../check/describe-other-dialect.ts';
import { readId, readProperties } from '../request/read-request.ts';
import { InvalidRequest } from '../response/errors.ts';

/** A template as it is stored, and its callback. */
export interface ReadTemplate {
  readonly name: string;
  /** The edit as JSON text. */
  readonly template: string;
  /** The callback of the edit. May hold placeholders. */
  readonly callback: string | undefined;
}

/**
 * Reads a template from the body of a request. Without an edit, the template is blank (contract C36).
 *
 * @throws {InvalidRequest} with every problem of the template.
 */
export function readTemplate(body: unknown, dialect: Dialect): ReadTemplate {
  const { name, template = {} } = readProperties(body, ['name', 'template']);
  const parsed = parseTemplate(template, dialect, ['template']);
  const [first, ...others] = [...checkName(name), ...(parsed.ok ? [] : parsed.problems)];
  if (first !== undefined) {
    const other = DIALECTS.find((each) => each !== dialect && parseTemplate(template, each).ok);
    const hint = parsed.ok ? undefined : describeOtherDialect(other);
    throw new InvalidRequest([first, ...others], 'validation_failed', hint);
  }
  // `checkName` found no problem, so the name is a string.
  return { name: name as string, template: JSON.stringify(template), callback: callbackOf(template) };
}

function callbackOf(template: unknown): string | undefined {
  // `parseTemplate` found no problem, so the template is an object.
  const { callback } = template as { readonly callback?: unknown };
  return typeof callback === 'string' ? callback : undefined;
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
