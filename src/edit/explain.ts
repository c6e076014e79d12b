import { closest, distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { placeholderIn } from './merge/placeholder.ts';
import { jsonTypeOf, MAX_PROBLEMS, type Path, type Problem, problemAt, type ProblemCode } from './problem.ts';
import { shorten, wrong } from './schema/expecting.ts';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

/**
 * Says what is wrong in words that follow the name of the field. zod asks for it where a schema has no words of its own,
 * as every format and rule has.
 */
export function phraseOf(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return wrong(NOUNS[issue.expected] ?? issue.expected, issue.input);
    case 'invalid_value':
      return withSuggestion(wrong(oneOf(issue.values, issue.input), issue.input), issue.input, issue.values);
    case 'invalid_union':
      return discriminatorPhrase(issue);
    case 'too_small':
      return boundPhrase(issue.origin, 'at least', 'or more', issue.minimum, issue.input);
    case 'too_big':
      return boundPhrase(issue.origin, 'at most', 'or less', issue.maximum, issue.input);
    case 'unrecognized_keys':
      rememberProperties(issue);
      return 'has properties that are not known';
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'not_multiple_of':
      return 'is not valid';
  }
}

const NOUNS: Partial<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  nonoptional: 'a value',
};

/** More names than this are not all read; those that are most like the one that was given are. */
const MOST_NAMES = 12;
const LIKE_IT = 3;

function oneOf(values: readonly unknown[], given: unknown): string {
  const isLong = values.length > MOST_NAMES && given !== undefined;
  const names = (isLong ? mostLike(given, values) : values).map((value) => JSON.stringify(value));
  if (isLong) return `one of ${values.length} names, such as ${names.join(', ')}`;
  return names.length === 1 ? names.join('') : `one of ${names.join(', ')}`;
}

function mostLike(given: unknown, values: readonly unknown[]): unknown[] {
  if (typeof given !== 'string') return values.slice(0, LIKE_IT);
  const wanted = given.slice(0, LONGEST_SLIP).toLowerCase();
  const far = (value: unknown): number => distance(wanted, String(value).toLowerCase());
  return values.toSorted((a, b) => far(a) - far(b)).slice(0, LIKE_IT);
}

function boundPhrase(
  origin: string,
  limit: string,
  direction: string,
  bound: number | bigint,
  input: unknown,
): string {
  if (origin === 'array') return `must have ${limit} ${bound.toString()} ${bound === 1 ? 'item' : 'items'}`;
  if (origin === 'string')
    return `must have ${limit} ${bound.toString()} ${bound === 1 ? 'character' : 'characters'}`;
  return wrong(`${bound.toString()} ${direction}`, input);
}

/** A union that is told apart by a property, and the property names none of its members. */
function discriminatorPhrase(issue: RawIssue): string {
  if (issue.code !== 'invalid_union' || typeof issue.discriminator !== 'string') return 'is not valid';
  const given = propertyOf(issue.input, issue.discriminator);
  const values: readonly unknown[] = Array.isArray(issue['options']) ? issue['options'] : [];
  return withSuggestion(wrong(oneOf(values, given), given), given, values);
}

/** Names longer than this are no slip of the fingers; comparing them would only cost time. */
const LONGEST_SLIP = 40;

function withSuggestion(phrase: string, given: unknown, allowed: readonly unknown[]): string {
  const near = nearest(
    given,
    allowed.filter((value) => typeof value === 'string'),
  );
  return near === undefined ? phrase : `${phrase}; did you mean ${JSON.stringify(near)}?`;
}

function nearest(given: unknown, names: readonly string[]): string | undefined {
  if (typeof given !== 'string' || given.length > LONGEST_SLIP || names.length === 0) return undefined;
  const wanted = given.toLowerCase();
  const swapped = names.find((name) => isSwap(wanted, name.toLowerCase()));
  if (swapped !== undefined) return swapped;
  const near = closest(
    wanted,
    names.map((name) => name.toLowerCase()),
  );
  const close = distance(wanted, near) <= Math.max(1, Math.floor(near.length * 0.4));
  return close ? names.find((name) => name.toLowerCase() === near) : undefined;
}

