import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { KinoraClient } from '../../client/index.ts';
import { type DraftEdit, toEdit } from '../document/edit-text.ts';
import { createThumbnailEdit, THUMBNAIL } from '../document/preview/strip-edit.ts';
import { requestPace, session } from '../shell/session.ts';
import { kindOfFile } from './media-kind.ts';

/** Loads the edit whose picture is drawn. */
type LoadEdit = (client: KinoraClient) => DraftEdit | Promise<DraftEdit>;

/** The addresses of the pictures by their names. An empty one could not be made. */
const pictures = signal<ReadonlyMap<string, string>>(new Map());
/** The pictures that are wanted by their names, in their order. */
const wanted = new Map<string, LoadEdit>();
let isWorking = false;

/**
 * Returns the address of a small picture of an edit. The server draws it. Undefined until it is there, or if it
 * cannot be drawn, such as that of a sound.
 *
 * @param name changes whenever the edit does. Undefined if no picture is wanted.
 */
export function useServerPicture(name: string | undefined, load: LoadEdit): string | undefined {
  useEffect(() => {
    if (name === undefined || pictures.peek().has(name)) return;
    wanted.set(name, load);
    void work();
    return () => void wanted.delete(name);
  }, [name]);
  return (name !== undefined && pictures.value.get(name)) || undefined;
}

/**
 * Returns the address of a small picture of a file that the page may not or cannot show, such as a film in HEVC.
 *
 * @param url address of the file. Undefined if no picture is wanted.
 */
export function useFilePicture(url: string | undefined): string | undefined {
  return useServerPicture(url, () =>
    createThumbnailEdit(kindOfFile(url ?? '') === 'video' ? 'video' : 'image', url ?? ''),
  );
}

/** Makes the wanted pictures, one after the other, so that they delay nothing else. */
async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  for (let [next] = wanted; next !== undefined; [next] = wanted) {
    const wait = requestPace.spareWait();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    else {
      const [name, load] = next;
      wanted.delete(name);
      pictures.value = new Map([...pictures.peek(), [name, await make(load)]]);
    }
  }
  isWorking = false;
}

async function make(load: LoadEdit): Promise<string> {
  try {
    const client = session.peek()?.client;
    if (!client) return '';
    const edit = toEdit(await load(client));
    const options = { moments: 1, width: THUMBNAIL.width, times: false, format: 'jpeg' } as const;
    const bytes = await client.sheet(edit, options);
    return URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/jpeg' }));
  } catch {
    // The page shows something else in its place.
    return '';
  }
}
