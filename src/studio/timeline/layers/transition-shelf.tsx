import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { LookTile } from '../../inspector/look-picker.tsx';
import { loadSchema } from '../../inspector/schema-state.ts';
import { followPointer } from '../drag-clips.ts';
import { INDENT, zoom } from '../timeline-state.ts';
import { trackRows } from '../track-state.ts';
import {
  allowsTransition,
  cuts,
  keyOfCut,
  litCut,
  putTransition,
  titleTransition,
  transitionNames,
} from './cut-state.ts';

const isOpen = signal(false);

/** Pixels beside a cut within which a transition can be dropped on it. */
const REACH = 24;

/** The transition under the pointer, and its place on the page. */
const carried = signal<{ readonly name: string; readonly x: number; readonly y: number } | undefined>(
  undefined,
);

/** The button that opens the shelf of transitions. */
export function ShelfButton(): JSX.Element {
  return (
    <button
      type="button"
      class="button plain"
      aria-expanded={isOpen.value}
      title="Transitions to drag onto cuts"
      onClick={() => {
        isOpen.value = !isOpen.value;
        void loadSchema();
      }}
    >
      Transitions
    </button>
  );
}

/** All transitions, above the tracks. One is dragged onto a cut. Keys choose one at the cut itself. */
export function TransitionShelf(): JSX.Element | null {
  const { value: held } = carried;
  if (!isOpen.value) return null;
  return (
    <section class="transition-shelf" aria-label="Transitions">
      <p class="soft">Drag one onto a cut, or press the cut.</p>
      <ul tabIndex={0} aria-label="All transitions">
        {transitionNames.value
          .filter((name) => name !== 'none')
          .map((name) => (
            <li key={name} class="look" onPointerDown={(event) => carry(event, name)}>
              <LookTile look="in" name={name} />
              <span>{titleTransition(name)}</span>
            </li>
          ))}
      </ul>
      {held && (
        <div class="carried" style={{ left: `${held.x}px`, top: `${held.y}px` }}>
          <LookTile look="in" name={held.name} />
        </div>
      )}
    </section>
  );
}

/** Carries a transition with the pointer, and puts it at the cut on which it is dropped. */
function carry(event: PointerEvent, name: string): void {
  if (event.button !== 0) return;
  event.preventDefault();
  followPointer(event, {
    move: ({ clientX, clientY }) => {
      carried.value = { name, x: clientX, y: clientY };
      litCut.value = findCutAt(name, clientX, clientY);
    },
    end: (isDone) => {
      const cut = cuts.peek().find((each) => keyOfCut(each) === litCut.peek());
      carried.value = undefined;
      litCut.value = undefined;
      if (isDone && cut) putTransition(cut, { name });
    },
  });
}

/** Returns the key of the nearest cut at a place of the page that can have a transition. */
function findCutAt(name: string, clientX: number, clientY: number): string | undefined {
  const lanes = document.elementFromPoint(clientX, clientY)?.closest('.lanes-inner');
  if (!lanes) return undefined;
  const { left, top } = lanes.getBoundingClientRect();
  const row = trackRows.peek().find((each) => {
    const y = clientY - top - each.top;
    return y >= 0 && y < each.height;
  });
  const near = cuts.peek().flatMap((cut) => {
    const middle = (cut.after.start + cut.overlap / 2) * zoom.peek() + INDENT;
    const distance = Math.abs(clientX - left - middle);
    const reach = Math.max(REACH, (cut.overlap / 2) * zoom.peek());
    const isPossible = cut.after.track === row?.track && allowsTransition(cut, name);
    return isPossible && distance <= reach ? [{ key: keyOfCut(cut), distance }] : [];
  });
  return near.sort((one, other) => one.distance - other.distance)[0]?.key;
}
