import { signal } from '@preact/signals';
import type { ShownRender } from '../../embed/editor-messages.ts';

/** The state of the render that the page around the editor has begun. */
export const shownRender = signal<ShownRender | undefined>(undefined);
