import { signal } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import { removeClips } from '../../document/commands.ts';
import { moveTrack } from '../../document/tracks/order-tracks.ts';
import { apply, draft, playhead, selection, spans, syntaxProblem } from '../../edit/edit-state.ts';
import { isMenuKey } from '../../shell/menu-list.tsx';
import { followPointer, LEAST_DRAG } from '../drag-clips.ts';
import { placeItems } from './clip-menu.ts';
import { type MenuItem, openMenu } from './timeline-menu.tsx';
import { ShelfButton } from './transition-shelf.tsx';
import {
  changeHeight,
  findHead,
  hasEmptyTrack,
  nameTrack,
  setHead,
  setHeight,
  type TrackRow,
  trackRows,
  unplayed,
} from '../track-state.ts';

/** The heads of the tracks, beside their clips. They scroll with them. */
export function TrackList({ place }: { readonly place: RefObject<HTMLDivElement | null> }): JSX.Element {
  const { hidden, muted } = unplayed.value;
  return (
    <div class="heads" ref={place}>
      <div class="heads-top">
        <button
          type="button"
          class="button plain"
          title="Adds an empty track above all others. It stays with its first clip."
          disabled={hasEmptyTrack.value || syntaxProblem.value !== undefined}
          onClick={() => (hasEmptyTrack.value = true)}
        >
          + Track
        </button>
        <ShelfButton />
      </div>
      {trackRows.value.map((row) =>
        row.track === 'front' ? (
          <EmptyHead key="front" height={row.height} />
        ) : (
          <Head key={row.track} track={row.track} row={row} />
        ),
      )}
      {hidden.length + muted.length > 0 && (
        <p class="heads-note soft" role="status">
          Hidden and muted only here: a render has all tracks.
        </p>
      )}
    </div>
  );
}

function EmptyHead({ height }: { readonly height: number }): JSX.Element {
  return (
    <div class="head" role="group" aria-label="Empty track" style={{ height: `${height}px` }}>
      <span class="head-name soft">Empty track</span>
      <button
        type="button"
        class="button icon plain"
        aria-label="Delete the empty track"
        title="Delete the empty track"
        onClick={() => (hasEmptyTrack.value = false)}
      >
        ✕
      </button>
    </div>
  );
}

/** The row before which a dragged track would come. `end`: after all. */
const dropRow = signal<number | 'end' | undefined>(undefined);

