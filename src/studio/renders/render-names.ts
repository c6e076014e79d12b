import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { KinoraClient } from '../../client/index.ts';
import { nameClip } from '../document/clip-spans.ts';
import type { DraftClip, DraftEdit } from '../document/edit-text.ts';
import { findNamingClip } from '../document/find-naming-clip.ts';
import { findFileName } from '../files/known-files.ts';

/** The clips that the renders are named after. */
const clips = signal<ReadonlyMap<string, DraftClip>>(new Map());
const asked = new Set<string>();
/** One edit is asked for at a time, so that a long list takes nothing from other requests. */
let queue = Promise.resolve();

/** Returns the name of a render: that of its edit, which never changes. Undefined until it is known. */
export function useRenderName(client: KinoraClient, id: string): string | undefined {
  useEffect(() => {
    if (asked.has(id)) return;
    asked.add(id);
    queue = queue.then(() => askFor(client, id));
  }, [client, id]);
  const clip = clips.value.get(id);
  return clip && nameClip(clip, findFileName);
}

async function askFor(client: KinoraClient, id: string): Promise<void> {
  try {
    const { data } = await client.renders.get(id, { data: true });
    // The server checked it when it was submitted.
    const clip = findNamingClip((data ?? {}) as DraftEdit);
    if (clip) clips.value = new Map([...clips.peek(), [id, clip]]);
  } catch {
    // Its time names the render until the list is shown again.
    asked.delete(id);
  }
}
