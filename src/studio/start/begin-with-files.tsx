import { signal, useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { reverseTracks } from '../document/reverse-tracks.ts';
import { PlaceProgress } from '../files/place-progress.tsx';
import { cancelPlaceUpload, findPlaceUpload, uploadForPlace } from '../files/place-uploads.ts';
import { useFileEntry } from '../files/use-file-entry.ts';
import { refuseFile, type WantedKinds } from '../files/wanted-kinds.ts';
import { UNNAMED } from '../kept/kept-document.ts';
import { isFirstTrackInFront } from '../shell/session.ts';
import { useFilePicker } from '../shell/use-file-picker.tsx';
import { beginEdit } from './new-edit-panel.tsx';
import { type BeginningFile, createEditOfFiles } from './new-edits.ts';

const KINDS: WantedKinds = ['video', 'image', 'drawing', 'sound', 'captions'];

/** Number of the files of all beginnings, which gives each upload a place of its own. */
let count = 0;

/** The places of the uploads, in the order of the clips. They go on while another view is shown. */
const places = signal<readonly string[]>([]);
const arrived = signal<ReadonlyMap<string, BeginningFile>>(new Map());

/** Begins an edit with files of the computer: it opens when they have arrived. */
export function BeginWithFiles(): JSX.Element {
  const problems = useSignal<readonly string[]>([]);
  const take = (files: readonly File[]): void => {
    problems.value = files.flatMap((file) => refuseFile(file, KINDS) ?? []);
    for (const file of files.filter((each) => refuseFile(each, KINDS) === undefined)) {
      const place = `start ${(count += 1)}`;
      places.value = [...places.value, place];
      uploadForPlace(place, file, (url, source) => {
        arrived.value = new Map([...arrived.value, [place, { ...source, url }]]);
      });
    }
  };
  useSignalEffect(() => {
    const isOver = places.value.every((place) => !findPlaceUpload(place));
    if (!isOver || arrived.value.size === 0) return;
    const edit = createEditOfFiles(places.value.flatMap((place) => arrived.value.get(place) ?? []));
    [places.value, arrived.value] = [[], new Map()];
    // Unlike an empty edit, it could not be begun again with a click. So the server keeps it at once.
    beginEdit(isFirstTrackInFront.peek() ? reverseTracks(edit) : edit, { name: UNNAMED });
  });
  const picker = useFilePicker(take);
  const { ref, isOver, events } = useFileEntry<HTMLElement>(take, () => undefined);
  return (
    <section
      ref={ref}
      class={`begin-files${isOver.value ? ' over' : ''}`}
      aria-label="Begin with your files"
      {...events}
    >
      <p>
        <strong>Drop your films, pictures and sounds here</strong>{' '}
        <span class="soft">They become the clips of a new edit, one after the other.</span>
      </p>
      <button type="button" class="button main" onClick={picker.choose}>
        Choose files
      </button>
      {picker.input}
      {problems.value.map((problem) => (
        <p key={problem} class="message bad" role="alert">
          {problem}
        </p>
      ))}
      {places.value.map((place) => (
        <PlaceProgress key={place} place={place} />
      ))}
      <BeginWithoutRest />
    </section>
  );
}

/** The button that begins with the files that have arrived, if each of the others has a problem. */
function BeginWithoutRest(): JSX.Element | null {
  const rest = places.value.flatMap((place) => findPlaceUpload(place) ?? []);
  const { size } = arrived.value;
  if (size === 0 || rest.some(({ problem, progress }) => !problem && !progress?.problem)) return null;
  return (
    <button
      type="button"
      class="button"
      onClick={() => rest.forEach(({ place }) => cancelPlaceUpload(place))}
    >
      {size === 1 ? 'Begin with the file that has arrived' : `Begin with the ${size} files that have arrived`}
    </button>
  );
}
