import type { ClipLocation } from '../clips/clip-location.ts';
import type { Asset } from '../schema/asset.ts';
import type { Clip } from '../schema/clip.ts';
import { createClipWarning, type Warning } from './warning.ts';

/**
 * A field that has no effect beside certain other fields. A field that repeats its default is never reported,
 * because programs that write edits often fill in all defaults.
 */
interface UnusedField<Part> {
  /** Path from the asset to the field. */
  readonly path: readonly string[];
  /** Explains in whole sentences why the field has no effect and what to do. Undefined if it has an effect. */
  readonly explain: (asset: Part) => string | undefined;
}

type UnusedFields = {
  readonly [Type in Asset['type']]?: readonly UnusedField<Extract<Asset, { type: Type }>>[];
};

type BoxedText = Extract<Asset, { type: 'rich-text' | 'rich-caption' }>;
type Line = BoxedText['stroke'];

/** The fields that rich texts and rich captions share. */
const BOXED_TEXT: readonly UnusedField<BoxedText>[] = [
  { path: ['stroke'], explain: ({ stroke }) => explainLine('stroke', stroke) },
  { path: ['border'], explain: ({ border }) => explainLine('border', border) },
  {
    path: ['shadow'],
    explain: ({ shadow, ...asset }) => {
      const isSet = [shadow?.offsetX, shadow?.offsetY, shadow?.blur].some((value) => value !== undefined);
      // The shadow of the active word inherits the missing fields of the shadow of the other words.
      const isPart = 'active' in asset && asset.active?.shadow !== undefined;
      if (!shadow || isSet || isPart) return undefined;
      return 'The shadow has no effect, because it lies exactly behind the letters. Set "offsetX", "offsetY" or "blur".';
    },
  },
  {
    path: ['background'],
    explain: ({ background = {} }) => {
      const { color, opacity = 1, padding = 0, wrap = false } = background;
      return color === undefined && (opacity !== 1 || padding > 0 || wrap) ? NO_BACKGROUND : undefined;
    },
  },
  {
    path: ['background', 'padding'],
    explain: ({ background: { color, padding = 0, wrap = false } = {} }) =>
      color !== undefined && padding > 0 && !wrap
        ? 'The padding of the background has no effect unless "wrap" is true. To keep the text away from the edges of its box, use "padding" of the asset.'
        : undefined,
  },
];

/** Creates the check for a least size that is not below the wanted size, which has a default. */
const leastSizeAbove = (
  defaultSize: number,
): UnusedField<Extract<Asset, { type: 'text' | 'rich-text' }>> => ({
  path: ['font', 'minSize'],
  explain: ({ font: { minSize, size = defaultSize } = {} }) =>
    minSize !== undefined && minSize > size
      ? `The least size has no effect, because it exceeds the size, ${size}. Set "minSize" to less.`
      : undefined,
});

const NO_BACKGROUND = 'The background has no effect without a "color".';

/** The fields of each type of asset that may have no effect. */
const UNUSED_FIELDS: UnusedFields = {
  text: [
    leastSizeAbove(32),
    {
      path: ['background'],
      explain: ({ background: { color, opacity = 1, padding = 0 } = {} }) =>
        color === undefined && (opacity !== 1 || padding > 0) ? NO_BACKGROUND : undefined,
    },
    {
      path: ['stroke'],
      explain: ({ stroke: { color, width } = {} }) => {
        if (color === undefined && (width ?? 0) > 0)
          return 'The stroke has no effect without a "color". Add one, or remove the stroke.';
        return color !== undefined && width === undefined ? noWidth('stroke') : undefined;
      },
    },
  ],
  'rich-text': [
    ...BOXED_TEXT,
    leastSizeAbove(24),
    { path: ['font', 'stroke'], explain: ({ font }) => explainLine('stroke', font?.stroke) },
    {
      path: ['stroke'],
      explain: ({ font, stroke }) =>
        font?.stroke !== undefined && (stroke?.width ?? 0) > 0
          ? 'The stroke has no effect, because the stroke of "font" takes precedence. Remove one of the two.'
          : undefined,
    },
    { path: ['style', 'gradient', 'angle'], explain: ({ style }) => explainAngle(style?.gradient) },
    {
      path: ['animation', 'duration'],
      explain: ({ animation }) =>
        animation?.preset === 'movingLetters' && animation.duration !== undefined
          ? 'The duration has no effect, because "movingLetters" lasts as long as the clip.'
          : undefined,
    },
    {
      path: ['animation', 'style'],
      explain: ({ animation: { preset, style } = {} }) => {
        if (preset === 'ascend' && style === 'character')
          return 'The style has no effect, because "ascend" moves whole words.';
        return preset === 'movingLetters' && style === 'word'
          ? 'The style has no effect, because "movingLetters" moves each character.'
          : undefined;
      },
    },
    {
      path: ['animation', 'direction'],
      explain: ({ animation: { preset, direction } = {} }) => {
        if (direction === undefined || preset === undefined) return undefined;
        if (preset === 'fadeIn' || preset === 'typewriter')
          return `The direction has no effect, because "${preset}" moves nothing.`;
        return preset === 'ascend' && (direction === 'left' || direction === 'right')
          ? `The direction "${direction}" counts as "up", because "ascend" moves only up or down.`
          : undefined;
      },
    },
  ],
  caption: [
    {
      path: ['font', 'strokeWidth'],
      explain: ({ font: { stroke, strokeWidth = 0 } = {} }) =>
        stroke === undefined && strokeWidth > 0
          ? 'The width of the stroke has no effect without a colour. Set "stroke" of the font to one.'
          : undefined,
    },
    {
      path: ['font', 'stroke'],
      explain: ({ font: { stroke, strokeWidth } = {} }) =>
        stroke !== undefined && strokeWidth === undefined
          ? 'The stroke has no effect without a width. Set "strokeWidth" of the font to more than 0.'
          : undefined,
    },
    {
      path: ['background'],
      explain: ({ background: { color, opacity = 0.8, padding = 10, borderRadius = 4 } = {} }) =>
        color === undefined && (opacity !== 0.8 || padding !== 10 || borderRadius !== 4)
          ? NO_BACKGROUND
          : undefined,
    },
  ],
  'rich-caption': [
    ...BOXED_TEXT,
    { path: ['style', 'gradient', 'angle'], explain: ({ style }) => explainAngle(style?.gradient) },
    {
      path: ['font', 'size'],
      explain: ({ font, style }) =>
        font?.size !== undefined && style?.size !== undefined && font.size !== style.size
          ? 'The size of "font" has no effect, because the size of "style" takes precedence. Remove one of the two.'
          : undefined,
    },
    {
      path: ['animation', 'direction'],
      explain: ({ animation: { style, direction = 'up' } = {} }) =>
        style !== undefined && style !== 'slide' && direction !== 'up'
          ? `The direction has no effect on the style "${style}". Only "slide" has a direction.`
          : undefined,
    },
  ],
  shape: [
    { path: ['stroke'], explain: ({ stroke }) => explainLine('stroke', stroke) },
    ...(['rectangle', 'circle', 'line'] as const).map((name) => ({
      path: [name],
      explain: ({ shape, [name]: size }: Extract<Asset, { type: 'shape' }>) =>
        shape !== name && size !== undefined
          ? `The ${name} has no effect, because the shape is a ${shape}.`
          : undefined,
    })),
  ],
};

