import { MAX_PROBLEMS, type Warning } from '../../edit/model.ts';

/** As many warnings as an answer has at the most; where there are more, the last one says so. */
export function limitWarnings(warnings: readonly Warning[]): Warning[] {
  if (warnings.length <= MAX_PROBLEMS) return [...warnings];
  const shown = warnings.slice(0, MAX_PROBLEMS - 1);
  // Of overlaps no more are looked for either.
  const text = `timeline: there are at least ${warnings.length - shown.length} more warnings.`;
  return [...shown, { field: 'timeline', text }];
}
