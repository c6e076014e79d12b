import { z } from 'zod';
import { LARGEST_NUMBER, readSvgPath } from '../../base/geometry/svg-path.ts';
import { mustBe } from '../problems/messages.ts';
import { defineObject, field } from './fields.ts';
import { listOf } from './list.ts';
import { animatedWithin } from './tween.ts';

/** The number of curves of a path. */
const MAX_CURVES = 1000;
const PATH = 'M 100 500 C 400 100 800 100 1100 500';
const EXAMPLE = `such as "${PATH}"`;

const PathData = z
  .string(mustBe(`the data of an SVG path, ${EXAMPLE}`))
  .max(20_000)
  .superRefine((text, context) => {
    const read = readSvgPath(text);
    const isFar =
      typeof read === 'number'
        ? Math.abs(Number.parseFloat(text.slice(read))) > LARGEST_NUMBER
        : read.flat().some((place) => !(Math.abs(place) <= LARGEST_NUMBER));
    const problem = isFar
      ? `must be a path whose numbers and places are from -${LARGEST_NUMBER} to ${LARGEST_NUMBER}`
      : typeof read === 'number'
        ? `must be the data of an SVG path, ${EXAMPLE}. ${read < text.length ? `Character ${read + 1} is wrong there` : 'It ends too early'}`
        : read.length === 0
          ? `must be a path that leads from one point to another, ${EXAMPLE}`
          : read.length > MAX_CURVES
            ? `must have at most ${MAX_CURVES} lines and curves. This one has ${read.length}`
            : undefined;
    if (problem !== undefined)
      context.addIssue({ code: 'custom', message: problem, input: text, params: { code: 'wrong_form' } });
  });

const BOX = 'four numbers: left, top, width and height';
const BOX_EXAMPLE = `${BOX}, such as [0, 0, 1920, 1080]`;

const ViewBox = listOf(z.number().min(-LARGEST_NUMBER).max(LARGEST_NUMBER), BOX_EXAMPLE)
  .length(4, `must be ${BOX_EXAMPLE}`)
  .refine(([, , width = 1, height]) => height === undefined || (width > 0 && height > 0), {
    error: `must be ${BOX}, of which the last two are more than 0`,
    params: { code: 'out_of_range' },
  });

export const ClipMotion = defineObject('ClipMotion', 'Movement of a clip along a path.', {
  path: PathData.meta({
    examples: [PATH],
    description:
      'Path that the centre of the clip follows: the data of an SVG path, at most 20,000 characters. It takes the place of "position". The offset is added.',
  }),
  viewBox: field(
    ViewBox,
    'What the numbers of the path mean: left, top, width and height of the rectangle that is the output, or the canvas of the group. Default: pixels.',
  ),
  progress: field(
    animatedWithin(0, 1),
    'Share of the way that lies behind the clip, 0 to 1, or a list of tweens. Default: it moves evenly from 0 to 1 while the clip lasts.',
  ),
  rotate: field(
    z.boolean(),
    'If true, the clip turns with the path. Its right side then points forwards.',
    false,
  ),
});

/** Movement of a clip along a path. */
export type ClipMotion = z.infer<typeof ClipMotion>;
