import { parseColour } from '../../base/colour.ts';
import type { Asset } from '../schema/clip.ts';
import type { Rule } from './rule.ts';

type AssetOf<Type extends Asset['type']> = Extract<Asset, { type: Type }>;
type BoxedText = AssetOf<'rich-text' | 'rich-caption'>;
type Line = BoxedText['stroke'];

/** The rule of a background without a colour. @param isSet true if it has a setting that needs one. */
function colorless<Part extends { background?: { color?: string | undefined } | undefined }>(
  isSet: (background: NonNullable<Part['background']>) => boolean,
): Rule<Part> {
  return {
    at: 'background',
    when: ({ background }) => background !== undefined && background.color === undefined && isSet(background),
    say: 'The background has no effect without a "color".',
  };
}

/** The rule of an outline or a border that is not drawn, because it has no width. */
function widthless<Part>(at: string, name: string, lineOf: (asset: Part) => Line): Rule<Part> {
  return {
    at,
    when: (asset) => {
      const { width, color, opacity } = lineOf(asset) ?? {};
      return width === undefined && (color !== undefined || opacity !== undefined);
    },
    say: `The ${name} has no effect without a "width" of more than 0.`,
  };
}

/** The rule of a least size that is not below the wanted size, which has a default. */
function leastSizeAbove(defaultSize: number): Rule<AssetOf<'text' | 'rich-text'>> {
  return {
    at: 'font.minSize',
    when: ({ font: { minSize = 0, size = defaultSize } = {} }) => minSize > size,
    say: ({ font: { size = defaultSize } = {} }) =>
      `The least size has no effect, because it exceeds the size, ${size}. Set "minSize" to less.`,
  };
}

const RADIAL_ANGLE: Rule<BoxedText> = {
  at: 'style.gradient.angle',
  when: ({ style: { gradient } = {} }) => gradient?.type === 'radial' && (gradient.angle ?? 0) !== 0,
  say: 'The angle has no effect on a radial gradient. Set "type" to "linear", or remove the angle.',
};

/** The rules that rich texts and rich captions share. */
const BOXED_TEXT: readonly Rule<BoxedText>[] = [
  widthless('stroke', 'stroke', ({ stroke }) => stroke),
  widthless('border', 'border', ({ border }) => border),
  {
    at: 'shadow',
    when: ({ shadow, ...asset }) => {
      const isSet = [shadow?.offsetX, shadow?.offsetY, shadow?.blur].some((value) => value !== undefined);
      // The shadow of the active word inherits the missing fields of the shadow of the other words.
      const isPart = 'active' in asset && asset.active?.shadow !== undefined;
      return shadow !== undefined && !isSet && !isPart;
    },
    say: 'The shadow has no effect, because it lies exactly behind the letters. Set "offsetX", "offsetY" or "blur".',
  },
  colorless(({ opacity = 1, padding = 0, wrap = false }) => opacity !== 1 || padding > 0 || wrap),
  {
    at: 'background.padding',
    when: ({ background: { color, padding = 0, wrap = false } = {} }) =>
      color !== undefined && padding > 0 && !wrap,
    say: 'The padding of the background has no effect unless "wrap" is true. To keep the text away from the edges of its box, use "padding" of the asset.',
  },
];

const TEXT: readonly Rule<AssetOf<'text'>>[] = [
  leastSizeAbove(32),
  colorless(({ opacity = 1, padding = 0 }) => opacity !== 1 || padding > 0),
  {
    at: 'stroke',
    when: ({ stroke: { color, width = 0 } = {} }) => color === undefined && width > 0,
    say: 'The stroke has no effect without a "color". Add one, or remove the stroke.',
  },
  widthless('stroke', 'stroke', ({ stroke }) => stroke),
];

const RICH_TEXT: readonly Rule<AssetOf<'rich-text'>>[] = [
  ...BOXED_TEXT,
  leastSizeAbove(24),
  widthless('font.stroke', 'stroke', ({ font }) => font?.stroke),
  {
    at: 'stroke',
    when: ({ font, stroke }) => font?.stroke !== undefined && (stroke?.width ?? 0) > 0,
    say: 'The stroke has no effect, because the stroke of "font" takes precedence. Remove one of the two.',
  },
  RADIAL_ANGLE,
  {
    at: 'animation.duration',
    when: ({ animation }) => animation?.preset === 'movingLetters' && animation.duration !== undefined,
    say: 'The duration has no effect, because "movingLetters" lasts as long as the clip.',
  },
  {
    at: 'animation.style',
    when: ({ animation }) => animation?.preset === 'ascend' && animation.style === 'character',
    say: 'The style has no effect, because "ascend" moves whole words.',
  },
  {
    at: 'animation.style',
    when: ({ animation }) => animation?.preset === 'movingLetters' && animation.style === 'word',
    say: 'The style has no effect, because "movingLetters" moves each character.',
  },
  {
    at: 'animation.direction',
    say: ({ animation: { preset, direction } = {} }) => {
      if (direction === undefined || preset === undefined) return undefined;
      if (preset === 'fadeIn' || preset === 'typewriter')
        return `The direction has no effect, because "${preset}" moves nothing.`;
      return preset === 'ascend' && (direction === 'left' || direction === 'right')
        ? `The direction "${direction}" counts as "up", because "ascend" moves only up or down.`
        : undefined;
    },
  },
];

