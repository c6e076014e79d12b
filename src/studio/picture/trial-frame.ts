import { signal } from '@preact/signals';
import type { DraftEdit } from '../document/edit-text.ts';

/** The edit as a drag on the picture would leave it. The picture shows it. */
export const trialEdit = signal<DraftEdit | undefined>(undefined);
