import type { KinoraClient } from '../../client/index.ts';

/** A part of the timeline as a video. */
export interface MadePart {
  /** The second of the timeline at which it begins. */
  readonly start: number;
  /** Its length in seconds. */
  readonly length: number;
  readonly url: string;
  /** The render that still has the file, because the browser could not copy it. */
  readonly render?: string;
}

/** Number of parts that are kept. A small one has about half a megabyte. */
const MOST = 40;
/** Seconds of a part that are worth playing. */
const LEAST_REST = 0.2;
/** Seconds that an end may be too late by. */
const SHORTAGE = 1e-3;

let kept: readonly { readonly part: MadePart; readonly edit: string }[] = [];

/** Returns a kept part that has a second and ends before an end. The one that lasts longest from there. @param edit see {@link keepPart}. */
export function findKeptPart(edit: string, second: number, end: number): MadePart | undefined {
  const restOf = ({ start, length }: MadePart): number => start + length - second;
  const [found] = kept
    .filter((one) => one.edit === edit && one.part.start <= second + SHORTAGE)
    .filter(({ part }) => part.start + part.length <= end + SHORTAGE)
    .filter(({ part }) => restOf(part) >= Math.min(LEAST_REST, end - second))
    .toSorted((one, other) => restOf(other.part) - restOf(one.part));
  if (found) kept = [...kept.filter((one) => one !== found), found];
  return found?.part;
}

/** Keeps a part in the browser. @param edit names the edit and the quality that the part is of. */
export function keepPart(edit: string, part: MadePart): void {
  if (part.render !== undefined) return;
  const all = [...kept, { part, edit }];
  for (const { part: old } of all.slice(0, -MOST)) URL.revokeObjectURL(old.url);
  kept = all.slice(-MOST);
}

/** Copies the file of a render into the browser, and removes the render, which would not belong in the list. */
export async function takeFile(
  client: KinoraClient,
  render: { readonly id: string; readonly url: string },
  stopped: AbortSignal,
): Promise<Pick<MadePart, 'url' | 'render'>> {
  try {
    const response = await fetch(render.url, { signal: stopped });
    if (!response.ok) throw new Error(`The file answers with ${response.status}.`);
    const url = URL.createObjectURL(await response.blob());
    void removePlayed(client, render.id);
    return { url };
  } catch (error) {
    if (stopped.aborted) {
      void removePlayed(client, render.id);
      throw error;
    }
    // A storage elsewhere may only be shown, not read. The render is removed once it was played.
    return { url: render.url, render: render.id };
  }
}

/** Removes the render of a part that was played. */
export async function removePlayed(client: KinoraClient, id: string): Promise<void> {
  try {
    // A render that has ended is deleted with its files.
    await client.renders.handle(id).cancel();
  } catch {
    // A key that may only render may not delete. The render then stays as long as others, and playing goes on.
  }
}