/** Warns about fields of an asset that have no effect, and about a `fit` that has none. */
export function warnAboutUnusedFields(location: ClipLocation): Warning[] {
  const { clip } = location;
  const fields = (UNUSED_FIELDS[clip.asset.type] ?? []) as readonly UnusedField<Asset>[];
  const found = fields.flatMap(({ path, explain }) => {
    const text = explain(clip.asset);
    return text === undefined ? [] : [createClipWarning(location, ['asset', ...path], text)];
  });
  const [fit, loop, cut] = [explainFit(clip), explainLoop(clip), explainCut(clip)];
  const slow = explainSlowMotion(clip);
  const isFirst = location.index === 0 && (clip.overlap ?? 0) > 0;
  return [
    ...found,
    ...(fit === undefined ? [] : [createClipWarning(location, ['fit'], fit)]),
    ...(isFirst ? [createClipWarning(location, ['overlap'], NOTHING_BEFORE)] : []),
    ...(loop === undefined ? [] : [createClipWarning(location, ['asset', 'loop'], loop)]),
    ...(cut === undefined ? [] : [createClipWarning(location, ['asset', 'cutSilence'], cut)]),
    ...(slow === undefined ? [] : [createClipWarning(location, ['asset', 'slowMotion'], slow)]),
  ];
}

const NOTHING_BEFORE = 'The overlap has no effect, because no clip comes before this one on its track.';

function explainLoop({ asset, length }: Clip): string | undefined {
  const isTimed = asset.type === 'video' || asset.type === 'audio';
  return isTimed && asset.loop === true && length === 'auto'
    ? 'The loop has no effect, because the length "auto" is that of the file. Give the clip a longer length in seconds, or "end".'
    : undefined;
}

function explainCut({ asset }: Clip): string | undefined {
  return 'cutSilence' in asset && asset.cutSilence && asset.speed === 0
    ? 'No silence is cut out, because a clip with the speed 0 shows a still picture.'
    : undefined;
}

function explainSlowMotion({ asset }: Clip): string | undefined {
  if (asset.type !== 'video' || asset.slowMotion !== 'blend') return undefined;
  const { speed = 1 } = asset;
  return speed === 0 || speed > 1
    ? 'Nothing is blended, because the speed is not between 0 and 1.'
    : undefined;
}

/** The types of assets that Kinora draws in the size of their box. */
const DRAWN_TYPES: ReadonlySet<string> = new Set<Asset['type']>([
  'text',
  'rich-text',
  'title',
  'shape',
  'svg',
  'html',
  'caption',
  'rich-caption',
]);

function explainFit({ asset, fit = 'crop' }: Clip): string | undefined {
  if (fit === 'crop' || !DRAWN_TYPES.has(asset.type)) return undefined;
  return `The fit has no effect on the type "${asset.type}", which is drawn in the size of its box.`;
}

/** Explains why a line is not drawn: an outline or a border without a width. */
function explainLine(name: string, line: Line): string | undefined {
  if (!line || line.width !== undefined) return undefined;
  return line.color !== undefined || line.opacity !== undefined ? noWidth(name) : undefined;
}

function noWidth(name: string): string {
  return `The ${name} has no effect without a "width" of more than 0.`;
}

function explainAngle(
  gradient: { readonly type?: string | undefined; readonly angle?: number | undefined } | undefined,
): string | undefined {
  return gradient?.type === 'radial' && (gradient.angle ?? 0) !== 0
    ? 'The angle has no effect on a radial gradient. Set "type" to "linear", or remove the angle.'
    : undefined;
}
