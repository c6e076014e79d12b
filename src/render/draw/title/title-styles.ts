import type { TitleAsset } from '../../../edit/model.ts';

/** The look of a title. Lengths are in font sizes. */
export interface TitleStyle {
  readonly family: string;
  readonly weight: number;
  /** Factor on the font size. It makes fonts with small and large letters look equally large. */
  readonly size: number;
  readonly lineHeight: number;
  /** Letter spacing. */
  readonly spacing: number;
  readonly capitals: boolean;
  /** Opacity of the shadow, 0 to 1. Thin letters need a stronger shadow. */
  readonly shadow: number;
  /** Width of an outline in black or white, whichever contrasts with the letters. 0 for none. */
  readonly outline: number;
}

const PLAIN = {
  weight: 400,
  size: 1,
  lineHeight: 1.15,
  spacing: 0,
  capitals: false,
  shadow: 0.4,
  outline: 0,
};

/** The ten styles. Contract 2.18 does not specify their look. */
export const TITLE_STYLES: Readonly<Record<NonNullable<TitleAsset['style']>, TitleStyle>> = {
  minimal: { ...PLAIN, family: 'Montserrat', weight: 500, size: 0.86, spacing: -0.01, shadow: 0.45 },
  blockbuster: {
    ...PLAIN,
    family: 'Uni Neue',
    weight: 700,
    lineHeight: 0.98,
    spacing: 0.02,
    capitals: true,
    shadow: 0.55,
  },
  vogue: { ...PLAIN, family: 'Arapey', size: 1.12, lineHeight: 1.05, spacing: -0.005, shadow: 0.75 },
  sketchy: {
    ...PLAIN,
    family: 'Sue Ellen Francisco',
    size: 1.2,
    lineHeight: 1.2,
    spacing: 0.01,
    shadow: 0.75,
  },
  skinny: {
    ...PLAIN,
    family: 'Didact Gothic',
    size: 0.84,
    lineHeight: 1.25,
    spacing: 0.16,
    capitals: true,
    shadow: 0.75,
  },
  chunk: { ...PLAIN, family: 'Montserrat', weight: 800, size: 0.96, lineHeight: 1, spacing: -0.025 },
  chunkLight: {
    ...PLAIN,
    family: 'Montserrat',
    weight: 300,
    size: 0.96,
    lineHeight: 1.05,
    spacing: -0.025,
    shadow: 0.9,
  },
  marker: { ...PLAIN, family: 'Permanent Marker', size: 0.92, lineHeight: 1.1 },
  future: {
    ...PLAIN,
    family: 'MovLette',
    size: 0.72,
    lineHeight: 1.3,
    spacing: 0.06,
    capitals: true,
    shadow: 0.75,
  },
  subtitle: { ...PLAIN, family: 'Clear Sans', size: 0.8, lineHeight: 1.25, shadow: 0.6, outline: 0.045 },
};

/** Font sizes as a fraction of the shorter side of the picture (contract 2.18). */
export const TITLE_SIZES: Readonly<Record<NonNullable<TitleAsset['size']>, number>> = {
  'xx-small': 0.04,
  'x-small': 0.06,
  small: 0.08,
  medium: 0.11,
  large: 0.15,
  'x-large': 0.2,
  'xx-large': 0.26,
};
