import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import { KinoraError } from './errors.ts';

/**
 * Reasons for messages, by the name of the parser's error code. The keys are names, because the codes are a
 * `const enum`, which Node.js cannot strip.
 */
const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is neither a string in double quotes nor a number, true, false or null',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a property name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is expected',
  CloseBracketExpected: 'a closing bracket is expected',
  EndOfFileExpected: 'there is text after the end of the JSON value',
  InvalidCommentToken: 'JSON does not allow comments',
  UnexpectedEndOfComment: 'JSON does not allow comments',
  UnexpectedEndOfString: 'this string has no closing quote on its line',
  UnexpectedEndOfNumber: 'this number is not complete',
  InvalidUnicode: 'this string has an invalid \\u escape',
  InvalidEscapeCharacter: 'this string has an invalid escape',
  InvalidCharacter: 'this string has a control character',
};

/**
 * Maximum depth of nested lists and objects. An edit needs about a dozen levels. Recursive code relies on
 * this limit, so that the stack never overflows.
 */
export const MAX_JSON_DEPTH = 100;
/**
 * Maximum number of properties of one object. An edit needs about a dozen. V8 makes a hash table of an object with many
 * properties, and each pass over half a million of them takes seconds.
 */
const MAX_PROPERTIES = 10_000;

/** An error in a JSON text with its position. `line` and `column` count from 1. */
export class JsonError extends KinoraError {
  readonly line: number;
  readonly column: number;
  /** Description of the error, without its position and without a full stop. */
  readonly reason: string;

  /** @param what predicate that follows the name of the text: "is not JSON". */
  constructor(
    name: string,
    what: string,
    { line, column, reason }: Pick<JsonError, 'line' | 'column' | 'reason'>,
    cause?: unknown,
  ) {
    super('not_json', `${name} ${what}: line ${line}, column ${column}: ${reason}.`, { cause });
    this.line = line;
    this.column = column;
    this.reason = `the text ${what}: ${reason}`;
  }
}

/**
 * Parses a JSON text (RFC 8259) that is at most {@link MAX_JSON_DEPTH} lists and objects deep, and whose
 * objects have at most {@link MAX_PROPERTIES} properties each. Rejects property names that could change the
 * prototype of an object (`__proto__`, and `prototype` in `constructor`), and numbers too large for a float.
 * Every text that this function accepts is valid JSON for any other parser, too. The text must not have a byte
 * order mark: {@link decodeText} removes it.
 *
 * @param name name of the text in messages, such as the path that the user gave.
 * @throws {JsonError} `not_json` for the first error.
 */
export function parseJson(text: string, name: string): unknown {
  rejectExcess(text, name);
  const value = parse(text, name);
  if (MAYBE_DANGEROUS.test(text)) rejectDangerousNames(text, name);
  if (MAYBE_INFINITE.test(text)) rejectInfinity(text, name);
  return value;
}

/**
 * Decodes UTF-8 and removes the byte order mark.
 *
 * @param name name of the text in messages, as for {@link parseJson}.
 * @throws {KinoraError} `not_json` if the bytes are not valid UTF-8.
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new KinoraError('not_json', `${name} is not JSON: it is not valid UTF-8 text.`, { cause: error });
  }
}

function parse(json: string, name: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // The error of `JSON.parse` often has no position, so a second parser finds it.
    const onError: JSONVisitor['onError'] = (code, _offset, _length, line, column) => {
      const reason = REASONS[printParseErrorCode(code)] ?? 'this is not allowed';
      throw createJsonError(name, 'is not JSON', line, column, reason, error);
    };
    visit(json, { onError }, { disallowComments: true });
    throw new KinoraError('not_json', `${name} is not JSON.`, { cause: error });
  }
}

/**
 * Rejects a text whose lists and objects are nested too deeply, or whose objects have too many properties. Runs before
 * the parser.
 */
function rejectExcess(json: string, name: string): void {
  let depth = 0;
  /** The number of commas so far in the list or object at each depth. Those of a list do not count. */
  const commas = [0];
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = findEndOfString(json, at);
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) throw createDepthError(json, name, at);
      commas[depth] = code === OPEN_BRACE ? 0 : -Infinity;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth = Math.max(0, depth - 1);
    else if (code === COMMA) {
      const count = (commas[depth] ?? 0) + 1;
      if (count >= MAX_PROPERTIES) throw createPropertiesError(json, name, at);
      commas[depth] = count;
    }
  }
}

function createDepthError(json: string, name: string, at: number): JsonError {
  const reason = `lists and objects can be nested at most ${MAX_JSON_DEPTH} deep`;
  return createJsonError(name, 'is nested too deeply', ...positionOf(json, at), reason);
}

function createPropertiesError(json: string, name: string, at: number): JsonError {
  const reason = `an object can have at most ${MAX_PROPERTIES.toLocaleString('en-US')} properties`;
  return createJsonError(name, 'has too many properties', ...positionOf(json, at), reason);
}

const [QUOTE, COMMA, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [
  34, 44, 92, 91, 93, 123, 125,
];

/**
 * Returns the index of the closing quote of the string that starts at `from`, or an index beyond the end of
 * the text if the quote is missing.
 */
function findEndOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Returns the line and the column of an index, both counted from 0. Counts the lines without storing them,
 * because a text may have millions of lines.
 */
function positionOf(text: string, at: number): [line: number, column: number] {
  let line = 0;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return [line, at - start];
}

/**
 * Matches a text that may contain a dangerous property name: the name itself, or an escape that may encode
 * one of its letters.
 */
const MAYBE_DANGEROUS = /__proto__|prototype|\\u00[567]/i;

function rejectDangerousNames(json: string, name: string): void {
  visit(json, {
    onObjectProperty: (property, _offset, _length, line, column, pathOf) => {
      const dangerous =
        property === '__proto__' || (property === 'prototype' && pathOf().at(-1) === 'constructor');
      if (!dangerous) return;
      const reason = `a property must not be named "${property}" here`;
      throw createJsonError(name, 'has a forbidden property name', line, column, reason);
    },
  });
}

/**
 * Matches a text that may contain a number too large for a float: a number with a three-digit exponent, or
 * with 200 digits in a row.
 */
const MAYBE_INFINITE = /(?:^|[[,:\s])-?(?:\d[\d.]*e\+?\d{3}|\d{200})/i;

function rejectInfinity(json: string, name: string): void {
  visit(json, {
    onLiteralValue: (value, _offset, _length, line, column) => {
      if (typeof value !== 'number' || Number.isFinite(value)) return;
      throw createJsonError(
        name,
        'has a number that is too large',
        line,
        column,
        'the largest allowed number is about 1.8e308',
      );
    },
  });
}

/** Creates an error from a line and a column that count from 0. */
function createJsonError(
  name: string,
  what: string,
  line: number,
  column: number,
  reason: string,
  cause?: unknown,
): JsonError {
  return new JsonError(name, what, { line: line + 1, column: column + 1, reason }, cause);
}
