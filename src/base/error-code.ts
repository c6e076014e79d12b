/**
 * Returns the `code` of an error that Node.js or a package threw, such as `ENOENT`. Returns `undefined` if
 * the error has none.
 */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
