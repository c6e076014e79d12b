/**
 * Parses a JSON text. Returns `undefined` only if the text is not valid, because no JSON value is
 * `undefined`.
 */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
