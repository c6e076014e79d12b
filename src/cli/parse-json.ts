import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { KinoraError } from '../base/errors.ts';

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

/**
 * Reads a JSON text.
 *
 * @param name what the text is called in the message, such as the path that the user gave.
 * @throws {KinoraError} `not_json` with the line and the column, both from 1, of the first thing that is wrong.
 */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new KinoraError('not_json', `${name} is not JSON: ${firstMistake(text)}.`, { cause: error });
  }
}

/** The engine's own message often does not say where, so a parser that does reads the text once more. */
function firstMistake(text: string): string {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const first = errors[0];
  const before = text.slice(0, first?.offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const reason = (first && REASONS[printParseErrorCode(first.error)]) ?? 'this is not allowed';
  return `line ${before.length}, column ${column}: ${reason}`;
}
