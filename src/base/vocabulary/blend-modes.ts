/** The ways in which a clip is mixed with what is below it. The first is the default. */
export const BLEND_MODES = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'soft-light',
  'hard-light',
  'add',
  'darken',
  'lighten',
  'difference',
  'color',
  'luminosity',
] as const;

/** A way of mixing that is not the ordinary one. */
export type BlendMode = Exclude<(typeof BLEND_MODES)[number], 'normal'>;
