/**
 * Returns the `code` of an error of Node.js or of a package, such as `ENOENT`, or `undefined` if it has none.
 */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
