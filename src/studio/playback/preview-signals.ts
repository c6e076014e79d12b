import { signal } from '@preact/signals';

/** True as soon as the preview has a picture. */
export const isPreviewShown = signal(false);

/** A sentence about what the preview waits for or does without. */
export const previewWord = signal<string | undefined>(undefined);

/** The reason why the edit has no picture. */
export const previewFailure = signal<string | undefined>(undefined);

/** Milliseconds that the next picture waits, because little is left of the requests of the minute. */
export const previewWait = signal(0);
