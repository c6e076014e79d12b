import type { Dictionary } from '../translate.ts';

/** German texts of the editor. */
export const GERMAN: Dictionary = {};
