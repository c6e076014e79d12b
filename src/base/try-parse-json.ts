/** Parses a JSON text. Returns `undefined`, which is no JSON value, if the text is not valid. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
