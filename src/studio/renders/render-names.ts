import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { KinoraClient } from '../../client/index.ts';
import type { DraftEdit } from '../document/edit-text.ts';
import { nameEdit } from '../document/name-edit.ts';

const names = signal<ReadonlyMap<string, string>>(new Map());
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
  return names.value.get(id);
}

async function askFor(client: KinoraClient, id: string): Promise<void> {
  try {
    const { data } = await client.renders.get(id, { data: true });
    // The server checked it when it was submitted.
    const name = nameEdit((data ?? {}) as DraftEdit);
    if (name !== undefined) names.value = new Map([...names.peek(), [id, name]]);
  } catch {
    // Its time names the render until the list is shown again.
    asked.delete(id);
  }
}
