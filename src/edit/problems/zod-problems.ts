import { distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { findPlaceholder } from '../merge/placeholder.ts';
import { findNearest, MAX_TYPO_LENGTH } from './find-nearest.ts';
import { isObject } from '../../base/is-object.ts';
import { asRecord } from './json-parts.ts';
import {
  jsonTypeOf,
  MAX_PROBLEMS,
  type Path,
  type Problem,
  createProblem,
  type ProblemCode,
} from './problem.ts';
import { truncateText, describeMismatch } from './messages.ts';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

/**
 * Describes an issue in a phrase that follows the field name. zod calls this function for schemas without a
 * message of their own. Formats and custom rules always have a message, so they never get here.
 */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeMismatch(NOUNS[issue.expected] ?? issue.expected, issue.input);
    case 'invalid_value':
      return appendSuggestion(
        describeMismatch(describeChoices(issue.values, issue.input), issue.input),
        issue.input,
        issue.values,
      );
    case 'invalid_union':
      return describeDiscriminator(issue);
    case 'too_small':
      return describeBound(issue.origin, 'at least', 'or more', issue.minimum, issue.input);
    case 'too_big':
      return describeBound(issue.origin, 'at most', 'or less', issue.maximum, issue.input);
    case 'unrecognized_keys':
      rememberProperties(issue);
      return 'has unknown properties';
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
  record: 'an object',
  nonoptional: 'a value',
};

/**
 * Maximum number of names in a message. For a longer list, the message lists only the names most similar to
 * the given one.
 */
const MAX_LISTED_NAMES = 12;
const SIMILAR_NAMES = 3;

function describeChoices(values: readonly unknown[], given: unknown): string {
  const isLong = values.length > MAX_LISTED_NAMES && given !== undefined;
  const names = (isLong ? findMostSimilar(given, values) : values).map((value) => JSON.stringify(value));
  if (isLong) return `one of ${values.length} names, such as ${names.join(', ')}`;
  return names.length === 1 ? names.join('') : `one of ${names.join(', ')}`;
}

function findMostSimilar(given: unknown, values: readonly unknown[]): unknown[] {
  if (typeof given !== 'string') return values.slice(0, SIMILAR_NAMES);
  const word = given.slice(0, MAX_TYPO_LENGTH).toLowerCase();
  const distanceTo = (value: unknown): number => distance(word, String(value).toLowerCase());
  return values.toSorted((a, b) => distanceTo(a) - distanceTo(b)).slice(0, SIMILAR_NAMES);
}

function describeBound(
  origin: string,
  limit: string,
  direction: string,
  bound: number | bigint,
  input: unknown,
): string {
  if (origin === 'array') return `must have ${limit} ${bound.toString()} ${bound === 1 ? 'item' : 'items'}`;
  if (origin === 'string')
    return `must have ${limit} ${bound.toString()} ${bound === 1 ? 'character' : 'characters'}`;
  return describeMismatch(`${bound.toString()} ${direction}`, input);
}

/** Describes a value whose discriminator matches no member of its union. */
function describeDiscriminator(issue: RawIssue): string {
  if (issue.code !== 'invalid_union' || typeof issue.discriminator !== 'string') return 'is not valid';
  const given = asRecord(issue.input)[issue.discriminator];
  const values: readonly unknown[] = Array.isArray(issue['options']) ? issue['options'] : [];
  return appendSuggestion(describeMismatch(describeChoices(values, given), given), given, values);
}

function appendSuggestion(phrase: string, given: unknown, allowed: readonly unknown[]): string {
  const suggestion = findNearest(
    given,
    allowed.filter((value) => typeof value === 'string'),
  );
  return suggestion === undefined ? phrase : `${phrase}. Did you mean ${JSON.stringify(suggestion)}?`;
}

/** Converts the issues of one value to problems. */
export function problemsFromIssues(issues: readonly Issue[], basePath: Path = []): Problem[] {
  return issues
    .filter((issue, index) => !isRepeated(issue, issues[index + 1]))
    .flatMap((issue) => problemsFromIssue(issue, basePath));
}

/** True if the next issue says the same of a value with a narrower limit, as that of a field does after that of all numbers. */
function isRepeated({ code, path }: Issue, next: Issue | undefined): boolean {
  if (code !== 'too_big' && code !== 'too_small') return false;
  return next?.code === code && path.join('\n') === next.path.join('\n');
}

/**
 * Converts a zod issue to problems. An issue of a union becomes the problems of the member that the client
 * probably meant.
 */
