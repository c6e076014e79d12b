import '../style/add-menu.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { listSpeechClips, showsCaptions } from '../document/captions.ts';
import { pathOf } from '../document/clip-path.ts';
import { insertClip } from '../document/commands.ts';
import { toGrid } from '../document/frame-grid.ts';
import { apply, draft, frameRate, playhead, selected, spans, syntaxProblem } from '../edit/edit-state.ts';
import { showField, sideTab } from '../edit/side-tabs.ts';
import { chooseFile } from '../files/choose-file.ts';
import { Icon } from '../layout/icon.tsx';
import { isFirstTrackInFront } from '../shell/session.ts';
import { captionClip } from '../speech/speech-tools.tsx';
import { uploadInFront } from '../timeline/drop-files.ts';
import { NEW_CLIPS, type NewClip } from './new-clips.ts';

/** A button with a menu of clips in groups. The chosen one begins at the playhead, in front of all others. */
export function AddClip(): JSX.Element {
  const isOpen = useSignal(false);
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // Before the next key arrives: an arrow key must not move the focus to an item that then gets it anyway.
  useLayoutEffect(() => {
    if (!isOpen.value) return undefined;
    itemsOf(menu.current)[0]?.focus();
    const close = ({ target }: PointerEvent): void => {
      if (!menu.current?.parentElement?.contains(target as Node)) isOpen.value = false;
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [isOpen.value]);
  return (
    <div
      class="add-clip"
      onKeyDown={(event) => {
        if (!isOpen.value) return;
        if (event.key === 'Escape') {
          isOpen.value = false;
          opener.current?.focus();
        } else if (event.key === 'Tab') isOpen.value = false;
        else if (!moveFocus(menu.current, event.key)) return;
        if (event.key !== 'Tab') event.preventDefault();
        event.stopPropagation();
      }}
    >
      <button
        ref={opener}
        type="button"
        class="button"
        aria-label="Add a clip"
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        disabled={syntaxProblem.value !== undefined}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <Icon name="add" />
        Add
      </button>
      {isOpen.value && (
        <div ref={menu} class="menu" role="menu" aria-label="Add a clip">
          <Tiles
            onChoose={(entry) => {
              isOpen.value = false;
              void add(entry);
            }}
          />
        </div>
      )}
    </div>
  );
}

/** The clips of the menu in their groups. */
function Tiles({ onChoose }: { readonly onChoose: (entry: NewClip) => void }): JSX.Element {
  return (
    <>
      {NEW_CLIPS.map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          <h3 aria-hidden="true">{group.title}</h3>
          <div class="add-tiles">
            {group.clips.map((entry) => (
              <Tile key={entry.title} entry={entry} onChoose={() => onChoose(entry)} />
            ))}
          </div>
        </div>
      ))}
    </>
  );
}

/** A clip of the menu, with a sample of its look. */
function Tile({ entry, onChoose }: { readonly entry: NewClip; readonly onChoose: () => void }): JSX.Element {
  const { title, about, sample } = entry;
  const id = useId();
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-describedby={id}
      data-tip={about}
      onClick={onChoose}
    >
      <span class="sample" aria-hidden="true">
        {typeof sample === 'string' ? (
          <Icon name={sample} />
        ) : (
          <span class={`letters ${sample.letters}`}>Aa</span>
        )}
      </span>
      {title}
      <span id={id} class="only-read" aria-hidden="true">
        {about}
      </span>
    </button>
  );
}

/** Adds a clip at the playhead. If it shows a file, the file is chosen first. Captions are those of the nearest speech. */
async function add(entry: NewClip): Promise<void> {
  const start = toGrid(playhead.value, frameRate.value);
  const { title, kinds, clip } = entry;
  if (showsCaptions(clip.asset) && captionNearest()) return;
  if (!kinds) {
    insert(entry, start);
    return;
  }
  const choice = await chooseFile({ title: `New clip: ${title}`, kinds, address: '' });
  if (choice && 'url' in choice) insert(entry, start, choice.url);
  else if (choice) uploadInFront(choice.file, start, (url) => insert(entry, start, url));
}

/** Adds a clip, selects it, and goes to the field that is filled in first. */
function insert({ clip, first }: NewClip, start: number, src?: string): void {
  const { asset, ...rest } = clip;
  const added = { asset: { ...asset, ...(src !== undefined && { src }) }, start, ...rest };
  const { changes, place } = insertClip(draft.value, added, 'front', isFirstTrackInFront.value);
  apply(changes);
  sideTab.value = 'clip';
  showField([...pathOf(place), 'asset', first]);
}

/** Adds captions of the clip with speech that is nearest. Returns false if there is none. */
function captionNearest(): boolean {
  const [nearest] = listSpeechClips(draft.value, spans.value, selected.value, playhead.value);
  if (!nearest) return false;
  captionClip(nearest);
  sideTab.value = 'clip';
  return true;
}

/** Moves the focus to another tile: the one before or after, or the nearest one above or below. */
function moveFocus(menu: HTMLElement | null, key: string): boolean {
  const items = itemsOf(menu);
  const current = items.indexOf(document.activeElement as HTMLElement);
  const last = items.length - 1;
  const onwards = menu && getComputedStyle(menu).direction === 'rtl' ? -1 : 1;
  const next = {
    ArrowRight: current + onwards,
    ArrowLeft: current - onwards,
    ArrowDown: findBeside(items, current, 1),
    ArrowUp: findBeside(items, current, -1),
    Home: 0,
    End: last,
  }[key];
  if (next === undefined) return false;
  items[(next + items.length) % items.length]?.focus();
  return true;
}

/** Returns the index of the tile in the next row that is nearest. @param direction 1 for down, -1 for up. */
function findBeside(items: readonly HTMLElement[], current: number, direction: number): number {
  const { offsetTop: row = 0, offsetLeft: column = 0 } = items[current] ?? {};
  const rows = items.map(({ offsetTop }) => direction * (offsetTop - row)).filter((distance) => distance > 0);
  const wanted = row + direction * Math.min(...rows);
  const distances = items.map(({ offsetTop, offsetLeft }) =>
    offsetTop === wanted ? Math.abs(offsetLeft - column) : Infinity,
  );
  const nearest = Math.min(...distances);
  return Number.isFinite(nearest) ? distances.indexOf(nearest) : direction > 0 ? 0 : items.length - 1;
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}
