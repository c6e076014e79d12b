import { computed } from '@preact/signals';
import { hideTracks } from '../document/preview/hide-tracks.ts';
import { standInForMissing } from '../document/preview/stand-ins.ts';
import { readFieldName } from '../document/json-places.ts';
import { trialEdit } from '../picture/trial-frame.ts';
import { unplayed } from '../timeline/track-state.ts';
import { shownOutput } from '../variants/shown-output.ts';
import { draft, editCheck, spans, syntaxProblem, text } from './edit-state.ts';

/**
 * The edit for pictures and for playing: placeholders stand for what is not generated yet, and hidden or muted tracks
 * are left out. During a drag on the picture, the edit that it would leave.
 */
export const previewDraft = computed(() =>
  hideTracks(
    standInForMissing(
      trialEdit.value?.edit ?? draft.value,
      editCheck.value.missing.map(({ field }) => readFieldName(field)),
      spans.value,
    ),
    unplayed.value,
  ),
);

/** The name of what the pictures show. Another output, or other hidden tracks, make other pictures of the same text. */
export const previewName = computed(
  () =>
    `${trialEdit.value?.text ?? text.value} as ${shownOutput.value} without ${unplayed.value.hidden.join()}`,
);

/** Waits until the server has checked the present edit, so that it is known what is missing. */
export function awaitCheck(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const follow = (): void => {
      const isChecked = editCheck.value.text === text.peek() || syntaxProblem.peek() !== undefined;
      if (!isChecked && !signal.aborted) return;
      stop();
      if (signal.aborted) reject(new Error('The player was stopped.'));
      else resolve();
    };
    let stop = (): void => undefined;
    stop = editCheck.subscribe(() => queueMicrotask(follow));
    signal.addEventListener('abort', follow, { once: true });
  });
}
