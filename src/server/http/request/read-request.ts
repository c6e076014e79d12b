import { KinoraError } from '../../../base/errors.ts';
import { jsonTypeOf, createProblem } from '../../../edit/index.ts';
import { InvalidRequest } from '../response/errors.ts';

/** The type parameter of a route with an id in its path. */
export interface ById {
  Params: { id: string };
}

/** A parameter of a query, which may be given several times. */
export type QueryValue = string | string[];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * An id from a path, in lower case.
 *
 * @throws {InvalidRequest} When it does not have the form of an id.
 */
export function readId(id: string): string {
  if (!UUID.test(id))
    throw new InvalidRequest([
      createProblem(['id'], 'wrong_form', 'is not the id of anything: it must be a UUID'),
    ]);
  return id.toLowerCase();
}

/**
 * A boolean from a query.
 *
 * @throws {InvalidRequest} When it is neither `true` nor `false`.
 */
export function readFlag(name: string, value: QueryValue | undefined, absent: boolean): boolean {
  if (value === undefined) return absent;
  if (value !== 'true' && value !== 'false')
    throw new InvalidRequest([createProblem([name], 'wrong_form', 'must be true or false')]);
  return value === 'true';
}

/**
 * One of several words from a query; `undefined` when it is not given.
 *
 * @throws {InvalidRequest} When it is another.
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
 * A whole number from 1 on from a query; `undefined` when it is not given.
 *
 * @throws {InvalidRequest} When it is none, or more than `max`.
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
 * Where the next page of a list begins, from a query: the id with which the page before it ended. `undefined` when it is not
 * given.
 *
 * @throws {InvalidRequest} When it is nothing that a list has given out.
 */
export function readCursor(name: string, value: QueryValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase();
  throw new InvalidRequest([
    createProblem([name], 'wrong_form', 'must be the "cursor" of the page before, from its answer'),
  ]);
}

/**
 * The properties of a body that has to be an object.
 *
 * @throws {KinoraError} `validation_failed` when it is none, or has others than these.
 */
export function readProperties<Name extends string>(
  value: unknown,
  names: readonly Name[],
): Readonly<Partial<Record<Name, unknown>>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const sentence = `The body must be an object with the properties ${names.join(', ')}.`;
    throw new KinoraError('validation_failed', sentence);
  }
  const phrase = `is not known; the properties here are ${names.join(', ')}`;
  const [first, ...others] = Object.entries(value)
    .filter(([key]) => !names.some((name) => name === key))
    .slice(0, MAX_PROBLEMS)
    .map(([key, given]) => createProblem([key], 'unknown_property', phrase, jsonTypeOf(given)));
  if (first !== undefined) throw new InvalidRequest([first, ...others]);
  // An object without other properties than these, of whose values nothing is known.
  return value as Readonly<Partial<Record<Name, unknown>>>;
}

/** An answer stays small whatever was sent. */
const MAX_PROBLEMS = 100;
