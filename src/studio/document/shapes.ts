import { type AspectRatio, aspectRatioOf } from '../../edit/output/clip-shapes.ts';
import { composedSizeOf, type OutputSize } from '../../edit/output/composed-size.ts';
import { ASPECT_RATIOS, RESOLUTIONS } from '../../edit/schema/values.ts';
import { readAt } from '../schema/walk-schema.ts';
import type { Change, DraftEdit } from './edit-text.ts';
import { fillPlaceholders } from './placeholders.ts';

/** The shapes in which one edit can be made. */
export const VARIANT_SHAPES = ['16:9', '9:16', '1:1'] as const;
/** One of {@link VARIANT_SHAPES}. */
export type VariantShape = (typeof VARIANT_SHAPES)[number];

/** One of the files of an edit. */
export type DraftOutput = NonNullable<DraftEdit['output']>;

/** Returns all outputs of an edit with the values of their placeholders, the first one first. */
export function listDraftOutputs(edit: DraftEdit): readonly DraftOutput[] {
  return listWrittenOutputs(edit).map((output) => fillPlaceholders(output, edit));
}

function listWrittenOutputs({ output, outputs }: DraftEdit): readonly DraftOutput[] {
  if (Array.isArray(outputs) && outputs.length > 0) return outputs as readonly DraftOutput[];
  return output ? [output] : [];
}

/**
 * Returns the size of the composed picture of an output in pixels. A default stands for what is unknown.
 *
 * @param output with the values of its placeholders.
 */
export function readSizeOf(output: DraftOutput): OutputSize {
  const [width, height] = ['width', 'height'].map((side) => readAt(output, ['size', side]));
  if (typeof width === 'number' && typeof height === 'number') return { width, height };
  const resolution = RESOLUTIONS.find((name) => name === output['resolution']);
  const aspectRatio = ASPECT_RATIOS.find((name) => name === output['aspectRatio']);
  return composedSizeOf({ ...(resolution && { resolution }), ...(aspectRatio && { aspectRatio }) });
}

/** Returns the shape of an output. Undefined for a size of another ratio, and for a sound. */
export function findShapeOf(output: DraftOutput): AspectRatio | undefined {
  const hasPicture = output['size'] !== undefined || output['resolution'] !== undefined;
  return hasPicture ? aspectRatioOf(readSizeOf(output)) : undefined;
}

/** Returns the size of a shape in even pixels. */
function sizeOf(shape: VariantShape, shorter: number): OutputSize {
  const [across = 1, up = 1] = shape.split(':').map(Number);
  const unit = shorter / Math.min(across, up);
  const even = (pixels: number): number => 2 * Math.round(pixels / 2);
  return { width: even(across * unit), height: even(up * unit) };
}

/**
 * Adds an output of a shape, or removes those that have it. Outputs of other kinds stay. A new one is as the first one,
 * except for its shape. The last output stays.
 */
export function toggleShape(edit: DraftEdit, shape: VariantShape): Change[] {
  const before = listWrittenOutputs(edit);
  const others = before.filter((each) => findShapeOf(fillPlaceholders(each, edit)) !== shape);
  const [first = { format: 'mp4', resolution: 'hd' }] = before;
  const next = others.length < before.length ? others : [...before, withShape(first, shape, edit)];
  const [only, ...rest] = next;
  if (!only) return [];
  return rest.length === 0
    ? [
        { path: ['outputs'], value: undefined },
        { path: ['output'], value: only },
      ]
    : [...(edit.output ? [{ path: ['output'], value: undefined }] : []), { path: ['outputs'], value: next }];
}

function withShape(output: DraftOutput, shape: VariantShape, edit: DraftEdit): DraftOutput {
  const { aspectRatio: _ratio, size: _size, ...rest } = output;
  const { width, height } = Object(fillPlaceholders(output, edit)['size']) as {
    readonly width?: unknown;
    readonly height?: unknown;
  };
  if (typeof width === 'number' && typeof height === 'number')
    return { ...rest, size: sizeOf(shape, Math.min(width, height)) };
  return { ...rest, aspectRatio: shape };
}
