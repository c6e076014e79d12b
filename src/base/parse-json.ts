import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import { KinoraError } from './errors.ts';

/** By the names that the parser gives its codes; the codes themselves are a `const enum`, which Node.js cannot strip. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is neither a string in double quotes nor a number, true, false or null',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a property name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is expected',
  CloseBracketExpected: 'a closing bracket is expected',
  EndOfFileExpected: 'the text should end before this',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'this string does not end on its line',
  UnexpectedEndOfNumber: 'this number is not complete',
  InvalidUnicode: 'this string has a wrong \\u escape',
  InvalidEscapeCharacter: 'this string has a wrong escape',
  InvalidCharacter: 'this string has a control character',
};

/** Lists and objects in each other, at the most. An edit needs about a dozen; code that follows a value down may rely on it. */
const MAX_DEPTH = 100;

/** Says what of a text is not the JSON that is read here, and where: `line` and `column` count from 1. */
export class JsonError extends KinoraError {
  readonly line: number;
  readonly column: number;
  /** What is wrong there, without a full stop. */
  readonly reason: string;

  /** @param what what it makes of the text, after its name: "is not JSON". */
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
 * Reads a JSON text as RFC 8259 has it, at most {@link MAX_DEPTH} lists and objects deep. Names of properties that could change
 * what an object is in JavaScript are refused: `__proto__`, and `prototype` in `constructor`; and so are numbers that are too
 * large for a float, which would be infinite. What is read here, any other
 * parser of JSON reads as well; {@link decodeText} has left the byte order mark out.
 *
 * @param name what the text is called in the message, such as the path that the user gave.
 * @throws {JsonError} `not_json` for the first thing that is wrong.
 */
export function parseJson(text: string, name: string): unknown {
  rejectDeepNesting(text, name);
  const value = parse(text, name);
  if (MAYBE_DANGEROUS.test(text)) rejectDangerousNames(text, name);
  if (MAYBE_INFINITE.test(text)) rejectInfinity(text, name);
  return value;
}

/**
 * The text that bytes are in UTF-8, without its byte order mark.
 *
 * @param name as for {@link parseJson}.
 * @throws {KinoraError} `not_json` for bytes that are no UTF-8.
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new KinoraError('not_json', `${name} is not JSON: it is not text in UTF-8.`, { cause: error });
  }
}

function parse(json: string, name: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // The engine's own message often does not say where, so a parser that does reads the text once more.
    const onError: JSONVisitor['onError'] = (code, _offset, _length, line, column) => {
      const reason = REASONS[printParseErrorCode(code)] ?? 'this is not allowed';
      throw createJsonError(name, 'is not JSON', line, column, reason, error);
    };
    visit(json, { onError }, { disallowComments: true });
    throw new KinoraError('not_json', `${name} is not JSON.`, { cause: error });
  }
}

/** Finds the first bracket that is too deep in one pass over the text, before anything is made of it. */
function rejectDeepNesting(json: string, name: string): void {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = findEndOfString(json, at);
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) depth += 1;
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth -= 1;
    if (depth <= MAX_DEPTH) continue;
    const reason = `lists and objects may be ${MAX_DEPTH} deep at the most`;
    throw createJsonError(name, 'is nested too deep', ...positionOf(json, at), reason);
  }
}

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [34, 92, 91, 93, 123, 125];

/** The index of the quote that ends the string which begins at an index; beyond the text when none does. */
function findEndOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** The line and the column of an index, both from 0. Without a list of the lines, of which there may be millions. */
function positionOf(text: string, at: number): [line: number, column: number] {
  let line = 0;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return [line, at - start];
}

/** Whether it is worth looking for a dangerous name: one of the words, or letters of them as escapes. */
const MAYBE_DANGEROUS = /__proto__|prototype|\\u00[567]/i;

function rejectDangerousNames(json: string, name: string): void {
  visit(json, {
    onObjectProperty: (property, _offset, _length, line, column, pathOf) => {
      const dangerous =
        property === '__proto__' || (property === 'prototype' && pathOf().at(-1) === 'constructor');
      if (!dangerous) return;
      const reason = `a property may not be called "${property}" here`;
      throw createJsonError(name, 'has a forbidden name', line, column, reason);
    },
  });
}

/** Whether it is worth looking for such a number: an exponent of three digits, or more digits than one of two makes up for. */
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
        'the largest is about 1.8e308',
      );
    },
  });
}

/** An error for a place, whose line and column count from 0. */
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
