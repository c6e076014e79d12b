import '../style/add-menu.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { listSpeechClips, showsCaptions } from '../document/captions.ts';
import { pathOf } from '../document/clip-path.ts';
import { insertClip } from '../document/commands.ts';
import { toGrid } from '../document/frame-grid.ts';
import { apply, draft, frameRate, playhead, selected, spans, syntaxProblem } from '../edit/edit-state.ts';
import { showField, sideTab } from '../edit/side-tabs.ts';
import { chooseFile } from '../files/choose-file.ts';
import { Icon } from '../layout/icon.tsx';
import { MenuList } from '../shell/menu-list.tsx';
import { isFirstTrackInFront } from '../shell/session.ts';
import { captionClip } from '../speech/caption-clip.ts';
import { uploadInFront } from '../timeline/drop-files.ts';
import { NEW_CLIPS, type NewClip } from './new-clips.ts';

/** A button with a menu of clips in groups. The chosen one begins at the playhead, in front of all others. */
export function AddClip(): JSX.Element {
  const isOpen = useSignal(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div class="add-clip">
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
        <MenuList
          label="Add a clip"
          class="add-menu"
          close={(isBack) => {
            isOpen.value = false;
            if (isBack) opener.current?.focus();
          }}
        >
          <Tiles
            onChoose={(entry) => {
              isOpen.value = false;
              void add(entry);
            }}
          />
        </MenuList>
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