const CAPTION: readonly Rule<AssetOf<'caption'>>[] = [
  {
    at: 'font.strokeWidth',
    when: ({ font: { stroke, strokeWidth = 0 } = {} }) => stroke === undefined && strokeWidth > 0,
    say: 'The width of the stroke has no effect without a colour. Set "stroke" of the font to one.',
  },
  {
    at: 'font.stroke',
    when: ({ font: { stroke, strokeWidth } = {} }) => stroke !== undefined && strokeWidth === undefined,
    say: 'The stroke has no effect without a width. Set "strokeWidth" of the font to more than 0.',
  },
  colorless(
    ({ opacity = 0.8, padding = 10, borderRadius = 4 }) =>
      opacity !== 0.8 || padding !== 10 || borderRadius !== 4,
  ),
];

const RICH_CAPTION: readonly Rule<AssetOf<'rich-caption'>>[] = [
  ...BOXED_TEXT,
  RADIAL_ANGLE,
  {
    at: 'font.size',
    when: ({ font, style }) =>
      font?.size !== undefined && style?.size !== undefined && font.size !== style.size,
    say: 'The size of "font" has no effect, because the size of "style" takes precedence. Remove one of the two.',
  },
  {
    at: 'animation.direction',
    when: ({ animation: { style = 'slide', direction = 'up' } = {} }) =>
      style !== 'slide' && direction !== 'up',
    say: ({ animation }) =>
      `The direction has no effect on the style "${animation?.style}". Only "slide" has a direction.`,
  },
];

const SHAPE: readonly Rule<AssetOf<'shape'>>[] = [
  widthless('stroke', 'stroke', ({ stroke }) => stroke),
  ...(['rectangle', 'circle', 'line'] as const).map((name): Rule<AssetOf<'shape'>> => ({
    at: name,
    when: ({ shape, [name]: size }) => shape !== name && size !== undefined,
    say: ({ shape }) => `The ${name} has no effect, because the shape is a ${shape}.`,
  })),
];

const PROGRESS: readonly Rule<AssetOf<'progress'>>[] = [
  {
    at: 'thickness',
    when: ({ shape, thickness }) => shape !== 'ring' && thickness !== undefined,
    say: 'The thickness has no effect on a bar, which is as thick as its box. Set "shape" to "ring", or set its width or height.',
  },
  ...(['direction', 'cornerRadius'] as const).map((name): Rule<AssetOf<'progress'>> => ({
    at: name,
    when: ({ shape, direction = 'right', cornerRadius = 0 }) =>
      shape === 'ring' && (name === 'direction' ? direction !== 'right' : cornerRadius !== 0),
    say: `The field "${name}" has no effect on a ring. Set "shape" to "bar", or remove it.`,
  })),
];

const WAVEFORM: readonly Rule<AssetOf<'waveform'>>[] = [
  {
    at: 'thickness',
    when: ({ shape, mirrored = true, thickness = 4 }) => thickness !== 4 && (shape !== 'line' || mirrored),
    say: 'The thickness has no effect. Only a line that is not mirrored has one: set "shape" to "line" and "mirrored" to false.',
  },
  ...(['gap', 'cornerRadius'] as const).map((name): Rule<AssetOf<'waveform'>> => ({
    at: name,
    when: ({ shape, gap = 0.4, cornerRadius = 0 }) =>
      shape === 'line' && (name === 'gap' ? gap !== 0.4 : cornerRadius !== 0),
    say: `The field "${name}" has no effect on a line. Set "shape" to "bars" or "circle", or remove it.`,
  })),
];

/** How much darker, 0 to 1, the modules of a QR code must be than what is behind them, or most readers fail. */
const LEAST_CONTRAST = 0.4;

const QR: readonly Rule<AssetOf<'qr'>>[] = [
  {
    at: 'color',
    when: ({ color = '#000000', background = '#ffffff' }) =>
      background !== 'transparent' && brightnessOf(background) - brightnessOf(color) < LEAST_CONTRAST,
    say: 'The QR code can probably not be scanned, because its modules are not much darker than its background. Set "color" to a darker colour, or "background" to a brighter one.',
  },
  {
    at: 'margin',
    when: ({ margin = 4, background }) => margin < 2 && background !== 'transparent',
    say: 'Some readers do not find a QR code with so small a margin. Set "margin" to 4, or at least to 2.',
  },
];

/** Returns the perceived brightness of a colour, 0 to 1. */
function brightnessOf(colour: string): number {
  const { red, green, blue } = parseColour(colour);
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}

/**
 * The rules of the fields that have no effect beside certain other fields. A field that repeats its default is
 * never reported, because programs that write edits often fill in all defaults.
 */
export const ASSET_RULES: { readonly [Type in Asset['type']]?: readonly Rule<AssetOf<Type>>[] } = {
  text: TEXT,
  'rich-text': RICH_TEXT,
  caption: CAPTION,
  'rich-caption': RICH_CAPTION,
  shape: SHAPE,
  progress: PROGRESS,
  qr: QR,
  waveform: WAVEFORM,
};