export function problemsFromIssue(issue: Issue, basePath: Path = []): Problem[] {
  const path = [...basePath, ...toPath(issue.path)];
  if (issue.code === 'unrecognized_keys') return createUnknownPropertyProblems(issue, path);
  const branch = issue.code === 'invalid_union' ? findIntendedBranch(issue.errors) : undefined;
  if (branch !== undefined) return problemsFromIssues(branch, path);
  const value = invalidValueOf(issue);
  return [
    createProblem(
      path,
      problemCodeOf(issue, value),
      appendPlaceholderHint(issue.message, value),
      jsonTypeOf(value),
    ),
  ];
}

/**
 * Allowed properties of an object. The key of the map is the issue's list of unknown keys: a finished zod
 * issue has no link to its schema, but still holds the same list.
 */
const allowedProperties = new WeakMap<readonly string[], readonly string[]>();

function rememberProperties(issue: RawIssue): void {
  const def: object = issue.inst?._zod.def ?? {};
  if (issue.code === 'unrecognized_keys' && 'shape' in def && isObject(def.shape)) {
    allowedProperties.set(issue.keys, Object.keys(def.shape));
  }
}

function createUnknownPropertyProblems(issue: z.core.$ZodIssueUnrecognizedKeys, path: Path): Problem[] {
  const allowed = allowedProperties.get(issue.keys) ?? [];
  return issue.keys.slice(0, MAX_PROBLEMS).map((key) => {
    const suggestion = findNearest(key, allowed);
    const hint =
      suggestion === undefined
        ? `The properties here are ${allowed.join(', ')}`
        : `Did you mean ${JSON.stringify(suggestion)}?`;
    const type = jsonTypeOf(asRecord(issue.input)[key]);
    return createProblem([...path, key], 'unknown_property', `is not a known property. ${hint}`, type);
  });
}

/**
 * Finds the branch of a union that the client probably meant: the branch that accepts the type of the value
 * and rejects only fields or items inside the value.
 */
function findIntendedBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  return (
    branches.find((issues) =>
      issues.every((issue) => issue.path.length > 0 || issue.code === 'unrecognized_keys'),
    ) ?? branches.find((issues) => issues.every(isMisspeltName))
  );
}

/** True if a text is none of a long list of names. It was probably meant as one. */
function isMisspeltName(issue: Issue): boolean {
  return (
    issue.code === 'invalid_value' &&
    issue.values.length > MAX_LISTED_NAMES &&
    typeof issue.input === 'string'
  );
}

/** Returns the invalid value. For a discriminated union, this is the value of the discriminator. */
function invalidValueOf(issue: Issue): unknown {
  // A rule between fields reports its issue on the object that holds the fields, and puts the invalid value
  // into `params`.
  if (issue.code === 'custom' && issue.params && 'value' in issue.params) return issue.params['value'];
  const { discriminator } = issue.code === 'invalid_union' ? issue : {};
  return discriminator === undefined ? issue.input : asRecord(issue.input)[discriminator];
}

function problemCodeOf(issue: Issue, value: unknown): ProblemCode {
  // Kinora's own rules put a `ProblemCode` into `params`, which zod does not type.
  if (issue.code === 'custom') return (issue.params?.['code'] as ProblemCode | undefined) ?? 'wrong_form';
  if (value === undefined) return 'required';
  const hasDiscriminator = issue.code === 'invalid_union' && issue.discriminator !== undefined;
  return hasDiscriminator ? 'not_allowed' : (CODES[issue.code] ?? 'wrong_form');
}

/**
 * Adds a hint if the value still holds a placeholder, because the placeholder may be all that is wrong with
 * the value.
 */
function appendPlaceholderHint(phrase: string, value: unknown): string {
  const name = typeof value === 'string' ? findPlaceholder(value) : undefined;
  if (name === undefined) return phrase;
  return `${phrase}${phrase.endsWith('?') ? '' : '.'} The placeholder {{ ${truncateText(name)} }} has no value. Add one to "merge"`;
}

const CODES: Partial<Record<Issue['code'], ProblemCode>> = {
  invalid_type: 'wrong_type',
  invalid_union: 'wrong_type',
  invalid_value: 'not_allowed',
  too_small: 'out_of_range',
  too_big: 'out_of_range',
};

function toPath(path: readonly PropertyKey[]): (string | number)[] {
  return path.map((step) => (typeof step === 'symbol' ? String(step) : step));
}
