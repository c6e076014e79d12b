import { z } from 'zod';
import type { ProblemCode } from '../problem.ts';
import { Destination } from './destination.ts';
import { Fraction, Seconds } from './fields.ts';
import { listOf } from './list.ts';
import { ASPECT_RATIOS, FORMATS, FRAME_RATES, QUALITIES, RESOLUTIONS } from './values.ts';

const Side = z.int().min(1).max(4096);

export const Size = z.strictObject({
  width: Side.describe('Pixels, 1 to 4096; even for a video.'),
  height: Side.describe('Pixels, 1 to 4096; even for a video.'),
});

export const Range = z.strictObject({
  start: Seconds.optional().describe('Seconds from the start of the timeline, 0 or more. Default 0.'),
  length: Seconds.optional().describe('Seconds, 0 or more. Default: to the end of the timeline.'),
});

export const Output = z
  .strictObject({
    format: z.enum(FORMATS).describe('The kind of file.'),
    resolution: z.enum(RESOLUTIONS).optional().describe('A usual size; not together with size.'),
    aspectRatio: z.enum(ASPECT_RATIOS).optional().describe('The shape of the resolution. Default 16:9.'),
    size: Size.optional().describe('A size of your own; not together with resolution.'),
    fps: z
      .literal(FRAME_RATES)
      .optional()
      .describe('Frames in a second. Default 25, or 15 with the resolution preview.'),
    scaleTo: z.enum(RESOLUTIONS).optional().describe('Scales the finished picture to a usual size.'),
    quality: z.enum(QUALITIES).optional().describe('More quality makes a larger file. Default medium.'),
    repeat: z.boolean().optional().describe('Whether a gif starts again at its end. Default true.'),
    mute: z.boolean().optional().describe('Leaves the sound out. Default false.'),
    range: Range.optional().describe('Renders only this part of the timeline.'),
    poster: z
      .strictObject({ capture: Seconds.describe('Second of the timeline to show, 0 or more.') })
      .optional()
      .describe('Also makes a still image of one moment.'),
    thumbnail: z
      .strictObject({
        capture: Seconds.describe('Second of the timeline to show, 0 or more.'),
        scale: Fraction.describe('Size as a fraction of the output, 0 to 1.'),
      })
      .optional()
      .describe('Also makes a small still image of one moment.'),
    destinations: listOf(Destination).optional().describe('Where to send the finished files.'),
  })
  .superRefine(checkSize, { when: () => true });

/** Pixels of the output. */
export type Size = z.infer<typeof Size>;
/** A part of the timeline. */
export type Range = z.infer<typeof Range>;
/** The file to make. */
export type Output = z.infer<typeof Output>;

/** The rules between fields. They run although other fields are wrong, hence on a value that may be anything. */
function checkSize(value: unknown, context: z.core.$RefinementCtx): void {
  if (!isRecord(value)) return;
  const { format, resolution, size } = value;
  if (resolution !== undefined && size !== undefined) {
    refuse(context, ['size'], 'cannot stand beside output.resolution; give one of the two', 'conflict');
  }
  if (format !== 'mp3' && resolution === undefined && size === undefined) {
    refuse(context, ['resolution'], 'is required, or else output.size with width and height', 'required');
  }
  if (format === 'mp4' && isRecord(size)) checkEven(size, context);
}

function checkEven(size: Record<string, unknown>, context: z.core.$RefinementCtx): void {
  for (const side of ['width', 'height']) {
    const pixels = size[side];
    if (typeof pixels !== 'number' || !Number.isInteger(pixels) || pixels % 2 === 0) continue;
    refuse(context, ['size', side], `must be even for an mp4, not ${pixels}`, 'not_even');
  }
}

function refuse(context: z.core.$RefinementCtx, path: string[], message: string, code: ProblemCode): void {
  context.addIssue({ code: 'custom', path, message, params: { code } });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
