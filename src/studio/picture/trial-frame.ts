import { signal } from '@preact/signals';
import type { DraftEdit } from '../document/edit-text.ts';

/** The edit as a drag on the picture would leave it, while the pointer rests. Its frame is shown. */
export const trialEdit = signal<{ readonly text: string; readonly edit: DraftEdit } | undefined>(undefined);
