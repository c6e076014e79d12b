import { computed, signal } from '@preact/signals';
import { draft } from '../edit/edit-state.ts';
import { findFileName } from '../files/known-files.ts';
import { nameClipsIn } from '../remarks/name-clips.ts';
import { describeError } from '../shell/describe-error.ts';
import { requestPace } from '../shell/session.ts';
import { previewFailure } from './preview-signals.ts';

/** Milliseconds that the next picture waits, because little is left of the requests of the minute. */
export const previewWait = signal(0);

const underWay = signal(0);

/** True while frames or layers are on their way. */
export const isDrawing = computed(() => underWay.value > 0);

/** Waits for the turn of a picture, and brings it. @param signal ends the wait. */
export async function bringPicture<Picture>(
  signal: AbortSignal,
  bring: () => Promise<Picture>,
): Promise<Picture> {
  // It may be called in an effect, which must not follow the number.
  underWay.value = underWay.peek() + 1;
  try {
    await requestPace.takeTurn(signal, (wait) => (previewWait.value = wait));
    return await bring();
  } finally {
    underWay.value -= 1;
  }
}

/** Says why the edit has no picture. */
export function sayFailure(error: unknown): void {
  previewFailure.value = nameClipsIn(describeError(error), draft.peek(), findFileName);
}
