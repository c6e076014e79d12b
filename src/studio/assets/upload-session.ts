import { effect } from '@preact/signals';
import { session } from '../shell/session.ts';
import { UploadList } from './upload-list.ts';

let current: UploadList | undefined;

/** Returns the uploads of who is signed in. They outlive the view. */
export function uploadsOfSession(): UploadList | undefined {
  const { client, stage } = session.value ?? {};
  if (client && stage) current ??= new UploadList(client, stage, localStorage);
  return current;
}

effect(() => {
  if (session.value) return;
  current?.close();
  current = undefined;
});

addEventListener('online', () => current?.resumeFailed());
