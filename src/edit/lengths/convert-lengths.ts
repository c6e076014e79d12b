import { z } from 'zod';
import { composedSizeOf, type OutputSize } from '../output/composed-size.ts';
import { createProblem, MAX_PROBLEMS, type Path, type Problem } from '../problems/problem.ts';
import { Edit } from '../schema/edit.ts';
import { Output } from '../schema/output.ts';
import { SchemaNode } from '../schema/schema-node.ts';
import { mapLeaves } from '../tolerance/map-parts.ts';
import { formatNumber } from '../warnings/warning.ts';
import {
  isRelativeLength,
  type PixelDefinition,
  RELATIVE_UNITS,
  type RelativeLength,
  type RelativeUnit,
} from './pixels.ts';

/** An edit whose lengths are all numbers of pixels. */
export interface ConvertedLengths {
  /** The edit. Shares the unchanged parts with the given one. */
  readonly value: unknown;
  /** The lengths that are out of range, at most {@link MAX_PROBLEMS}. */
  readonly problems: readonly Problem[];
}

const ROOT = new SchemaNode(Edit);

/**
 * Converts the relative lengths of an edit to pixels of its composition: the size of the output before
 * `scaleTo`. Nothing behind this knows of units. Never throws.
 *
 * @param edit any JSON value. If the size of its output is malformed, its lengths are those of the default
 *   size, because the problem of the size comes first.
 */
export function convertLengths(edit: unknown): ConvertedLengths {
  const size = readSize(edit);
  const problems: Problem[] = [];
  const convert = (text: RelativeLength, path: Path): string | number => {
    const rules = ROOT.find(path, edit)?.pixels;
    if (rules === undefined) return text;
    const pixels = toPixels(text, size, rules);
    const why = describeExcess(pixels, rules);
    if (why === undefined) return pixels;
    const { width, height } = size;
    const phrase = `must be ${why}, but "${text}" is ${formatNumber(pixels)} pixels in an output of ${width}x${height}`;
    if (problems.length < MAX_PROBLEMS) problems.push(createProblem(path, 'out_of_range', phrase, 'string'));
    return text;
  };
  const value = mapLeaves(edit, (leaf, path) =>
    typeof leaf === 'string' && isRelativeLength(leaf) ? convert(leaf, [...path]) : leaf,
  );
  return { value, problems };
}

const { size, resolution, aspectRatio } = Output.shape;
const Sized = z.object({ output: z.object({ size, resolution, aspectRatio }) });

/** Returns the size of the output of any JSON value. The default size stands for one that is malformed. */
export function readSize(edit: unknown): OutputSize {
  const { data } = Sized.safeParse(edit);
  return composedSizeOf(data?.output ?? {});
}

/** Decimals of a computed length. More are noise of the arithmetic. */
const PRECISION = 1e6;

function toPixels(
  text: RelativeLength,
  { width, height }: OutputSize,
  { isRounded }: PixelDefinition,
): number {
  const sides: Readonly<Record<(typeof RELATIVE_UNITS)[RelativeUnit], number>> = {
    width,
    height,
    'smaller side': Math.min(width, height),
    'larger side': Math.max(width, height),
  };
  const percent = Number.parseFloat(text);
  // The rest of a relative length is its unit.
  const unit = text.replace(/^[-\d.]+/, '') as RelativeUnit;
  const pixels = (percent * sides[RELATIVE_UNITS[unit]]) / 100;
  return isRounded ? Math.round(pixels) : Math.round(pixels * PRECISION) / PRECISION;
}

/** Says which bound a number of pixels exceeds. Undefined if none. */
function describeExcess(
  pixels: number,
  { number: { minValue, maxValue } }: PixelDefinition,
): string | undefined {
  if (minValue !== null && pixels < minValue) return `${minValue} or more`;
  return maxValue !== null && pixels > maxValue ? `${maxValue} or less` : undefined;
}
