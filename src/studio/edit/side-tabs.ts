import { effect, signal } from '@preact/signals';
import { keyOf } from '../document/clip-spans.ts';
import type { JsonPath } from '../document/edit-text.ts';
import { selection } from './edit-state.ts';

/** The tabs beside the picture, with their names. */
export const SIDE_TABS = { clip: 'Clip', json: 'JSON', assets: 'Assets' } as const;

/** The name of a tab beside the picture. */
export type SideTab = keyof typeof SIDE_TABS;

const STORED = 'kinora.side';

/** The tab that is shown. It is kept in the browser. */
export const sideTab = signal<SideTab>(readTab());

function readTab(): SideTab {
  const stored = localStorage.getItem(STORED);
  return stored === 'json' || stored === 'assets' ? stored : 'clip';
}

effect(() => localStorage.setItem(STORED, sideTab.value));

/** The place that the JSON shall show next. */
export const jsonTarget = signal<JsonPath | undefined>(undefined);

/** The field that the form shall show next. */
export const formTarget = signal<JsonPath | undefined>(undefined);

/** Shows a field: in the JSON if it is open or if the form does not have it, otherwise in the form of its clip. */
export function showField(path: JsonPath): void {
  const [part, , track, , clip] = path;
  const isInClip = typeof track === 'number' && typeof clip === 'number';
  if (isInClip || part === 'output' || part === 'outputs')
    selection.value = new Set(isInClip ? [keyOf({ track, clip })] : []);
  // The form has the fields of the first output. Placeholders have dialogs.
  if (sideTab.value === 'json' || part === 'merge' || (part === 'outputs' && path[1] !== 0)) {
    showInJson(path);
    return;
  }
  sideTab.value = 'clip';
  formTarget.value = path;
}

/** Shows a place in the JSON. */
export function showInJson(path: JsonPath): void {
  jsonTarget.value = path;
  sideTab.value = 'json';
}
