import { signal } from '@preact/signals';

/** True as soon as the preview has a picture. */
export const isPreviewShown = signal(false);

/** A sentence about what the preview waits for or does without. */
export const previewWord = signal<string | undefined>(undefined);

/** True if the browser decodes no videos, because the page came over http. */
export const needsHttps = signal(false);

/** The reason why the edit has no picture. */
export const previewFailure = signal<string | undefined>(undefined);
