import { type Edit, frameRateOf, listOutputs, needsPictures, type Output } from '../../edit/index.ts';
import type { CountedSegments } from '../../store/attempts.ts';
import type { EditResult, OutputResult } from '../../render/renderer.ts';

/** The facts about one output of a finished render, as the database keeps them. */
interface FinishedOutput extends Pick<OutputResult, 'width' | 'height' | 'duration'> {
  readonly format: Output['format'];
}

/** The facts about a finished render and its outputs. */
export interface FinishedOutputs extends Pick<EditResult, 'duration' | 'warnings'> {
  /** Each output. Absent if the edit has a single one, whose facts clients know otherwise. */
  readonly outputs?: readonly FinishedOutput[];
  /** Seconds of all outputs. */
  readonly seconds: number;
  /** Frames of all outputs with pictures. A still image has one. */
  readonly frames: number;
  /** The segments of all outputs. Absent if no output has any. */
  readonly segments?: CountedSegments;
}

/** Combines the facts of the renderer about the outputs of an edit. */
export function describeFinished(edit: Edit, summary: EditResult): FinishedOutputs {
  const { duration, warnings, others = [] } = summary;
  const facts = [summary, ...others];
  const segments = sumSegments(facts);
  const outputs = listOutputs(edit).map(({ output: { format } }, index): FinishedOutput => {
    const { width, height, duration: length } = facts[index] ?? {};
    return {
      format,
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      ...(length !== undefined && { duration: length }),
    };
  });
  return {
    ...(duration !== undefined && { duration }),
    warnings,
    ...(edit.others && { outputs }),
    seconds: facts.reduce((sum, { duration: length = 0 }) => sum + length, 0),
    frames: listOutputs(edit).reduce((sum, { output }, index) => sum + countFrames(output, facts[index]), 0),
    ...(segments && { segments }),
  };
}

function countFrames(output: Output, { duration }: OutputResult = {}): number {
  if (!needsPictures(output)) return 0;
  return duration === undefined ? 1 : Math.round(duration * frameRateOf(output).valueOf());
}

function sumSegments(facts: readonly OutputResult[]): CountedSegments | undefined {
  const counted = facts.flatMap(({ segments }) => segments ?? []);
  if (counted.length === 0) return undefined;
  const add = (field: keyof CountedSegments) => counted.reduce((sum, each) => sum + each[field], 0);
  return { reused: add('reused'), made: add('made') };
}
