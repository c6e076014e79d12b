import { effect, signal } from '@preact/signals';
import type { Source } from '../../client/index.ts';
import type { ShownUpload } from '../assets/upload-list.ts';
import { uploadsOfSession } from '../assets/upload-session.ts';
import { describeError } from '../shell/describe-error.ts';
import { session } from '../shell/session.ts';
import { fileOfSource } from '../tray/tray-file.ts';
import { rememberFile } from './known-files.ts';

/** Uses a file that has arrived, by its address. */
type UseFile = (url: string, source: Source) => void;

/** A file of the computer on its way to the place that wants it. */
interface PlaceUpload {
  /** The name of the place, which only it has. */
  readonly place: string;
  readonly file: File;
  /** The reason why the file cannot be used. */
  readonly problem?: string;
}

/** The uploads for places. They go on while the place is not shown. */
const placeUploads = signal<readonly PlaceUpload[]>([]);

// Uploads end with the session.
effect(() => {
  if (!session.value) placeUploads.value = [];
});

/** Returns the upload for a place, with the progress of its bytes. */
export function findPlaceUpload(
  place: string,
): (PlaceUpload & { readonly progress: ShownUpload | undefined }) | undefined {
  const found = placeUploads.value.find((each) => each.place === place);
  const shown = uploadsOfSession()?.uploads.value;
  return found && { ...found, progress: shown?.find(({ file }) => file === found.file) };
}

/**
 * Uploads a file for a place, instead of one that is on its way there.
 *
 * @param use called with the address of the file and its source, when Kinora has read it.
 */
export function uploadForPlace(place: string, file: File, use: UseFile): void {
  cancelPlaceUpload(place);
  const upload: PlaceUpload = { place, file };
  placeUploads.value = [...placeUploads.value, upload];
  uploadsOfSession()?.add([file], {
    onArrived: ({ id }) => void finish(upload, id, use),
    onRemoved: () => forget(upload),
  });
}

/** Ends the upload for a place, or takes its problem away. */
export function cancelPlaceUpload(place: string): void {
  const found = placeUploads.peek().find((each) => each.place === place);
  if (!found) return;
  forget(found);
  const uploads = uploadsOfSession();
  const shown = uploads?.uploads.peek().find(({ file }) => file === found.file);
  if (shown) uploads?.remove(shown.id);
}

async function finish(upload: PlaceUpload, id: string, use: UseFile): Promise<void> {
  let problem: string;
  try {
    const source = await session.peek()?.client.sources.wait(id);
    // It was cancelled meanwhile, or another file took its place.
    if (!placeUploads.peek().includes(upload)) return;
    if (source?.source !== undefined) {
      forget(upload);
      rememberFile(source.source, fileOfSource(source));
      use(source.source, source);
      return;
    }
    problem = source?.error ?? 'Kinora cannot read this file. Choose another.';
  } catch (error) {
    problem = describeError(error);
  }
  placeUploads.value = placeUploads.value.map((each) => (each === upload ? { ...upload, problem } : each));
}

function forget(upload: PlaceUpload): void {
  placeUploads.value = placeUploads.value.filter(
    (each) => each.file !== upload.file || each.place !== upload.place,
  );
}
