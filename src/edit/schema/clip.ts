import { z } from 'zod';
import { pixels } from '../lengths/pixels.ts';
import { mustBe } from '../problems/messages.ts';
import { CaptionAsset, RichCaptionAsset } from './text/caption-asset.ts';
import { Html5Asset, HtmlAsset, ShapeAsset, SvgAsset, TitleAsset } from './drawn-asset.ts';
import {
  ALIAS,
  AliasReference,
  defineObject,
  field,
  Fraction,
  NonNegative,
  NonNegativeSeconds,
} from './fields.ts';
import { Filters } from './filters.ts';
import { ClipMotion } from './clip-motion.ts';
import { ImageToVideoAsset, TextToImageAsset, TextToSpeechAsset } from './generated-asset.ts';
import { listOf } from './list.ts';
import { LottieAsset } from './playback/lottie-asset.ts';
import { ProgressAsset } from './measured/progress-asset.ts';
import { WaveformAsset } from './measured/waveform-asset.ts';
import { QrAsset } from './measured/qr-asset.ts';
import { AudioAsset, ImageAsset, LumaAsset, VideoAsset } from './media-asset.ts';
import { Offset } from './offset.ts';
import { Perspective } from './perspective.ts';
import { ClipBorder, ClipShadows, Corners } from './rim.ts';
import { RichTextAsset } from './text/rich-text-asset.ts';
import { type SoundFilter, soundField } from './sound/sound-filter.ts';
import { TextAsset } from './text/text-asset.ts';
import { animated, animatedWithin } from './tween.ts';
import { Transition } from './transition.ts';
import { BLEND_MODES } from '../../base/vocabulary/blend-modes.ts';
import { ASPECT_RATIOS, EFFECTS, FILTERS, FITS, POSITIONS } from './values.ts';

const Start = z.union(
  [NonNegativeSeconds, z.literal('auto'), AliasReference],
  mustBe('a number of seconds (0 or more), "auto" or "alias://NAME"'),
);

const Length = z.union(
  [NonNegativeSeconds, z.literal(['auto', 'end']), AliasReference],
  mustBe('a number of seconds (0 or more), "auto", "end" or "alias://NAME"'),
);

const EffectName = z.enum(EFFECTS).meta({ id: 'EffectName', description: 'Name of an effect.' });

const EffectPart = defineObject(
  'EffectPart',
  'Part of an effect, for a clip that shows only a part of the movement.',
  {
    name: EffectName.describe('Name of the effect.'),
    from: field(Fraction, 'How much of the movement is over when the clip starts, 0 to 1.', 0),
    to: field(Fraction, 'How much of the movement is over when the clip ends, 0 to 1.', 1),
  },
);

const RotateTransformation = defineObject('RotateTransformation', 'Rotation about the centre.', {
  angle: field(
    animated(z.number().min(-360).max(360)),
    'Angle in degrees clockwise, -360 to 360, or a list of tweens.',
    0,
  ),
});

const Shear = animated(z.number().min(-100).max(100));

const SkewTransformation = defineObject('SkewTransformation', 'Shear about the centre.', {
  x: field(
    Shear,
    'Horizontal shear factor, -100 to 100, or a list of tweens. Positive leans to the right.',
    0,
  ),
  y: field(
    Shear,
    'Vertical shear factor, -100 to 100, or a list of tweens. Positive moves the right edge up.',
    0,
  ),
});

const FlipTransformation = defineObject('FlipTransformation', 'Mirroring.', {
  horizontal: field(z.boolean(), 'If true, swaps left and right.', false),
  vertical: field(z.boolean(), 'If true, swaps top and bottom.', false),
});

const Transformation = defineObject('Transformation', 'Rotation, shear and mirroring of a clip.', {
  rotate: field(RotateTransformation, 'Rotates the clip about its centre.'),
  skew: field(SkewTransformation, 'Shears the clip about its centre.'),
  flip: field(FlipTransformation, 'Mirrors the clip.'),
});

const CanvasSide = pixels(z.int().min(1).max(4096), { isRounded: true });

