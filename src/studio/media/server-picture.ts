import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { toEdit } from '../document/edit-text.ts';
import { createThumbnailEdit, THUMBNAIL } from '../document/preview/strip-edit.ts';
import { requestPace, session } from '../shell/session.ts';
import { kindOfFile } from './media-kind.ts';

/** The addresses of the pictures by those of their files. An empty one could not be made. */
const pictures = signal<ReadonlyMap<string, string>>(new Map());
/** The files of which a picture is wanted, in their order. */
const wanted = new Set<string>();
let isWorking = false;

/**
 * Returns the address of a small picture of a file that the page may not or cannot show, such as a film in HEVC. The
 * server draws it. Undefined until it is there, or if there is none.
 *
 * @param url address of the file. Undefined if no picture is wanted.
 */
export function useServerPicture(url: string | undefined): string | undefined {
  useEffect(() => {
    if (url === undefined || pictures.peek().has(url)) return;
    wanted.add(url);
    void work();
    return () => void wanted.delete(url);
  }, [url]);
  return (url !== undefined && pictures.value.get(url)) || undefined;
}

/** Makes the wanted pictures, one after the other, so that they delay nothing else. */
async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  for (let [url] = wanted; url !== undefined; [url] = wanted) {
    const wait = requestPace.spareWait();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    else {
      wanted.delete(url);
      pictures.value = new Map([...pictures.peek(), [url, await make(url)]]);
    }
  }
  isWorking = false;
}

async function make(url: string): Promise<string> {
  const type = kindOfFile(url) === 'video' ? 'video' : 'image';
  try {
    const bytes = await session.peek()?.client.sheet(toEdit(createThumbnailEdit(type, url)), {
      moments: 1,
      width: THUMBNAIL.width,
      times: false,
      format: 'jpeg',
    });
    return bytes ? URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/jpeg' })) : '';
  } catch {
    // The name of the format stays in its place.
    return '';
  }
}
