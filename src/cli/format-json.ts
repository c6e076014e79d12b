/** Formats a value as the JSON that commands print. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
