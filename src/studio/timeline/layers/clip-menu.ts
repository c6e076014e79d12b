import { type ClipSpan, keyOf } from '../../document/clip-spans.ts';
import { closeGapAt } from '../../document/cut/shift-later.ts';
import { toGrid } from '../../document/frame-grid.ts';
import { apply, draft, frameRate, seek, selection, spans } from '../../edit/edit-state.ts';
import { addKeyframes } from './keyframe-layer.tsx';
import {
  duplicateSelected,
  removeSelected,
  removeSelectedWithGap,
  selectAll,
  splitAtPlayhead,
} from '../clip-actions.ts';
import { copySelected, pasteFromClipboard } from '../clipboard.ts';
import { type MenuItem, openMenu } from './timeline-menu.tsx';
import { markMoment } from '../timeline-marks.ts';
import { zoom } from '../timeline-state.ts';

type MenuEvent = (MouseEvent | KeyboardEvent) & { readonly currentTarget: EventTarget | null };

/** Opens the menu of a clip, and selects it unless it is one of those that are selected. */
export function openClipMenu(event: MenuEvent, span: ClipSpan): void {
  const key = keyOf(span);
  if (!selection.value.has(key)) selection.value = new Set([key]);
  openMenu(event, 'Clip', [
    {
      title: 'Cut',
      keys: 'Ctrl X',
      run: () => void copySelected().then(removeSelected),
    },
    { title: 'Copy', keys: 'Ctrl C', run: () => void copySelected() },
    ...pasteItems(),
    { title: 'Duplicate', keys: 'Ctrl D', run: duplicateSelected },
    { title: 'Split at the playhead', keys: 'S', run: splitAtPlayhead },
    { title: 'Add a keyframe at the playhead', keys: 'Shift K', run: addKeyframes },
    { title: 'Delete', keys: 'Delete', run: removeSelected },
    { title: 'Delete and close the gap', keys: 'Shift Delete', run: removeSelectedWithGap },
  ]);
}

/** Opens the menu of an empty place of a track. */
export function openPlaceMenu(event: MenuEvent & { readonly clientX?: number }, track: number): void {
  const lane = event.currentTarget as HTMLElement;
  const { left } = lane.getBoundingClientRect();
  const at = toGrid(Math.max(0, ((event.clientX ?? left) - left) / zoom.value), frameRate.value);
  openMenu(event, 'Place on the track', [
    ...placeItems(at, track, 'here'),
    {
      title: 'Add a marker here',
      run: () => {
        seek(at);
        markMoment();
      },
    },
    { title: 'Select all clips', keys: 'Ctrl A', run: selectAll },
  ]);
}

/** Returns the items for a place of a track. @param where the place in words. */
export function placeItems(at: number, track: number, where: string): MenuItem[] {
  const gap = closeGapAt(draft.value, spans.value, track, at);
  return [
    ...pasteItems({ at, track }, where),
    { title: `Close the gap ${where}`, isDisabled: gap.length === 0, run: () => apply(gap) },
  ];
}

/** Returns the items that paste. @param place default: at the playhead, for which there are keys. */
function pasteItems(place?: { readonly at: number; readonly track: number }, where = ''): MenuItem[] {
  const paste = (pushes: boolean): void => void pasteFromClipboard({ ...place, pushes });
  return [
    { title: `Paste ${where}`.trim(), keys: place ? undefined : 'Ctrl V', run: () => paste(false) },
    {
      title: `Insert ${where}`.trim() + ', and push what is later',
      keys: place ? undefined : 'Ctrl Shift V',
      run: () => paste(true),
    },
  ];
}