/** Whether two words differ by two letters in the wrong order, the commonest slip of all. */
function isSwap(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return a !== b && b === `${a.slice(0, at)}${a[at + 1] ?? ''}${a[at] ?? ''}${a.slice(at + 2)}`;
}

/** The problems behind one issue of zod; none of them says "invalid union". */
export function problemsOf(issue: Issue, before: Path = []): Problem[] {
  const path = [...before, ...steps(issue.path)];
  if (issue.code === 'unrecognized_keys') return unknownProperties(issue, path);
  const branch = issue.code === 'invalid_union' ? meantBranch(issue.errors) : undefined;
  if (branch !== undefined) return branch.flatMap((inner) => problemsOf(inner, path));
  const value = valueOf(issue);
  return [problemAt(path, codeOf(issue, value), withoutValue(issue.message, value), jsonTypeOf(value))];
}

/** The properties an object may have, by the list of wrong ones that zod hands on: the issue itself no longer knows its schema. */
const allowedProperties = new WeakMap<readonly string[], readonly string[]>();

function rememberProperties(issue: RawIssue): void {
  const def: object = issue.inst?._zod.def ?? {};
  if (issue.code === 'unrecognized_keys' && 'shape' in def && isObject(def.shape)) {
    allowedProperties.set(issue.keys, Object.keys(def.shape));
  }
}

function unknownProperties(issue: z.core.$ZodIssueUnrecognizedKeys, path: Path): Problem[] {
  const allowed = allowedProperties.get(issue.keys) ?? [];
  return issue.keys.slice(0, MAX_PROBLEMS).map((key) => {
    const near = nearest(key, allowed);
    const right =
      near === undefined
        ? `the properties here are ${allowed.join(', ')}`
        : `did you mean ${JSON.stringify(near)}?`;
    const type = jsonTypeOf(propertyOf(issue.input, key));
    return problemAt([...path, key], 'unknown_property', `is not known; ${right}`, type);
  });
}

/** The branch of a union that the value is meant for: the one in which the value itself has the right type. */
function meantBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  return branches.find((issues) =>
    issues.every((issue) => issue.path.length > 0 || issue.code === 'unrecognized_keys'),
  );
}

/** The value that is wrong; where a property tells the members of a union apart, its value. */
function valueOf(issue: Issue): unknown {
  // A rule between fields stands in the object that holds them, and says itself which value it means.
  if (issue.code === 'custom' && issue.params && 'value' in issue.params) return issue.params['value'];
  const { discriminator } = issue.code === 'invalid_union' ? issue : {};
  return discriminator === undefined ? issue.input : propertyOf(issue.input, discriminator);
}

function codeOf(issue: Issue, value: unknown): ProblemCode {
  // Our own rules put their code there; zod's type for `params` is open.
  if (issue.code === 'custom') return issue.params?.['code'] as ProblemCode;
  if (value === undefined) return 'required';
  const toldApart = issue.code === 'invalid_union' && issue.discriminator !== undefined;
  return toldApart ? 'not_allowed' : (CODES[issue.code] ?? 'wrong_form');
}

/** Says so where a value is wrong only because nothing was put in the place of its placeholder. */
function withoutValue(phrase: string, value: unknown): string {
  const name = typeof value === 'string' ? placeholderIn(value) : undefined;
  if (name === undefined) return phrase;
  return `${phrase}; the placeholder {{ ${shorten(name)} }} has no value, "merge" may give it one`;
}

const CODES: Partial<Record<Issue['code'], ProblemCode>> = {
  invalid_type: 'wrong_type',
  invalid_union: 'wrong_type',
  invalid_value: 'not_allowed',
  too_small: 'out_of_range',
  too_big: 'out_of_range',
};

function propertyOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function steps(path: readonly PropertyKey[]): (string | number)[] {
  return path.map((step) => (typeof step === 'symbol' ? String(step) : step));
}
