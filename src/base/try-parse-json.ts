/** Parses a JSON text. Returns `undefined` if the text is not valid. No valid text parses to `undefined`. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
