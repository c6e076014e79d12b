import { truncateText } from './messages.ts';

/**
 * Maximum number of problems to report. The limit keeps responses small, and makes hostile edits cheap to
 * check.
 */
export const MAX_PROBLEMS = 100;

/** Kind of a problem. Clients may rely on these codes. */
export type ProblemCode =
  | 'required'
  | 'wrong_type'
  | 'not_allowed'
  | 'unknown_property'
  | 'out_of_range'
  | 'wrong_form'
  | 'not_even'
  | 'conflict'
  | 'overlap'
  | 'alias_unknown'
  | 'alias_used_twice'
  | 'font_unknown'
  | 'circular'
  | 'no_length'
  | 'not_supported'
  | 'no_credentials'
  | 'private_address';

export const JSON_TYPES = ['string', 'number', 'boolean', 'null', 'array', 'object', 'missing'] as const;
/** The JSON type of a value, or `missing` if there is no value. */
export type JsonType = (typeof JSON_TYPES)[number];

/** Returns the JSON type of a value. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'object' ? type : 'missing';
}

/** Path from the edit to one of its values: property names and list indexes. */
export type Path = readonly (string | number)[];

/** A reason to reject an edit. */
export interface Problem {
  readonly path: Path;
  /** The path in readable form: `timeline.tracks[0].clips[0].asset.src`. Empty for the edit itself. */
  readonly field: string;
  /**
   * The path as a JSON pointer (RFC 6901): `/timeline/tracks/0/clips/0/asset/src`. Empty for the edit itself.
   */
  readonly pointer: string;
  readonly code: ProblemCode;
  /** JSON type of the wrong value. */
  readonly type: JsonType;
  /** Public message: what is wrong, where, and what to do. */
  readonly message: string;
}

/** Maximum length of a property name in a response, in characters. */
const MAX_NAME_LENGTH = 100;

/**
 * Creates a problem of the value at a path.
 *
 * @param phrase what is wrong and what to do, without the last full stop: "is required: a number". The phrase
 *   follows the field name.
 * @param type JSON type of the wrong value. By default a string, because all values in URLs and headers are
 *   strings.
 */
export function createProblem(
  path: Path,
  code: ProblemCode,
  phrase: string,
  type: JsonType = code === 'required' ? 'missing' : 'string',
): Problem {
  const short = path.map((step) => (typeof step === 'string' ? truncateText(step, MAX_NAME_LENGTH) : step));
  const field = formatPath(short);
  const sentence = `${field === '' ? 'The edit' : field} ${phrase}`;
  const message = sentence.endsWith('?') ? sentence : `${sentence}.`;
  return { path: short, field, pointer: toPointer(short), code, type, message };
}

/** Collects the problems of some parts of an edit, at most {@link MAX_PROBLEMS}. */
export function collectProblems<Part>(
  parts: Iterable<Part>,
  check: (part: Part) => readonly Problem[],
): Problem[] {
  const found: Problem[] = [];
  for (const part of parts) {
    found.push(...check(part));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found.slice(0, MAX_PROBLEMS);
}

/** Formats a path in readable form: `tracks[0].clips`. */
export function formatPath(path: Path): string {
  return path.map(formatStep).join('');
}

function formatStep(step: string | number, index: number): string {
  if (typeof step === 'number') return `[${step}]`;
  if (!/^[\w$-]+$/.test(step)) return `[${JSON.stringify(step)}]`;
  return index === 0 ? step : `.${step}`;
}

function toPointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
