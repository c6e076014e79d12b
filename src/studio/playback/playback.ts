import { signal } from '@preact/signals';
import type { KinoraClient, RenderHandle } from '../../client/index.ts';
import { toEdit } from '../document/edit-text.ts';
import { roundTime } from '../document/frame-grid.ts';
import { createPreviewEdit } from '../document/preview/preview-edit.ts';
import { playhead, text, timelineEnd } from '../edit/edit-state.ts';
import { awaitCheck, previewDraft } from '../edit/preview-draft.ts';
import { markedRange } from '../timeline/timeline-marks.ts';
import { describeError } from '../shell/describe-error.ts';

/** A part of the timeline as a small video. */
export interface MadeRange {
  /** The second of the timeline at which it begins. */
  readonly from: number;
  /** Its length in seconds. */
  readonly length: number;
  readonly url: string;
  /** Id of the render that made it. */
  readonly id: string;
}

/** The state of the player. */
export type PlaybackState =
  | { readonly kind: 'stopped'; readonly failure?: string }
  /** The next part is being made. `hasPlayed` if one was shown before, which was over too early. */
  | { readonly kind: 'making'; readonly percent: number; readonly hasPlayed: boolean }
  | { readonly kind: 'playing'; readonly range: MadeRange };

/** Seconds of a part. The first one is shorter, so that it appears sooner. */
const FIRST_SECONDS = 3;
const RANGE_SECONDS = 8;
/** Milliseconds that the server may take for a part. */
const MAKE_LIMIT_MS = 120_000;

/** The present state of the player. */
export const playback = signal<PlaybackState>({ kind: 'stopped' });

/** The speed at which parts are played. 1 is that of the film. */
export const playbackSpeed = signal(1);

let run = new AbortController();
let partOver: () => void = () => undefined;

/** Plays from the playhead to the end of the marked part. Begins at its beginning if the playhead is not in it. Makes each part while the one before plays. */
export async function play(client: KinoraClient): Promise<void> {
  run.abort();
  const { signal: stopped } = (run = new AbortController());
  const from = findStart();
  const end = endOfPlaying();
  const given = text.value;
  let hasPlayed = false;
  let next: Promise<MadeRange> | undefined;
  try {
    playback.value = { kind: 'making', percent: 0, hasPlayed };
    await awaitCheck(stopped);
    next = make(client, from, Math.min(FIRST_SECONDS, end - from), stopped);
    while (next) {
      playback.value = { kind: 'making', percent: 0, hasPlayed };
      const range: MadeRange = await next;
      const to = range.from + range.length;
      const isLast = to >= end - 0.05 || text.value !== given;
      next = isLast ? undefined : make(client, to, Math.min(RANGE_SECONDS, end - to), stopped);
      // Awaited later. A failure before that must not count as unhandled.
      next?.catch(() => undefined);
      playback.value = { kind: 'playing', range };
      hasPlayed = true;
      try {
        await endOfPart(stopped);
      } finally {
        await forget(client, range);
      }
    }
    playback.value = { kind: 'stopped' };
  } catch (error) {
    if (!stopped.aborted) playback.value = { kind: 'stopped', failure: describeError(error) };
  } finally {
    // A part that was made and is not played any more.
    void next?.then(
      (range) => forget(client, range),
      () => undefined,
    );
  }
}

/** Returns the second at which playing ends. */
function endOfPlaying(): number {
  const { value: range } = markedRange;
  return range ? range.start + range.length : timelineEnd.value;
}

/** Returns the second at which playing begins. */
function findStart(): number {
  const start = markedRange.value?.start ?? 0;
  const { value: at } = playhead;
  return at < start || at >= endOfPlaying() - 0.1 ? start : at;
}

/** Stops. The playhead stays where it is. */
export function stop(): void {
  run.abort();
  if (playback.peek().kind !== 'stopped') playback.value = { kind: 'stopped' };
}

/** Handles the end of the shown part. */
export function finishPart(): void {
  partOver();
}

function make(
  client: KinoraClient,
  from: number,
  seconds: number,
  stopped: AbortSignal,
): Promise<MadeRange> | undefined {
  const start = roundTime(from);
  const length = roundTime(Math.min(seconds, timelineEnd.value - start));
  if (length <= 0) return undefined;
  return makeRange(client, start, length, stopped);
}

async function makeRange(
  client: KinoraClient,
  from: number,
  length: number,
  stopped: AbortSignal,
): Promise<MadeRange> {
  // It is submitted to the end, because the server may have accepted it when it is stopped.
  const handle = client.render(toEdit(createPreviewEdit(previewDraft.value, from, length)));
  const abandon = (): void => void discard(handle);
  stopped.addEventListener('abort', abandon, { once: true });
  const { url, id } = await handle.wait({
    signal: stopped,
    timeout: MAKE_LIMIT_MS,
    onProgress: ({ progress }) => {
      const { value } = playback;
      if (value.kind === 'making') playback.value = { ...value, percent: Math.round(progress * 100) };
    },
  });
  stopped.removeEventListener('abort', abandon);
  return { from, length, url, id };
}

/** Removes the render of a part that was played. It would not belong in the list of renders. */
async function forget(client: KinoraClient, { id }: MadeRange): Promise<void> {
  try {
    // A render that has ended is deleted with its files.
    await client.renders.handle(id).cancel();
  } catch {
    // A key that may only render may not delete. The render then stays as long as others, and playing goes on.
  }
}

/** Ends the render of a part that nobody will see, and removes it. */
async function discard(handle: RenderHandle): Promise<void> {
  try {
    // The first request cancels it, the second one deletes what was cancelled.
    await handle.cancel();
    await handle.cancel();
  } catch {
    // It has ended meanwhile, so that the first request has deleted it; or the key may not delete.
  }
}

/** Waits until the shown part is over. Rejects if the player is stopped. */
function endOfPart(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    partOver = resolve;
    stopped.addEventListener('abort', () => reject(new Error('The player was stopped.')), { once: true });
  });
}