/** The head of a track: its name and what it is for looking. It is dragged to another place, or moved by keys. */
function Head({ track, row }: { readonly track: number; readonly row: TrackRow }): JSX.Element {
  const { name = '' } = findHead(track);
  const title = nameTrack(track);
  const menu = (event: (MouseEvent | KeyboardEvent) & { readonly currentTarget: EventTarget | null }): void =>
    openMenu(event, title, listItems(track));
  const index = trackRows.value.indexOf(row);
  const isLast = index === trackRows.value.length - 1;
  return (
    <div
      class={`head${dropRow.value === index ? ' drop' : ''}${isLast && dropRow.value === 'end' ? ' drop-end' : ''}`}
      role="group"
      tabIndex={0}
      aria-label={title}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+Shift+ArrowUp Alt+Shift+ArrowDown"
      style={{ height: `${row.height}px` }}
      onPointerDown={(event) => beginOrder(event, track)}
      onContextMenu={menu}
      onKeyDown={(event) => {
        if (isMenuKey(event)) menu(event);
        else changeByKey(event, track);
      }}
    >
      <input
        class="head-name"
        value={name}
        placeholder={`Track ${track + 1}`}
        aria-label={`Name of ${title}`}
        maxLength={40}
        onChange={({ currentTarget }) => setHead(track, { name: currentTarget.value.trim() || undefined })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <Switches track={track} />
      <span
        class="head-edge"
        title="Drag for the height"
        onPointerDown={(event) => beginHeight(event, row)}
      />
    </div>
  );
}

/** The switches of a track, for looking, hearing and changing. */
function Switches({ track }: { readonly track: number }): JSX.Element {
  const { isHidden = false, isMuted = false, isLocked = false } = findHead(track);
  const name = nameTrack(track);
  return (
    <>
      <Switch
        icon={isHidden ? ICONS.hidden : ICONS.seen}
        title={`${isHidden ? 'Show' : 'Hide'} ${name}`}
        about="In the Studio only. A render shows it."
        isOn={isHidden}
        change={(isOn) => setHead(track, { isHidden: isOn })}
      />
      <Switch
        icon={isMuted ? ICONS.muted : ICONS.heard}
        title={`${isMuted ? 'Hear' : 'Mute'} ${name}`}
        about="In the Studio only. A render plays it."
        isOn={isMuted}
        change={(isOn) => setHead(track, { isMuted: isOn })}
      />
      <Switch
        icon={isLocked ? ICONS.locked : ICONS.unlocked}
        title={`${isLocked ? 'Unlock' : 'Lock'} ${name}`}
        about="A locked track is not changed."
        isOn={isLocked}
        change={(isOn) => setHead(track, { isLocked: isOn })}
      />
    </>
  );
}

/** The drawings of the switches. */
const ICONS = {
  seen: 'M1.5 8C4 3.3 12 3.3 14.5 8 12 12.7 4 12.7 1.5 8ZM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  hidden: 'M1.5 8C4 3.3 12 3.3 14.5 8 12 12.7 4 12.7 1.5 8ZM2.5 13.5l11-11',
  heard: 'M2 6h2.5L8 3v10L4.5 10H2ZM10.5 5.5a3.5 3.5 0 0 1 0 5M12.5 3.5a6.5 6.5 0 0 1 0 9',
  muted: 'M2 6h2.5L8 3v10L4.5 10H2ZM10.5 6l4 4M14.5 6l-4 4',
  locked: 'M3.5 7.5h9v6h-9ZM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  unlocked: 'M3.5 7.5h9v6h-9ZM5.5 7.5V4.5a2.5 2.5 0 0 1 5-.6',
} as const;

interface SwitchProps {
  /** The path of the drawing, 16 wide and high. */
  readonly icon: string;
  readonly title: string;
  readonly about: string;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
}

function Switch({ icon, title, about, isOn, change }: SwitchProps): JSX.Element {
  return (
    <button
      type="button"
      class={isOn ? 'head-switch on' : 'head-switch'}
      aria-label={title}
      title={`${title}. ${about}`}
      onClick={() => change(!isOn)}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}

function listItems(track: number): MenuItem[] {
  const { isHidden = false, isMuted = false, isLocked = false } = findHead(track);
  return [
    { title: 'Move up', keys: 'Alt ↑', run: () => moveBy(track, -1) },
    { title: 'Move down', keys: 'Alt ↓', run: () => moveBy(track, 1) },
    { title: 'Higher', keys: 'Alt Shift ↑', run: () => changeHeight(track, 1) },
    { title: 'Lower', keys: 'Alt Shift ↓', run: () => changeHeight(track, -1) },
    { title: isHidden ? 'Show' : 'Hide', run: () => setHead(track, { isHidden: !isHidden }) },
    { title: isMuted ? 'Hear' : 'Mute', run: () => setHead(track, { isMuted: !isMuted }) },
    { title: isLocked ? 'Unlock' : 'Lock', run: () => setHead(track, { isLocked: !isLocked }) },
    // The same as on the track, for those who have no mouse: the playhead is the place.
    ...placeItems(playhead.value, track, 'at the playhead'),
    { title: 'Add a track above all', run: () => (hasEmptyTrack.value = true) },
    {
      title: 'Delete the track and its clips',
      isDisabled: (draft.value.timeline?.tracks?.length ?? 0) < 2,
      run: () => removeTrack(track),
    },
  ];
}

function removeTrack(track: number): void {
  const own = spans.value.filter((span) => span.track === track);
  if (apply(removeClips(draft.value, spans.value, own))) selection.value = new Set();
}

/** Moves a track some rows down. */
function moveBy(track: number, rows: number): void {
  const shown = trackRows.value.filter((row) => row.track !== 'front');
  const other = shown[shown.findIndex((row) => row.track === track) + rows]?.track;
  if (typeof other === 'number') moveTo(track, other);
}

function moveTo(track: number, to: number): void {
  if (apply(moveTrack(draft.value, track, to))) selection.value = new Set();
}

function changeByKey(event: KeyboardEvent, track: number): void {
  const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (way === undefined || !event.altKey || event.target !== event.currentTarget) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) changeHeight(track, -way);
  else {
    moveBy(track, way);
    const head = event.currentTarget as HTMLElement;
    const next = way < 0 ? head.previousElementSibling : head.nextElementSibling;
    if (next instanceof HTMLElement && next.classList.contains('head')) next.focus();
  }
}

/** Moves a track with the pointer. */
function beginOrder(event: PointerEvent, track: number): void {
  const head = event.currentTarget as HTMLElement;
  if (event.button !== 0 || (event.target as Element).closest('input, button, .head-edge')) return;
  const { clientY } = event;
  const tops = [...(head.parentElement?.querySelectorAll('.head') ?? [])].map((each) => {
    const { top, height } = each.getBoundingClientRect();
    return top + height / 2;
  });
  followPointer(event, {
    move: (moved) => {
      if (Math.abs(moved.clientY - clientY) < LEAST_DRAG) return;
      const index = tops.findIndex((middle) => moved.clientY < middle);
      dropRow.value = index < 0 ? 'end' : index;
    },
    end: (isDone) => {
      const { value: drop } = dropRow;
      dropRow.value = undefined;
      if (!isDone || drop === undefined) return;
      const rows = trackRows.value;
      const own = rows.findIndex((row) => row.track === track);
      const index = drop === 'end' ? rows.length : drop;
      const target = rows[index > own ? index - 1 : index]?.track;
      if (typeof target === 'number') moveTo(track, target);
    },
  });
}

/** Changes the height of a track with the pointer. */
function beginHeight(event: PointerEvent, { track, height }: TrackRow): void {
  if (event.button !== 0 || track === 'front') return;
  event.stopPropagation();
  const { clientY } = event;
  followPointer(event, {
    move: (moved) => setHeight(track, height + moved.clientY - clientY),
    end: () => undefined,
  });
}
