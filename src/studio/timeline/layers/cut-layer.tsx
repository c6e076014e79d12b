import { signal, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { isCrossFaded } from '../../document/cut/cross-fade-sound.ts';
import { type Cut, limitRoll, longestTransition, rollCut, nameAtCut } from '../../document/cut/cuts.ts';
import { nearestFrameAt, secondsOfFrames } from '../../document/frame-grid.ts';
import { apply, draft, frameRate, spans, syntaxProblem } from '../../edit/edit-state.ts';
import { LookTile } from '../../inspector/look-picker.tsx';
import { loadSchema } from '../../inspector/schema-state.ts';
import { splitSpeed } from '../../schema/field-words.ts';
import { MenuList } from '../../shell/menu-list.tsx';
import { cutSettings } from '../clip-actions.ts';
import { followPointer, LEAST_DRAG } from '../drag-clips.ts';
import { INDENT, zoom } from '../timeline-state.ts';
import { trackRows } from '../track-state.ts';
import {
  allowsTransition,
  hasSounds,
  cuts,
  keyOfCut,
  litCut,
  putTransition,
  titleTransition,
  transitionNames,
} from './cut-state.ts';

/** The cut whose menu is open, and the place of the menu on the page. */
const openCut = signal<
  { readonly key: string; readonly x: number; readonly y: number; readonly opener: HTMLElement } | undefined
>(undefined);

/** The change of a transition that is being dragged. */
const dragged = signal<{ readonly key: string; readonly seconds?: number; readonly by?: number } | undefined>(
  undefined,
);

/** The cuts between clips, with their transitions. */
export function CutLayer(): JSX.Element | null {
  if (syntaxProblem.value) return null;
  return (
    <div role="group" aria-label="Cuts">
      {cuts.value.map((cut) => (
        <CutHandle key={keyOfCut(cut)} cut={cut} />
      ))}
    </div>
  );
}

/** A cut. A press opens its transitions, a drag moves it, and a drag of an edge of its transition makes that longer. */
function CutHandle({ cut }: { readonly cut: Cut }): JSX.Element | null {
  const key = keyOfCut(cut);
  // Only the cut that is dragged is drawn again.
  const own = useComputed(() => (dragged.value?.key === key ? dragged.value : undefined));
  const isOpen = useComputed(() => openCut.value?.key === key);
  const isLit = useComputed(() => litCut.value === key);
  const row = trackRows.value.find(({ track }) => track === cut.before.track);
  if (!row) return null;
  const { seconds = cut.overlap, by = 0 } = own.value ?? {};
  const name = nameAtCut(draft.value, cut);
  const middle = cut.after.start + cut.overlap / 2 + by;
  const pixels = seconds * zoom.value;
  const title =
    name === undefined ? 'No transition' : `${titleTransition(splitSpeed(name).base)}, ${cut.overlap} s`;
  return (
    <div
      class={`cut${name === undefined ? '' : ' with-transition'}${isLit.value ? ' lit' : ''}`}
      style={{
        top: `${row.top}px`,
        left: `${middle * zoom.value + INDENT}px`,
        height: `${row.height - 1}px`,
        '--width': `${pixels}px`,
      }}
    >
      <button
        type="button"
        class="cut-button"
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        aria-label={`Cut at ${middle.toFixed(2)} s: ${title}`}
        title={`${title}. Press to change it, drag to move the cut.`}
        onPointerDown={(event) => beginRoll(event, cut)}
        onClick={(event) => {
          if (event.detail === 0) openMenu(event.currentTarget, key);
        }}
        onKeyDown={(event) => changeByKey(event, cut)}
      >
        <span aria-hidden="true">{name === undefined ? '+' : '⋈'}</span>
      </button>
      {name !== undefined &&
        (['start', 'end'] as const).map((edge) => (
          <span
            key={edge}
            class={`cut-edge ${edge}`}
            title="Drag for the length of the transition"
            onPointerDown={(event) => beginLength(event, cut, edge === 'end' ? 1 : -1)}
          />
        ))}
    </div>
  );
}

function openMenu(opener: HTMLElement, key: string): void {
  const { left, bottom } = opener.getBoundingClientRect();
  void loadSchema();
  openCut.value = openCut.value?.key === key ? undefined : { key, x: left, y: bottom + 4, opener };
}

/** Moves a cut with the pointer. A press alone opens the transitions. */
function beginRoll(event: PointerEvent, cut: Cut): void {
  if (event.button !== 0) return;
  event.stopPropagation();
  const { clientX } = event;
  const button = event.currentTarget as HTMLElement;
  const key = keyOfCut(cut);
  let by = 0;
  let isDragging = false;
  followPointer(event, {
    move: (moved) => {
      isDragging ||= Math.abs(moved.clientX - clientX) >= LEAST_DRAG;
      if (!isDragging) return;
      by = limitRoll(draft.value, cut, toFrames((moved.clientX - clientX) / zoom.value), cutSettings());
      dragged.value = { key, by };
    },
    end: (isDone) => {
      dragged.value = undefined;
      if (isDone && isDragging) apply(rollCut(draft.value, cut, by, cutSettings()));
      else if (isDone) openMenu(button, key);
    },
  });
}

/** Makes a transition longer or shorter with the pointer, at both ends alike. */
function beginLength(event: PointerEvent, cut: Cut, way: 1 | -1): void {
  if (event.button !== 0) return;
  event.stopPropagation();
  const { clientX } = event;
  const most = longestTransition(draft.value, spans.value, cut);
  let seconds = cut.overlap;
  followPointer(event, {
    move: (moved) => {
      const by = (2 * way * (moved.clientX - clientX)) / zoom.value;
      seconds = Math.min(Math.max(secondsOfFrames(1, frameRate.value), toFrames(cut.overlap + by)), most);
      dragged.value = { key: keyOfCut(cut), seconds };
    },
    end: (isDone) => {
      dragged.value = undefined;
      if (isDone && seconds !== cut.overlap) setLength(cut, seconds);
    },
  });
}

function setLength(cut: Cut, seconds: number, group?: string): void {
  const name = nameAtCut(draft.value, cut);
  if (name !== undefined) putTransition(cut, { name, seconds }, group);
}

/** Moves a cut by frames, makes its transition longer or shorter, or removes it. */
function changeByKey(event: KeyboardEvent, cut: Cut): void {
  const frames = { ',': -1, '.': 1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const longer = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  const isDelete = event.key === 'Delete' || event.key === 'Backspace';
  if (frames === undefined && longer === undefined && !isDelete) return;
  event.preventDefault();
  event.stopPropagation();
  const many = event.shiftKey ? 10 : 1;
  const step = secondsOfFrames(many, frameRate.value);
  if (frames !== undefined) apply(rollCut(draft.value, cut, frames * step, cutSettings()), 'roll');
  else if (longer !== undefined)
    setLength(cut, Math.max(step / many, cut.overlap + longer * step), 'transition');
  else putTransition(cut, undefined);
}

function toFrames(seconds: number): number {
  return secondsOfFrames(nearestFrameAt(seconds, frameRate.value), frameRate.value);
}

/** The transitions for the cut that was pressed, with their pictures. */
export function TransitionMenu(): JSX.Element | null {
  const { key, x = 0, y = 0 } = openCut.value ?? {};
  const cut = cuts.value.find((each) => keyOfCut(each) === key);
  if (!cut) return null;
  const names = transitionNames.value.filter((name) => allowsTransition(cut, name));
  const now = nameAtCut(draft.value, cut);
  const current = now === undefined ? 'none' : splitSpeed(now).base;
  return (
    <div>
      <MenuList
        key={names.length}
        label="Transitions"
        class={`at-pointer transition-choices${cut.isOfSounds ? ' of-sounds' : ''}`}
        style={{ left: `${x}px`, top: `${y}px` }}
        close={(isBack) => {
          if (isBack) openCut.value?.opener.focus();
          openCut.value = undefined;
        }}
      >
        {names.length === 0 && <p class="soft">Loading the transitions …</p>}
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="menuitemradio"
            aria-checked={name === current}
            tabIndex={-1}
            class="look"
            onClick={() => {
              putTransition(cut, name === 'none' ? undefined : { name });
              openCut.value = undefined;
            }}
          >
            {!cut.isOfSounds && <LookTile look="in" name={name} />}
            <span>{titleTransition(name)}</span>
          </button>
        ))}
        {now !== undefined && !cut.isOfSounds && hasSounds(cut) && <SoundItem cut={cut} name={now} />}
      </MenuList>
    </div>
  );
}

/** The choice whether the sounds of two films fade with their pictures. */
function SoundItem({ cut, name }: { readonly cut: Cut; readonly name: string }): JSX.Element {
  const fadesSounds = isCrossFaded(draft.value, cut);
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={fadesSounds}
      tabIndex={-1}
      class="of-sound"
      onClick={() => putTransition(cut, { name, seconds: cut.overlap, fadesSounds: !fadesSounds })}
    >
      Cross-fade the sound, too
    </button>
  );
}
