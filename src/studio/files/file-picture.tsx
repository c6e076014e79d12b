import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { KinoraClient } from '../../client/index.ts';
import { toEdit } from '../document/edit-text.ts';
import { createStripEdit } from '../document/preview/strip-edit.ts';
import { isShownByBrowsers, kindOfFile } from '../media/media-kind.ts';
import { Thumbnail } from '../media/thumbnail.tsx';
import { session } from '../shell/session.ts';

interface FilePictureProps {
  readonly address: string;
  /** True if the page may show the file itself. */
  readonly isOwn: boolean;
}

/** The pictures that the server has made, by the addresses of their files. */
const made = signal<ReadonlyMap<string, string>>(new Map());
const asked = new Set<string>();

/** Seconds of a video after which its picture is taken. The first frame is often black. */
const AT = 0.5;

/** A small picture of a file. The server makes it if the page may not or cannot show the file. */
export function FilePicture({ address, isOwn }: FilePictureProps): JSX.Element {
  const client = session.value?.client;
  const kind = kindOfFile(address);
  const isMade = (kind === 'video' || kind === 'image') && (!isOwn || !isShownByBrowsers(address));
  useEffect(() => {
    if (!client || !isMade || asked.has(address)) return;
    asked.add(address);
    // The name of the format stands there without it.
    void makePicture(client, address, kind).catch(() => undefined);
  }, [client, address, isMade]);
  return (
    <Thumbnail
      key={address}
      url={isOwn || !isMade ? address : undefined}
      picture={made.value.get(address)}
      placeholder={kind === 'video' ? 'VIDEO' : 'IMAGE'}
    />
  );
}

async function makePicture(client: KinoraClient, address: string, type: string): Promise<void> {
  const edit = createStripEdit({}, { asset: { type, src: address } }, 2 * AT);
  const bytes = await client.frame(toEdit(edit), AT, { format: 'jpeg' });
  const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/jpeg' }));
  made.value = new Map([...made.peek(), [address, url]]);
}
