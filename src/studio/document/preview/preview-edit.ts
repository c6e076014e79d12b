import type { DraftEdit } from '../edit-text.ts';
import { type DraftOutput, listDraftOutputs } from '../shapes.ts';
import type { TimeRange } from './marked-range.ts';

/** The fields of an output that decide its picture and its sound. */
const KEPT = ['resolution', 'aspectRatio', 'size', 'fps', 'mute', 'loudness', 'background'];
const SMALLEST = 'preview';

/**
 * Returns an edit for a part of the timeline as a video, which is quick to make. It looks and sounds like the whole:
 * only its quality is less, and a small one also has a smaller size. It is sent nowhere. The video is its last output.
 *
 * @param shown the place of the output that the video is of.
 */
export function createPreviewEdit(
  edit: DraftEdit,
  range: TimeRange,
  shown: number,
  quality: 'small' | 'full',
): DraftEdit {
  const { timeline, merge } = edit;
  const [first = {}, ...others] = listDraftOutputs(edit);
  const film = {
    ...keepPicture(others[shown - 1] ?? first, quality),
    format: 'mp4',
    quality: quality === 'small' ? 'low' : 'medium',
    range,
  };
  // Media are generated for the first output. Without it, a preview of another one would pay for its own.
  const still = { ...keepPicture(first, quality), format: 'jpg', range: { start: range.start } };
  return {
    ...(timeline && { timeline }),
    ...(merge && { merge }),
    ...(shown === 0 ? { output: film } : { outputs: [still, film] }),
  };
}

function keepPicture(output: DraftOutput, quality: 'small' | 'full'): DraftOutput {
  const kept = Object.fromEntries(Object.entries(output).filter(([field]) => KEPT.includes(field)));
  const hasSize = 'size' in kept || 'resolution' in kept;
  return {
    ...(quality === 'small' && (hasSize ? { scaleTo: SMALLEST } : { resolution: SMALLEST })),
    ...kept,
  };
}
