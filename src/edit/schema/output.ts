import { z } from 'zod';
import { findPlaceholder } from '../merge/placeholder.ts';
import type { ProblemCode } from '../problems/problem.ts';
import { Destination } from './destination.ts';
import { field, Fraction, NonNegativeSeconds } from './fields.ts';
import { listOf } from './list.ts';
import { ASPECT_RATIOS, FORMATS, FRAME_RATES, QUALITIES, RESOLUTIONS } from './values.ts';

// Unlike an enum it keeps 1080 in its place, where people read the list.
const Resolution = z.literal(RESOLUTIONS);

const Side = z.int().min(1).max(4096);

export const Size = z
  .strictObject({
    width: Side.describe('Whole pixels, 1 to 4096; even for an mp4.'),
    height: Side.describe('Whole pixels, 1 to 4096; even for an mp4.'),
  })
  .meta({ id: 'Size', description: 'Pixels of the output.' });

export const Range = z
  .strictObject({
    start: field(NonNegativeSeconds, 'Seconds from the start of the timeline, 0 or more.', 0),
    length: field(NonNegativeSeconds, 'Seconds, 0 or more. Default: to the end of the timeline.'),
  })
  .meta({ id: 'Range', description: 'A part of the timeline.' });

const Capture = NonNegativeSeconds.describe(
  'Second of the timeline to show, 0 or more; beyond the end it is the last frame.',
);

const Poster = z
  .strictObject({ capture: Capture })
  .meta({ id: 'Poster', description: 'A still image of one moment, in the size of the output.' });

const Thumbnail = z
  .strictObject({
    capture: Capture,
    scale: Fraction.describe('Size as a fraction of the output, 0 to 1.'),
  })
  .meta({ id: 'Thumbnail', description: 'A small still image of one moment.' });

export const Output = z
  .strictObject({
    format: z.enum(FORMATS).describe('The kind of file.'),
    resolution: field(
      Resolution,
      'A usual size; not together with size, and one of the two is required but for an mp3.',
    ),
    aspectRatio: field(z.enum(ASPECT_RATIOS), 'The shape of the resolution.', '16:9'),
    size: field(Size, 'A size of your own in pixels; not together with resolution.'),
    fps: field(z.literal(FRAME_RATES), 'Frames in a second. Default: 25, or 15 with the resolution preview.'),
    scaleTo: field(Resolution, 'Scales the finished picture to a usual size. Default: no scaling.'),
    quality: field(z.enum(QUALITIES), 'More quality makes a larger file.', 'medium'),
    repeat: field(z.boolean(), 'Whether a gif starts again at its end.', true),
    mute: field(z.boolean(), 'Leaves the sound out.', false),
    range: field(Range, 'Renders only this part of the timeline.'),
    poster: field(Poster, 'Also makes a still image of one moment.'),
    thumbnail: field(Thumbnail, 'Also makes a small still image of one moment.'),
    destinations: field(
      listOf(Destination),
      'Where to send the finished files. The built-in hosting takes them unless it is excluded.',
    ),
  })
  .superRefine(checkSize, { when: () => true })
  .meta({ id: 'Output', description: 'The file to make.', allOf: createSizeRules() });

/** Pixels of the output. */
export type Size = z.infer<typeof Size>;
/** A part of the timeline. */
export type Range = z.infer<typeof Range>;
/** The file to make. */
export type Output = z.infer<typeof Output>;

/** The rules of {@link checkSize} for programs that have only the JSON Schema. */
function createSizeRules(): object[] {
  const has = (name: string) => ({ required: [name], properties: { [name]: {} } });
  const even = { multipleOf: 2 };
  return [
    { if: has('resolution'), then: { properties: { size: false } } },
    {
      if: { properties: { format: { const: 'mp3' } } },
      else: { anyOf: [has('resolution'), has('size')] },
    },
    {
      if: { properties: { format: { const: 'mp4' } } },
      then: { properties: { size: { properties: { width: even, height: even } } } },
    },
  ];
}

/** The rules between fields. They run although other fields are wrong, hence on a value that may be anything. */
function checkSize(value: unknown, context: z.core.$RefinementCtx): void {
  if (!isRecord(value)) return;
  const { format, resolution, size } = value;
  if (resolution !== undefined && size !== undefined) {
    addProblem(
      context,
      ['size'],
      'cannot stand beside output.resolution; give one of the two',
      'conflict',
      size,
    );
  }
  // A format that is yet to be put in may turn out to be mp3.
  const open = format === 'mp3' || (typeof format === 'string' && findPlaceholder(format) !== undefined);
  if (!open && resolution === undefined && size === undefined) {
    addProblem(context, ['resolution'], 'is required, or else output.size with width and height', 'required');
  }
  if (format === 'mp4' && isRecord(size)) checkEven(size, context);
}

function checkEven(size: Record<string, unknown>, context: z.core.$RefinementCtx): void {
  for (const side of ['width', 'height']) {
    const pixels = size[side];
    if (typeof pixels !== 'number' || !Number.isInteger(pixels) || pixels % 2 === 0) continue;
    addProblem(context, ['size', side], `must be even for an mp4, not ${pixels}`, 'not_even', pixels);
  }
}

function addProblem(
  context: z.core.$RefinementCtx,
  path: string[],
  message: string,
  code: ProblemCode,
  value?: unknown,
): void {
  context.addIssue({ code: 'custom', path, message, params: { code, value } });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
