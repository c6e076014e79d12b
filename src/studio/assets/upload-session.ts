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
  if (!session.value) {
    current?.close();
    current = undefined;
  } else if (current && current.client !== session.value.client) {
    // Another key of the same account.
    current.client = session.value.client;
    current.resumeFailed();
  }
});

addEventListener('online', () => current?.resumeFailed());