const GroupAsset = z
  .strictObject({
    type: z.literal('group').describe('Kind of asset.'),
    get tracks(): z.ZodArray<z.ZodType<Track>> {
      return listOf(Track)
        .min(1)
        .describe(
          'Tracks of the group, at least one. Their times count from the start of the clip with the group. A later track is drawn on top of an earlier one.',
        );
    },
    width: field(
      CanvasSide,
      'Width of the canvas of the group in whole pixels, 1 to 4096. Default: that of the output, or of the group around it.',
    ),
    height: field(
      CanvasSide,
      'Height of the canvas of the group in whole pixels, 1 to 4096. Default: that of the output, or of the group around it.',
    ),
    sound: soundField('of all clips of the group together'),
  })
  .meta({
    id: 'GroupAsset',
    description:
      'Clips that are placed, scaled, faded and moved together. The clip with the group treats them as one picture, transparent where none of them is. At most 4 groups lie inside each other.',
  });

export const Asset = z
  .discriminatedUnion('type', [
    VideoAsset,
    ImageAsset,
    TextAsset,
    RichTextAsset,
    AudioAsset,
    LumaAsset,
    CaptionAsset,
    RichCaptionAsset,
    HtmlAsset,
    Html5Asset,
    TitleAsset,
    ShapeAsset,
    SvgAsset,
    LottieAsset,
    ProgressAsset,
    QrAsset,
    WaveformAsset,
    TextToImageAsset,
    ImageToVideoAsset,
    TextToSpeechAsset,
    GroupAsset,
  ])
  .meta({ id: 'Asset', description: 'Asset that a clip shows or plays. "type" selects its kind.' });

const Fit = z.enum(FITS);
const Scale = animated(NonNegative);
const BoxWidth = pixels(z.number().min(1).max(3840));
const BoxHeight = pixels(z.number().min(1).max(2160));
const Position = z.enum(POSITIONS);
const Opacity = animated(z.number());

const ClipPlace = defineObject(
  'ClipPlace',
  'Place of a clip in the outputs of one shape. A field that is not given stays as in the clip.',
  {
    fit: field(Fit, 'How the asset fits its box.'),
    scale: field(Scale, 'Factor that multiplies the fitted size, 0 or more, or a list of tweens.'),
    width: field(BoxWidth, 'Width of the box of the clip in pixels, 1 to 3840.'),
    height: field(BoxHeight, 'Height of the box of the clip in pixels, 1 to 2160.'),
    position: field(Position, 'Edge, corner or centre of the viewport that the clip is anchored to.'),
    offset: field(Offset, 'Moves the clip away from its position.'),
    opacity: field(Opacity, 'Opacity from 0 (transparent) to 1 (opaque), or a list of tweens.'),
    transform: field(Transformation, 'Rotates, shears or mirrors the clip.'),
  },
);

const [WIDE, UPRIGHT, SQUARE, PORTRAIT, CLASSIC] = ASPECT_RATIOS;
const inShape = (shape: string) => field(ClipPlace, `Place in outputs of ${shape}.`);

const ClipShapes = defineObject('ClipShapes', 'Places of a clip in outputs of different shapes.', {
  [WIDE]: inShape(WIDE),
  [UPRIGHT]: inShape(UPRIGHT),
  [SQUARE]: inShape(SQUARE),
  [PORTRAIT]: inShape(PORTRAIT),
  [CLASSIC]: inShape(CLASSIC),
});

