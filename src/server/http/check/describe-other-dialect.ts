import type { Dialect } from '../../../edit/index.ts';

/**
 * Returns a sentence about the dialect in which a rejected edit is valid, or undefined if it is valid in none.
 */
export function describeOtherDialect(other: Dialect | undefined): string | undefined {
  return other === undefined
    ? undefined
    : `In the dialect "${other}" the edit is valid: send the header x-kinora-dialect: ${other}.`;
}
