import { truncateText } from './messages.ts';

/** Problems after which the rest is not looked at: an answer stays small and a hostile edit costs little. */
export const MAX_PROBLEMS = 100;

/** What kind of thing is wrong; clients may rely on these words. */
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
  | 'circular'
  | 'no_length'
  | 'not_supported'
  | 'no_credentials';

export const JSON_TYPES = ['string', 'number', 'boolean', 'null', 'array', 'object', 'missing'] as const;
/** The JSON type of a value, or `missing` where there is none. */
export type JsonType = (typeof JSON_TYPES)[number];

/** What a value is in the words of JSON. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'object' ? type : 'missing';
}

/** The way from the edit to one of its values: names of properties and indexes of lists. */
export type Path = readonly (string | number)[];

/** One thing that is wrong with an edit. */
export interface Problem {
  readonly path: Path;
  /** The path as one reads it: `timeline.tracks[0].clips[0].asset.src`; empty for the edit itself. */
  readonly field: string;
  /** The path as a JSON pointer (RFC 6901): `/timeline/tracks/0/clips/0/asset/src`; empty for the edit itself. */
  readonly pointer: string;
  readonly code: ProblemCode;
  /** What the wrong value is. */
  readonly type: JsonType;
  /** One public sentence: what is wrong, where, and what would be right. */
  readonly message: string;
}

/** The longest name of a property that is repeated in an answer, in characters. */
const MAX_NAME_LENGTH = 100;

/**
 * A problem from its path.
 *
 * @param phrase what is wrong, without a full stop: "is required: a number". The name of the field is put before it.
 * @param type what the wrong value is; a text, as all is in addresses and headers, unless it is said.
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

/** A path as one reads it: `tracks[0].clips`. */
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