export const Clip = defineObject('Clip', 'Asset on a track, with its times, placement and motion.', {
  id: field(z.string(), "The client's own label. It has no effect."),
  asset: Asset.describe('Asset that the clip shows or plays.'),
  start: Start.describe(
    'When the clip starts: a number of seconds from the start of the timeline or of its group (0 or more), "auto" (when the previous clip on the track ends), or "alias://NAME" (when the clip with that alias starts).',
  ),
  overlap: field(
    NonNegativeSeconds,
    'Seconds by which the clip starts before the previous clip on the track ends, 0 or more. Only with the start "auto". If the previous clip fades out and this one fades in, the two dissolve for that long.',
    0,
  ),
  length: Length.describe(
    'How long the clip lasts: a number of seconds (0 or more), "auto" (as long as its asset; a group until its last clip ends; 3 seconds for an asset without a duration, such as an image), "end" (to the end of the timeline or of its group), or "alias://NAME" (as long as the clip with that alias).',
  ),
  fit: field(
    Fit,
    'How the asset fits its box. "crop" fills the box and cuts off the overflow, "contain" shows the whole asset, "cover" stretches it, "none" keeps its size. Additions of Kinora: "blur" shows the whole asset and fills the rest of the box with a blurred copy, "follow" is like "crop", but keeps the face, the person or the movement of a video or an image in view.',
    'crop',
  ),
  scale: field(Scale, 'Factor that multiplies the fitted size, 0 or more, or a list of tweens.', 1),
  width: field(BoxWidth, 'Width of the box of the clip in pixels, 1 to 3840. Default: the viewport.'),
  height: field(BoxHeight, 'Height of the box of the clip in pixels, 1 to 2160. Default: the viewport.'),
  position: field(Position, 'Edge, corner or centre of the viewport that the clip is anchored to.', 'center'),
  offset: field(Offset, 'Moves the clip away from its position.'),
  transition: field(Transition, 'Transitions with which the clip appears and disappears.'),
  effect: field(
    z.union(
      [EffectName, EffectPart],
      mustBe('the name of an effect, such as "zoomIn", or an object with a "name"'),
    ),
    'Movement that lasts as long as the clip: a name, or an object. Names that end in "Slow" or "Fast" move less or more. Default: no movement.',
  ),
  filter: field(z.enum(FILTERS), 'Filter that changes the colours or blurs the picture.', 'none'),
  filters: field(
    Filters,
    'Filters with values, at most 32, applied in this order after "filter". An addition of Kinora.',
  ),
  corners: field(
    Corners,
    'Radius of the corners in pixels, 0 to 1000, or a list of tweens; or four radii, clockwise from the top left. An addition of Kinora.',
    0,
  ),
  border: field(ClipBorder, 'Line along the edge of the clip. An addition of Kinora.'),
  shadow: field(
    ClipShadows,
    'Shadows of everything that the clip shows, at most 8, the first one on top. An addition of Kinora.',
  ),
  blend: field(
    z.enum(BLEND_MODES),
    'How the clip is mixed with what is below it, as "mix-blend-mode" of CSS defines it. "add" adds the light of both. An addition of Kinora.',
    'normal',
  ),
  opacity: field(
    Opacity,
    'Opacity from 0 (transparent) to 1 (opaque), or a list of tweens. Numbers outside this range are clamped, with a warning.',
    1,
  ),
  transform: field(Transformation, 'Rotates, shears or mirrors the clip.'),
  shapes: field(
    ClipShapes,
    'Other places of the clip in outputs of other shapes, by their aspect ratios: {"9:16": {"position": "top"}}.',
  ),
  motion: field(ClipMotion, 'Moves the clip along a path. An addition of Kinora.'),
  perspective: field(
    Perspective,
    'Shows the clip as in space: with its corners moved, tilted or turned. An addition of Kinora.',
  ),
  motionBlur: field(
    animatedWithin(0, 360),
    'Blurs the movements of the clip as a camera does: the angle of its shutter in degrees, 0 (none) to 360, or a list of tweens. At 180, which is usual in films, it is open for half of each frame. An addition of Kinora.',
    0,
  ),
  alias: field(
    z.string().regex(ALIAS, mustBe('a name of letters, digits, "_" and "-"')),
    'Name that other clips use to refer to this one. Letters, digits, "_" and "-". Must be unique in the edit.',
  ),
});

export const Track = defineObject('Track', 'List of clips on one level.', {
  clips: listOf(Clip).min(1).describe('Clips of the track, at least one.'),
  sound: soundField('of all clips of the track together'),
});

/** Asset that a clip shows or plays, discriminated by `type`. */
export type Asset = z.infer<typeof Asset>;
/** Clips that are placed, scaled, faded and moved together. */
export type GroupAsset = z.infer<typeof GroupAsset>;
/** Start of a clip as the client wrote it. */
export type Start = z.infer<typeof Start>;
/** Length of a clip as the client wrote it. */
export type Length = z.infer<typeof Length>;
/** Asset on a track, with its times, placement and motion. */
export type Clip = z.infer<typeof Clip>;
/** List of clips on one level. */
export interface Track {
  clips: Clip[];
  sound?: SoundFilter[] | undefined;
}
