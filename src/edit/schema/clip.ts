import { z } from 'zod';
import { Asset } from './asset.ts';
import { expecting } from './expecting.ts';
import { Offset } from './offset.ts';
import { animated } from './tween.ts';
import { EFFECTS, FILTERS, FITS, POSITIONS, TRANSITIONS } from './values.ts';

const ALIAS = /^[A-Za-z0-9_-]+$/;
const AliasReference = z.templateLiteral(['alias://', z.string().regex(ALIAS)]);

const Start = z.union(
  [z.number().min(0), z.literal('auto'), AliasReference],
  expecting('a number of seconds from 0, "auto" or "alias://NAME"'),
);

const Length = z.union(
  [z.number().min(0), z.literal(['auto', 'end']), AliasReference],
  expecting('a number of seconds from 0, "auto", "end" or "alias://NAME"'),
);

export const Transition = z.strictObject({
  in: z.enum(TRANSITIONS).optional().describe('How the clip appears. Default none.'),
  out: z.enum(TRANSITIONS).optional().describe('How the clip disappears. Default none.'),
});

export const Transformation = z.strictObject({
  rotate: z
    .strictObject({
      angle: animated(z.number().min(-360).max(360))
        .optional()
        .describe('Degrees clockwise, -360 to 360, or a list of tweens. Default 0.'),
    })
    .optional()
    .describe('Turns the clip about its centre.'),
  skew: z
    .strictObject({
      x: animated(z.number().min(-100).max(100))
        .optional()
        .describe(
          'Horizontal shear factor, -100 to 100, positive to the right, or a list of tweens. Default 0.',
        ),
      y: animated(z.number().min(-100).max(100))
        .optional()
        .describe('Vertical shear factor, -100 to 100, positive upwards, or a list of tweens. Default 0.'),
    })
    .optional()
    .describe('Shears the clip about its centre.'),
  flip: z
    .strictObject({
      horizontal: z.boolean().optional().describe('Mirrors left and right. Default false.'),
      vertical: z.boolean().optional().describe('Mirrors top and bottom. Default false.'),
    })
    .optional()
    .describe('Mirrors the clip.'),
});

export const Clip = z.strictObject({
  id: z.string().optional().describe("The client's own label; accepted and not used."),
  asset: Asset.describe('What the clip shows or plays.'),
  start: Start.describe(
    'When the clip starts: seconds from the start of the timeline, 0 or more; "auto": when the clip before it on the track ends; "alias://NAME": when the clip with that alias starts.',
  ),
  length: Length.describe(
    'How long the clip lasts: seconds, 0 or more; "auto": as long as its asset; "end": to the end of the timeline; "alias://NAME": as long as the clip with that alias.',
  ),
  fit: z.enum(FITS).optional().describe('How the asset fills its box. Default crop.'),
  scale: animated(z.number().min(0))
    .optional()
    .describe('Multiplies the fitted size, 0 or more, or a list of tweens. Default 1.'),
  width: z
    .number()
    .min(1)
    .max(3840)
    .optional()
    .describe('Width of the box of the clip in pixels, 1 to 3840.'),
  height: z
    .number()
    .min(1)
    .max(2160)
    .optional()
    .describe('Height of the box of the clip in pixels, 1 to 2160.'),
  position: z
    .enum(POSITIONS)
    .optional()
    .describe('Where in the viewport the clip is anchored. Default center.'),
  offset: Offset.optional().describe('Moves the clip away from its position.'),
  transition: Transition.optional().describe('How the clip appears and disappears.'),
  effect: z.enum(EFFECTS).optional().describe('A movement over the whole clip. Default none.'),
  filter: z.enum(FILTERS).optional().describe('A change of the colours or the sharpness. Default none.'),
  opacity: animated(z.number())
    .optional()
    .describe(
      '0 (transparent) to 1 (opaque), values beyond are taken as these, or a list of tweens. Default 1.',
    ),
  transform: Transformation.optional().describe('Rotates, shears or mirrors the clip.'),
  alias: z
    .string()
    .regex(ALIAS, expecting('a name of letters, digits, "_" and "-"'))
    .optional()
    .describe('The name by which other clips refer to this one; used once in an edit.'),
});

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
