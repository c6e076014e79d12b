import { KinoraError } from '../../../base/errors.ts';
import { jsonTypeOf, createProblem } from '../../../edit/index.ts';
import { InvalidRequest } from '../response/errors.ts';

/** The type parameter of a route with an id in its path. */
export interface ById {
  Params: { id: string };
}

/** The value of a query parameter. A list if the parameter occurs several times. */
export type QueryValue = string | string[];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Reads an id from a path.
 *
 * @returns The id in lower case.
 * @throws {InvalidRequest} if it is not a UUID.
 */
export function readId(id: string): string {
  if (!UUID.test(id)) throw new InvalidRequest([createProblem(['id'], 'wrong_form', 'must be a UUID')]);
  return id.toLowerCase();
}

/** The spellings of booleans in a query (contract C48). Clients in Python write `True`. */
const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  True: true,
  '1': true,
  false: false,
  False: false,
  '0': false,
};

/**
 * Reads a boolean from a query.
 *
 * @param absent The result if the parameter is absent.
 * @throws {InvalidRequest} if the value is not one of the spellings of a boolean.
 */
export function readFlag(name: string, value: QueryValue | undefined, absent: boolean): boolean {
  if (value === undefined) return absent;
  const flag = typeof value === 'string' && Object.hasOwn(FLAGS, value) ? FLAGS[value] : undefined;
  if (flag !== undefined) return flag;
  const phrase = 'must be true, True or 1, or false, False or 0';
  throw new InvalidRequest([createProblem([name], 'wrong_form', phrase)]);
}

/**
 * Reads one of several words from a query.
 *
 * @returns The word, or `undefined` if the parameter is absent.
 * @throws {InvalidRequest} if it is none of the choices.
 */
export function readChoice<Choice extends string>(
  name: string,
  value: QueryValue | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined) return undefined;
  const found = choices.find((choice) => choice === value);
  if (found === undefined) {
    const words = choices.map((choice) => JSON.stringify(choice)).join(', ');
    throw new InvalidRequest([createProblem([name], 'not_allowed', `must be one of ${words}`)]);
  }
  return found;
}

/**
 * Reads a whole number from 1 to `max` from a query.
 *
 * @returns The number, or `undefined` if the parameter is absent.
 * @throws {InvalidRequest} if it is not such a number.
 */
export function readCount(name: string, value: QueryValue | undefined, max: number): number | undefined {
  if (value === undefined) return undefined;
  const count = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (count < 1 || count > max)
    throw new InvalidRequest([
      createProblem([name], 'out_of_range', `must be a whole number from 1 to ${max}`),
    ]);
  return count;
}

/**
 * Reads the cursor of a page from a query: the id of the last item of the previous page.
 *
 * @returns The cursor, or `undefined` if the parameter is absent.
 * @throws {InvalidRequest} if it does not have the form of a cursor.
 */
export function readCursor(name: string, value: QueryValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase();
  throw new InvalidRequest([
    createProblem([name], 'wrong_form', 'must be the "cursor" from the response for the previous page'),
  ]);
}

/**
 * Reads the properties of a body that must be an object.
 *
 * @param names The known properties.
 * @throws {KinoraError} `validation_failed` if the body is not an object or has an unknown property.
 */
export function readProperties<Name extends string>(
  value: unknown,
  names: readonly Name[],
): Readonly<Partial<Record<Name, unknown>>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const sentence = `The body must be an object with the properties ${names.join(', ')}.`;
    throw new KinoraError('validation_failed', sentence);
  }
  const phrase = `is not a known property. The properties here are ${names.join(', ')}`;
  const [first, ...others] = Object.entries(value)
    .filter(([key]) => !names.some((name) => name === key))
    .slice(0, MAX_PROBLEMS)
    .map(([key, given]) => createProblem([key], 'unknown_property', phrase, jsonTypeOf(given)));
  if (first !== undefined) throw new InvalidRequest([first, ...others]);
  // The object has only known properties. Their values are not checked yet.
  return value as Readonly<Partial<Record<Name, unknown>>>;
}

/** Maximum number of problems in one response, to keep it small. */
const MAX_PROBLEMS = 100;
