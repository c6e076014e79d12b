/** What a JSON text means; `undefined`, which no JSON text means, when it is none. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whoever calls this treats a damaged text as none.
    return undefined;
  }
}
