import { effect, signal } from '@preact/signals';
import type { JsonPath } from '../document/edit-text.ts';

/** The tabs beside the picture, with their names. */
export const SIDE_TABS = { clip: 'Clip', json: 'JSON' } as const;

/** The name of a tab beside the picture. */
export type SideTab = keyof typeof SIDE_TABS;

const STORED = 'kinora.side';

/** The tab that is shown. It is kept in the browser. */
export const sideTab = signal<SideTab>(localStorage.getItem(STORED) === 'json' ? 'json' : 'clip');

effect(() => localStorage.setItem(STORED, sideTab.value));

/** The place that the JSON shall show next. */
export const jsonTarget = signal<JsonPath | undefined>(undefined);

/** Shows a place in the JSON. */
export function showInJson(path: JsonPath): void {
  jsonTarget.value = path;
  sideTab.value = 'json';
}
