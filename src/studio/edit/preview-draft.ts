import { computed } from '@preact/signals';
import { hideTracks } from '../document/preview/hide-tracks.ts';
import { standInForMissing } from '../document/preview/stand-ins.ts';
import { readFieldName } from '../document/json-places.ts';
import { trialEdit } from '../picture/trial-frame.ts';
import { unplayed } from '../timeline/track-state.ts';
import { draft, editCheck, spans } from './edit-state.ts';

/**
 * The edit for pictures and for playing: placeholders stand for what is not generated yet, and hidden or muted tracks
 * are left out. During a drag on the picture, the edit that it would leave.
 */
export const previewDraft = computed(() =>
  hideTracks(
    standInForMissing(
      trialEdit.value ?? draft.value,
      editCheck.value.missing.map(({ field }) => readFieldName(field)),
      spans.value,
    ),
    unplayed.value,
  ),
);
