/** The maximum depth of causes to follow, because causes may form a circle. */
const MAX_DEPTH = 10;

/**
 * Returns an error or the first of its causes that passes a test. Follows the errors of an `AggregateError`, too.
 * Undefined if there is none.
 */
export function findCause<Found extends Error = Error>(
  error: unknown,
  accepts: ((one: Error) => one is Found) | ((one: Error) => boolean),
  depth = 0,
): Found | undefined {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return undefined;
  // The cast is safe: the test of a narrower type has passed.
  if (accepts(error)) return error as Found;
  const nested: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  for (const one of [error.cause, ...nested]) {
    const found = findCause(one, accepts, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
