/** The transitions that Kinora adds with fields of their own (contract C55), and their directions. */
export const SHAPED_TRANSITIONS = {
  iris: ['open', 'close'],
  split: ['openHorizontal', 'closeHorizontal', 'openVertical', 'closeVertical'],
  zoomThrough: ['in', 'out'],
  whip: ['left', 'right', 'up', 'down'],
  luma: [],
  glitch: ['horizontal', 'vertical'],
  lightLeak: ['right', 'left', 'up', 'down'],
  filmBurn: ['right', 'left', 'up', 'down'],
  pageTurn: ['left', 'right', 'up', 'down'],
} as const;

/** The shapes of an iris. The first is the default. */
export const IRIS_SHAPES = ['circle', 'ellipse', 'rectangle', 'diamond', 'heart', 'star'] as const;

/** The built-in pictures of a wipe by brightness. The first is the default. */
export const LUMA_PATTERNS = ['clock', 'diagonal', 'blinds', 'checker', 'spiral', 'clouds'] as const;
