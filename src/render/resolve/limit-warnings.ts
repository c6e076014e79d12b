import { MAX_PROBLEMS, type Warning } from '../../edit/model.ts';

/**
 * Limits warnings to the maximum number in a response. If there are more, the last warning says how many were
 * left out.
 */
export function limitWarnings(warnings: readonly Warning[]): Warning[] {
  if (warnings.length <= MAX_PROBLEMS) return [...warnings];
  const shown = warnings.slice(0, MAX_PROBLEMS - 1);
  // The text says "at least", because the search for overlaps stops at its own limit and can miss some.
  const text = `There are at least ${warnings.length - shown.length} more warnings.`;
  return [...shown, { field: 'timeline', text }];
}
