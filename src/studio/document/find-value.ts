import { createScanner, type JSONScanner } from 'jsonc-parser';

/** The tokens of the scanner. The package has them as an enum that only its own compiler can read. */
const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  string: 10,
  end: 17,
} as const;

/** The place of a value in a text: its first character, and the one after its last. */
export interface ValuePlace {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds a value in a JSON text without building a tree of all values, so that it costs little at each letter.
 *
 * @param text valid JSON.
 * @returns undefined if there is no value at this path.
 */
export function findValue(text: string, path: readonly (string | number)[]): ValuePlace | undefined {
  const scanner = createScanner(text, true);
  let token: number = scanner.scan();
  for (const step of path) {
    const isFound =
      typeof step === 'string'
        ? token === TOKEN.openBrace && enterField(scanner, step)
        : token === TOKEN.openBracket && enterItem(scanner, step);
    if (!isFound) return undefined;
    token = scanner.getToken();
  }
  const from = scanner.getTokenOffset();
  skipValue(scanner);
  return { from, to: scanner.getTokenOffset() + scanner.getTokenLength() };
}

/** Goes to the value of a field. The scanner is at the brace before. @returns false if there is no such field. */
function enterField(scanner: JSONScanner, name: string): boolean {
  while ((scanner.scan() as number) === TOKEN.string) {
    const isWanted = scanner.getTokenValue() === name;
    // The colon, and the value behind it.
    scanner.scan();
    scanner.scan();
    if (isWanted) return true;
    skipValue(scanner);
    if ((scanner.scan() as number) !== TOKEN.comma) return false;
  }
  return false;
}

/** Goes to an item of a list. The scanner is at the bracket before. @returns false if the list is too short. */
function enterItem(scanner: JSONScanner, index: number): boolean {
  let token: number = scanner.scan();
  for (let place = 0; place < index && token !== TOKEN.closeBracket; place++) {
    skipValue(scanner);
    if ((scanner.scan() as number) !== TOKEN.comma) return false;
    token = scanner.scan();
  }
  return token !== TOKEN.closeBracket && token !== TOKEN.end;
}

/** Goes from the first token of a value to its last. */
function skipValue(scanner: JSONScanner): void {
  let depth = 0;
  for (let token: number = scanner.getToken(); token !== TOKEN.end; token = scanner.scan()) {
    if (token === TOKEN.openBrace || token === TOKEN.openBracket) depth++;
    if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) depth--;
    if (depth === 0) return;
  }
}
