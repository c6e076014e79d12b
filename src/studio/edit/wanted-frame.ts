import type { DraftEdit } from '../document/edit-text.ts';

/** The quality of a frame: `fast` while the playhead moves, `exact` when it rests. */
export type FrameQuality = 'fast' | 'exact';

/** A frame to show. */
export interface WantedFrame {
  /** The text of the edit, which names the frame together with its second. */
  readonly text: string;
  readonly edit: DraftEdit;
  /** The place of the output that it is a frame of. */
  readonly output: number;
  readonly at: number;
  readonly quality: FrameQuality;
}

/** True if both are the same picture of the same edit. */
export function isSameFrame(one: WantedFrame, other: WantedFrame): boolean {
  return one.at === other.at && one.quality === other.quality && one.text === other.text;
}
