import { showInLine } from '../../base/text/show-controls.ts';

/** Maximum number of features that a warning names. */
const MAX_FEATURES = 8;

/**
 * Describes an SVG that a browser ought to draw, and that none draws.
 *
 * @param features the names of what the SVG renderer does not draw as a browser does. At least one.
 * @param reason a sentence on why no browser draws it.
 */
export function describeBrowserNeed(features: readonly string[], reason: string): string {
  const more = features.length > MAX_FEATURES ? ` and ${features.length - MAX_FEATURES} more` : '';
  const names = features.slice(0, MAX_FEATURES).map(showInLine).join(', ');
  return `The SVG uses what only a browser draws (${names}${more}), and no browser draws it, so parts of it may be missing or wrong. ${reason}`;
}
