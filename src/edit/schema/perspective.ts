import { z } from 'zod';
import { bulges } from '../../base/geometry/bulges.ts';
import { defineObject, field } from './fields.ts';
import { animatedWithin } from './tween.ts';

const PinnedCorner = defineObject(
  'PinnedCorner',
  'Place of a corner of the clip, in fractions of its width and height.',
  {
    x: field(
      animatedWithin(-10, 10),
      'Fraction of the width of the clip, from its left, -10 to 10, or a list of tweens. Default: that of the corner.',
    ),
    y: field(
      animatedWithin(-10, 10),
      'Fraction of the height of the clip, from its top, -10 to 10, or a list of tweens. Default: that of the corner.',
    ),
  },
);

const PinnedCorners = z
  .strictObject({
    topLeft: field(PinnedCorner, 'Place of the upper left corner. Default: x 0, y 0.'),
    topRight: field(PinnedCorner, 'Place of the upper right corner. Default: x 1, y 0.'),
    bottomRight: field(PinnedCorner, 'Place of the lower right corner. Default: x 1, y 1.'),
    bottomLeft: field(PinnedCorner, 'Place of the lower left corner. Default: x 0, y 1.'),
  })
  .refine(isConvex, {
    error:
      'must be four corners that bulge outwards: no edge crosses another, and no corner lies between two others',
    params: { code: 'out_of_range' },
  })
  .meta({ id: 'PinnedCorners', description: 'Places to which the corners of a clip are moved.' });

const Turn = animatedWithin(-360, 360);

export const Perspective = defineObject(
  'Perspective',
  'Look of a clip in space. First its corners are moved, then it is tilted and turned.',
  {
    corners: field(
      PinnedCorners,
      'Moves the corners of the clip, such as onto a screen in a photograph. The picture is seen as in space.',
    ),
    tilt: field(
      Turn,
      'Degrees about the horizontal axis through its centre, -360 to 360, or a list of tweens. More than 0 moves the top away from the viewer.',
      0,
    ),
    turn: field(
      Turn,
      'Degrees about the vertical axis through its centre, -360 to 360, or a list of tweens. More than 0 moves the right side away from the viewer.',
      0,
    ),
    fieldOfView: field(
      animatedWithin(0, 150),
      'Degrees in which the viewer sees the height of the output, or of the canvas of the group, 0 to 150, or a list of tweens. More makes near parts larger than far ones. At 0, both are as large.',
      50,
    ),
  },
);

type Corner = z.infer<typeof PinnedCorner>;

/** The corners of a clip that have places of their own. */
type Corners = Readonly<
  Partial<Record<'topLeft' | 'topRight' | 'bottomRight' | 'bottomLeft', Corner | undefined>>
>;

/** The corners from the upper left one clockwise, with the places that they have of their own. */
const OUTLINE = [
  ['topLeft', 0, 0],
  ['topRight', 1, 0],
  ['bottomRight', 1, 1],
  ['bottomLeft', 0, 1],
] as const;

/** True unless corners that do not move turn the outline to the other side. */
function isConvex(corners: Corners): boolean {
  const points = OUTLINE.flatMap(([name, usualX, usualY]) => {
    const { x = usualX, y = usualY } = corners[name] ?? {};
    return typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : [];
  });
  return points.length < OUTLINE.length || bulges(points);
}

/** Look of a clip in space. */
export type Perspective = z.infer<typeof Perspective>;
