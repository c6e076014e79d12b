import { effect } from '@preact/signals';
import { keptNameOf, session } from '../shell/session.ts';
import { KeptUploads } from './kept-uploads.ts';
import { UploadList } from './upload-list.ts';

let current: UploadList | undefined;

/** Returns the uploads of the session. They outlive the view. */
export function uploadsOfSession(): UploadList | undefined {
  if (!session.value) return undefined;
  const { client, owner } = session.value;
  current ??= new UploadList(client, new KeptUploads(localStorage, keptNameOf('uploads', owner)));
  return current;
}

effect(() => {
  if (session.value) return;
  current?.close();
  current = undefined;
});

addEventListener('online', () => current?.resumeFailed());
