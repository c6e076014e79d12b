import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { listSpeechClips, showsCaptions } from '../document/captions.ts';
import { pathOf } from '../document/clip-path.ts';
import { insertClip } from '../document/commands.ts';
import { toGrid } from '../document/frame-grid.ts';
import { apply, draft, frameRate, playhead, selected, spans, syntaxProblem } from '../edit/edit-state.ts';
import { showField, sideTab } from '../edit/side-tabs.ts';
import { chooseFile } from '../files/choose-file.ts';
import { MenuList } from '../shell/menu-list.tsx';
import { isFirstTrackInFront } from '../shell/session.ts';
import { captionClip } from '../speech/speech-tools.tsx';
import { uploadInFront } from '../timeline/drop-files.ts';
import { NEW_CLIPS, type NewClip } from './new-clips.ts';

/** A button with a menu of clips. The chosen one begins at the playhead, in front of all others. */
export function AddClip(): JSX.Element {
  const isOpen = useSignal(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div class="add-clip">
      <button
        ref={opener}
        type="button"
        class="button"
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        disabled={syntaxProblem.value !== undefined}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        + Add a clip
      </button>
      {isOpen.value && (
        <MenuList
          label="Add a clip"
          close={(isBack) => {
            isOpen.value = false;
            if (isBack) opener.current?.focus();
          }}
        >
          {NEW_CLIPS.map((entry) => (
            <button
              key={entry.title}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                isOpen.value = false;
                void add(entry);
              }}
            >
              <strong>{entry.title}</strong>
              <span class="soft">{entry.about}</span>
            </button>
          ))}
        </MenuList>
      )}
    </div>
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
