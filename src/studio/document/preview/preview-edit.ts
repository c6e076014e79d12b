import type { DraftEdit } from '../edit-text.ts';
import { listDraftOutputs } from '../shapes.ts';

/** The fields of an output that decide its picture and its sound. */
const KEPT = ['resolution', 'aspectRatio', 'size', 'fps', 'mute', 'loudness', 'background'];
const SMALLEST = 'preview';

/**
 * Returns an edit for a part of the timeline as a video, which is quick to make. It looks and sounds like the whole:
 * only its quality is less, and a small one also has a smaller size. It is sent nowhere.
 *
 * @param from second at which the part begins.
 * @param length its length in seconds.
 */
export function createPreviewEdit(
  edit: DraftEdit,
  from: number,
  length: number,
  quality: 'small' | 'full',
): DraftEdit {
  const { timeline, merge } = edit;
  const [given = {}] = listDraftOutputs(edit);
  const kept = Object.fromEntries(Object.entries(given).filter(([field]) => KEPT.includes(field)));
  const hasSize = 'size' in kept || 'resolution' in kept;
  return {
    ...(timeline && { timeline }),
    ...(merge && { merge }),
    output: {
      ...(quality === 'small' && (hasSize ? { scaleTo: SMALLEST } : { resolution: SMALLEST })),
      ...kept,
      format: 'mp4',
      quality: quality === 'small' ? 'low' : 'medium',
      range: { start: from, length },
    },
  };
}
