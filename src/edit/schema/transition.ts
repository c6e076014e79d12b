import { z } from 'zod';
import { IRIS_SHAPES, LUMA_PATTERNS, SHAPED_TRANSITIONS } from '../../base/vocabulary/shaped-transitions.ts';
import { mustBe } from '../problems/messages.ts';
import { defineObject, field, Fraction, NonNegativeSeconds, SourceUrl } from './fields.ts';
import { easingOf } from './tween.ts';
import { EASINGS, PUSHES, TRANSITIONS } from './values.ts';

const SHAPED = Object.keys(SHAPED_TRANSITIONS) as (keyof typeof SHAPED_TRANSITIONS)[];

const TransitionName = z
  .enum([...TRANSITIONS, ...PUSHES, ...SHAPED])
  .meta({ id: 'TransitionName', description: 'Name of a transition.' });

const STEP = {
  duration: field(
    NonNegativeSeconds,
    'Seconds that the transition lasts, 0 or more, at most as long as the clip. Default: that of the name.',
  ),
  easing: field(
    easingOf(['linear', ...EASINGS]),
    'Curve of all movements and fades of the transition: a name, four numbers as those of a tween, or a spring. Default: those of the name.',
  ),
};

function named<const Name extends string>(name: Name): z.ZodLiteral<Name> {
  return z.literal(name).describe('Name of the transition.');
}

/** A direction. The first one is the default. */
const towards = <const Directions extends readonly [string, ...string[]]>(
  directions: Directions,
  description: string,
) => field(z.enum(directions), description, directions[0]);

/** Soft edge of a shape that opens or closes. */
const Softness = field(
  Fraction,
  'Width of the soft edge, from 0 (sharp) to 1 (as wide as the way of the edge).',
  0,
);

const TransitionStep = defineObject('TransitionStep', 'Transition with a duration and a curve of its own.', {
  name: z.enum([...TRANSITIONS, ...PUSHES]).describe('Name of the transition.'),
  ...STEP,
});

const IrisStep = defineObject('IrisStep', 'A shape that opens or closes around the centre of the clip.', {
  name: named('iris'),
  shape: field(z.enum(IRIS_SHAPES), 'Shape of the opening.', IRIS_SHAPES[0]),
  direction: field(
    z.enum(SHAPED_TRANSITIONS.iris),
    'If "open", the shape grows: the clip appears in it, or disappears in it. If "close", the shape shrinks. Default: "open" at the start of a clip, "close" at its end.',
  ),
  softness: Softness,
  ...STEP,
});

const SplitStep = defineObject('SplitStep', 'Two edges that part in the middle of the clip, or meet there.', {
  name: named('split'),
  direction: field(
    z.enum(SHAPED_TRANSITIONS.split),
    'If it begins with "open", the edges part from the middle, else they meet there: to the sides ("Horizontal"), or upwards and downwards ("Vertical"). Default: "openHorizontal" at the start of a clip, "closeHorizontal" at its end.',
  ),
  softness: Softness,
  ...STEP,
});

const ZoomThroughStep = defineObject(
  'ZoomThroughStep',
  'A camera that moves through one clip into the next.',
  {
    name: named('zoomThrough'),
    direction: towards(
      SHAPED_TRANSITIONS.zoomThrough,
      'If "in", the camera moves forwards: clips grow as they come and go. If "out", it moves backwards.',
    ),
    ...STEP,
  },
);

const WhipStep = defineObject('WhipStep', 'A fast turn of the camera, which blurs both clips.', {
  name: named('whip'),
  direction: towards(SHAPED_TRANSITIONS.whip, 'Direction in which the pictures move.'),
  ...STEP,
});

const LumaStep = z
  .strictObject({
    name: named('luma'),
    pattern: field(
      z.enum(LUMA_PATTERNS),
      `Built-in picture that says which places change first. Default: "${LUMA_PATTERNS[0]}", if there is no "src".`,
    ),
    src: field(
      SourceUrl,
      'URL of a bitmap image, such as a PNG, that is stretched over the clip: its dark places change first, its bright ones last. Only without "pattern".',
    ),
    inverted: field(z.boolean(), 'If true, the bright places change first.', false),
    softness: Softness,
    ...STEP,
  })
  .refine(({ pattern, src }) => pattern === undefined || src === undefined, {
    error: 'cannot be used together with "src": remove one of them',
    path: ['pattern'],
    params: { code: 'conflict' },
  })
  .meta({ id: 'LumaStep', description: 'A wipe in the order of the brightness of a picture.' });

const Amount = field(Fraction, 'Strength, 0 to 1.', 0.5);
const Seed = field(z.int().min(0).max(1_000_000), 'Another number gives another look.', 0);

const GlitchStep = defineObject('GlitchStep', 'Bands of the picture jump aside, and its colours part.', {
  name: named('glitch'),
  direction: towards(SHAPED_TRANSITIONS.glitch, 'Direction in which the bands jump.'),
  amount: Amount,
  seed: Seed,
  ...STEP,
});

const LightLeakStep = defineObject(
  'LightLeakStep',
  'Light moves over the picture, as from a camera that is not closed.',
  {
    name: named('lightLeak'),
    direction: towards(SHAPED_TRANSITIONS.lightLeak, 'Direction in which the light moves.'),
    amount: Amount,
    seed: Seed,
    ...STEP,
  },
);

const FilmBurnStep = defineObject(
  'FilmBurnStep',
  'Light burns the picture away, as at the end of a roll of film.',
  {
    name: named('filmBurn'),
    direction: towards(SHAPED_TRANSITIONS.filmBurn, 'Direction in which the light spreads.'),
    amount: Amount,
    seed: Seed,
    ...STEP,
  },
);

const PageTurnStep = defineObject('PageTurnStep', 'A page that curls away, or back onto what is below.', {
  name: named('pageTurn'),
  direction: towards(
    SHAPED_TRANSITIONS.pageTurn,
    'Direction in which the page is turned away. At the start of a clip, it comes back from there.',
  ),
  ...STEP,
});

const AnyTransition = z.union(
  [
    TransitionName,
    z.discriminatedUnion('name', [
      TransitionStep,
      IrisStep,
      SplitStep,
      ZoomThroughStep,
      WhipStep,
      LumaStep,
      GlitchStep,
      LightLeakStep,
      FilmBurnStep,
      PageTurnStep,
    ]),
  ],
  mustBe('the name of a transition, such as "fade", or an object with a "name"'),
);

export const Transition = defineObject('Transition', 'Transitions at the start and the end of a clip.', {
  in: field(AnyTransition, 'Transition with which the clip appears: a name, or an object.', 'none'),
  out: field(AnyTransition, 'Transition with which the clip disappears: a name, or an object.', 'none'),
});

/** Transitions at the start and the end of a clip. */
export type Transition = z.infer<typeof Transition>;
