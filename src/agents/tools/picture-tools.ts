import { z } from 'zod';
import { SHEET_LIMITS } from '../../edit/index.ts';
import type { CallContext, PictureOrder } from '../backend.ts';
import { EDIT_FIELDS } from '../edit-fields.ts';
import { defineTool, READS, type ToolParts } from '../tool.ts';
import { chooseColumns, fitWidth } from './picture-size.ts';

/** Longest side of a picture in pixels: by default, and at most. */
const FRAME_SIDE = 800;
const SHEET_SIDE = 1100;
const MAX_SIDE = 1568;
/** Maximum bytes of a picture. A larger one is drawn again, smaller. */
const MAX_BYTES = 400_000;
const SHRINK = 0.7;
const MIN_WIDTH = 160;

const seconds = z.number().min(0).max(86_400);
const outputField = z
  .number()
  .int()
  .min(0)
  .max(100)
  .default(0)
  .describe('Place in "outputs" of the edit, from 0.');
const sideField = (fallback: number) =>
  z.number().int().min(64).max(MAX_SIDE).default(fallback).describe('Longest side of the picture in pixels.');

/** Shows one frame of an edit. */
export const FRAME_TOOL = defineTool({
  name: 'frame',
  title: 'Look at a frame',
  description:
    'Shows the frame of an edit at a second of its timeline, as the render would have it. Use it to check texts, positions and colours.',
  input: z.strictObject({
    ...EDIT_FIELDS,
    at: seconds.default(0).describe('Second of the timeline.'),
    side: sideField(FRAME_SIDE),
    output: outputField,
  }),
  annotations: READS,
  scope: 'render',
  isLight: false,
  async run({ at, side, output }, parts, context) {
    const { id, text, shape } = await parts.edits.read(context);
    const order = {
      moments: [at],
      columns: 1,
      width: fitWidth(shape, side),
      times: false,
      output,
    };
    return { content: { edit: id, at }, picture: await drawSmall(text, order, parts, context) };
  },
});

/** Shows many frames of an edit in one picture. */
export const SHEET_TOOL = defineTool({
  name: 'sheet',
  title: 'Look at many frames',
  description:
    'Shows several frames of an edit in one picture, each with its time in seconds below it. Use it to check the course of the whole film at once.',
  input: z.strictObject({
    ...EDIT_FIELDS,
    moments: z
      .number()
      .int()
      .min(1)
      .max(SHEET_LIMITS.moments.max)
      .default(SHEET_LIMITS.moments.default)
      .describe('Number of frames, spread evenly.'),
    at: z.array(seconds).min(1).max(SHEET_LIMITS.moments.max).optional().describe('Seconds to show instead.'),
    side: sideField(SHEET_SIDE),
    output: outputField,
  }),
  annotations: READS,
  scope: 'render',
  isLight: false,
  async run({ moments, at, side, output }, parts, context) {
    const { id, text, shape } = await parts.edits.read(context);
    const count = at?.length ?? moments;
    const columns = chooseColumns(count, shape);
    const width = fitWidth((columns * shape) / Math.ceil(count / columns), side);
    const order = { moments: at ?? moments, columns, width, times: true, output };
    return { content: { edit: id, frames: count }, picture: await drawSmall(text, order, parts, context) };
  },
});

/** Draws a picture that is not too large for an agent. */
async function drawSmall(
  edit: string,
  order: PictureOrder,
  { backend }: ToolParts,
  context: CallContext,
): Promise<Uint8Array> {
  for (let { width } = order; ; width = Math.round(width * SHRINK)) {
    const picture = await backend.draw(edit, { ...order, width }, context);
    if (picture.length <= MAX_BYTES || width * SHRINK < MIN_WIDTH) return picture;
  }
}
