import { z } from 'zod';
import { Asset } from './asset.ts';
import { mustBe } from '../problems/messages.ts';
import { field, NonNegative, NonNegativeSeconds } from './fields.ts';
import { Offset } from './offset.ts';
import { animated } from './tween.ts';
import { EFFECTS, FILTERS, FITS, POSITIONS, TRANSITIONS } from './values.ts';

const ALIAS = /^[A-Za-z0-9_-]+$/;
const AliasReference = z.templateLiteral(['alias://', z.string().regex(ALIAS)]);

const Start = z.union(
  [NonNegativeSeconds, z.literal('auto'), AliasReference],
  mustBe('a number of seconds from 0, "auto" or "alias://NAME"'),
);

const Length = z.union(
  [NonNegativeSeconds, z.literal(['auto', 'end']), AliasReference],
  mustBe('a number of seconds from 0, "auto", "end" or "alias://NAME"'),
);

export const Transition = z
  .strictObject({
    in: field(z.enum(TRANSITIONS), 'How the clip appears.', 'none'),
    out: field(z.enum(TRANSITIONS), 'How the clip disappears.', 'none'),
  })
  .meta({ id: 'Transition', description: 'The two ways in which a clip comes and goes.' });

const RotateTransformation = z
  .strictObject({
    angle: field(
      animated(z.number().min(-360).max(360)),
      'Degrees clockwise, -360 to 360, or a list of tweens.',
      0,
    ),
  })
  .meta({ id: 'RotateTransformation', description: 'A turn about the centre.' });

const Shear = animated(z.number().min(-100).max(100));

const SkewTransformation = z
  .strictObject({
    x: field(Shear, 'Horizontal shear factor, -100 to 100, positive to the right, or a list of tweens.', 0),
    y: field(Shear, 'Vertical shear factor, -100 to 100, positive upwards, or a list of tweens.', 0),
  })
  .meta({ id: 'SkewTransformation', description: 'A shear about the centre.' });

const FlipTransformation = z
  .strictObject({
    horizontal: field(z.boolean(), 'Mirrors left and right.', false),
    vertical: field(z.boolean(), 'Mirrors top and bottom.', false),
  })
  .meta({ id: 'FlipTransformation', description: 'Mirroring.' });

export const Transformation = z
  .strictObject({
    rotate: field(RotateTransformation, 'Turns the clip about its centre.'),
    skew: field(SkewTransformation, 'Shears the clip about its centre.'),
    flip: field(FlipTransformation, 'Mirrors the clip.'),
  })
  .meta({ id: 'Transformation', description: 'Rotation, shear and mirroring of a clip.' });

export const Clip = z
  .strictObject({
    id: field(z.string(), "The client's own label; accepted and not used."),
    asset: Asset.describe('What the clip shows or plays.'),
    start: Start.describe(
      'When the clip starts: seconds from the start of the timeline, 0 or more; "auto": when the clip before it on the track ends; "alias://NAME": when the clip with that alias starts.',
    ),
    length: Length.describe(
      'How long the clip lasts: seconds, 0 or more; "auto": as long as its asset; "end": to the end of the timeline; "alias://NAME": as long as the clip with that alias.',
    ),
    fit: field(
      z.enum(FITS),
      'How the asset fills its box: crop fills it and cuts what is over, contain shows the whole asset, cover stretches it, none leaves its size.',
      'crop',
    ),
    scale: field(animated(NonNegative), 'Multiplies the fitted size, 0 or more, or a list of tweens.', 1),
    width: field(
      z.number().min(1).max(3840),
      'Width of the box of the clip in pixels, 1 to 3840. Default: the viewport.',
    ),
    height: field(
      z.number().min(1).max(2160),
      'Height of the box of the clip in pixels, 1 to 2160. Default: the viewport.',
    ),
    position: field(z.enum(POSITIONS), 'Where in the viewport the clip is anchored.', 'center'),
    offset: field(Offset, 'Moves the clip away from its position.'),
    transition: field(Transition, 'How the clip appears and disappears.'),
    effect: field(z.enum(EFFECTS), 'A movement over the whole clip. Without it there is none.'),
    filter: field(z.enum(FILTERS), 'A change of the colours or the sharpness.', 'none'),
    opacity: field(
      animated(z.number()),
      '0 (transparent) to 1 (opaque), values beyond are taken as these, or a list of tweens.',
      1,
    ),
    transform: field(Transformation, 'Rotates, shears or mirrors the clip.'),
    alias: field(
      z.string().regex(ALIAS, mustBe('a name of letters, digits, "_" and "-"')),
      'The name by which other clips refer to this one, of letters, digits, "_" and "-"; used once in an edit.',
    ),
  })
  .meta({ id: 'Clip', description: 'One asset at one place of a track.' });

/** The two ways in which a clip comes and goes. */
export type Transition = z.infer<typeof Transition>;
/** Rotation, shear and mirroring of a clip. */
export type Transformation = z.infer<typeof Transformation>;
/** When a clip starts, as the client wrote it. */
export type Start = z.infer<typeof Start>;
/** How long a clip lasts, as the client wrote it. */
export type Length = z.infer<typeof Length>;
/** One asset at one place of a track. */
export type Clip = z.infer<typeof Clip>;
