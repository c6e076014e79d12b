import { signal } from '@preact/signals';
import type { KinoraClient } from '../../client/index.ts';
import type { TimeRange } from '../document/preview/marked-range.ts';
import { chooseMoment } from '../document/preview/shown-moment.ts';
import { draft, frameRate, playhead, text, timelineEnd } from '../edit/edit-state.ts';
import { awaitCheck, previewDraft } from '../edit/preview-draft.ts';
import { findFileName } from '../files/known-files.ts';
import { nameClipsIn } from '../remarks/name-clips.ts';
import { describeError } from '../shell/describe-error.ts';
import { markedRange } from '../timeline/timeline-marks.ts';
import { shownOutput } from '../variants/shown-output.ts';
import { type PartInTurn, PartQueue } from './part-queue.ts';

/** The state of the player. */
export type PlaybackState =
  | { readonly kind: 'stopped'; readonly failure?: string }
  /** The next part is being made. `shown` is the one before, which was over too early. */
  | { readonly kind: 'making'; readonly percent: number; readonly shown?: PartInTurn | undefined }
  /** `next` follows without a gap. */
  | { readonly kind: 'playing'; readonly shown: PartInTurn; readonly next?: PartInTurn };

/** The present state of the player. */
export const playback = signal<PlaybackState>({ kind: 'stopped' });

/** The speed at which parts are played. 1 is that of the film. */
export const playbackSpeed = signal(1);

let run = new AbortController();
let partOver: () => void = () => undefined;

/** Plays from the playhead to the end of the marked part. Begins at its beginning if the playhead is not in it. Makes parts while those before play. */
export async function play(client: KinoraClient): Promise<void> {
  run.abort();
  const { signal: stopped } = (run = new AbortController());
  const given = text.value;
  let parts: PartQueue | undefined;
  try {
    playback.value = { kind: 'making', percent: 0 };
    await awaitCheck(stopped);
    const range = markedRange.value ?? { start: 0, length: timelineEnd.value };
    const played = {
      edit: previewDraft.value,
      output: shownOutput.value,
      from: findStart(range),
      range,
      rate: frameRate.value,
      isCurrent: () => text.value === given,
      onProgress: showProgress,
    };
    parts = new PartQueue(client, played, stopped);
    await playAll(parts, stopped);
    playback.value = { kind: 'stopped' };
  } catch (error) {
    if (!stopped.aborted)
      playback.value = {
        kind: 'stopped',
        failure: nameClipsIn(describeError(error), draft.peek(), findFileName),
      };
  } finally {
    parts?.close();
  }
}

/** Plays parts until there are no more. */
async function playAll(parts: PartQueue, stopped: AbortSignal): Promise<void> {
  let next = parts.take();
  while (next) {
    const shown = await next;
    stopped.throwIfAborted();
    playback.value = { kind: 'playing', shown };
    next = parts.take();
    void next?.then(
      (following) => prepare(shown, following),
      () => undefined,
    );
    try {
      await endOfPart(stopped);
    } finally {
      parts.release(shown);
    }
    const state = playback.peek();
    if (next && state.kind === 'playing' && !state.next)
      playback.value = { kind: 'making', percent: 0, shown };
  }
}

/** Loads the next part, so that it follows without a gap. */
function prepare(shown: PartInTurn, next: PartInTurn): void {
  const { value } = playback;
  if (value.kind === 'playing' && value.shown === shown) playback.value = { ...value, next };
}

function showProgress(percent: number): void {
  const { value } = playback;
  if (value.kind === 'making') playback.value = { ...value, percent };
}

/** Returns the second at which playing begins. */
function findStart({ start, length }: TimeRange): number {
  const at = chooseMoment(playhead.value, frameRate.value);
  return at < start || at >= start + length - 0.1 ? start : at;
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

/** Waits until the shown part is over. Rejects if the player is stopped. */
function endOfPart(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    partOver = resolve;
    stopped.addEventListener('abort', () => reject(new Error('The player was stopped.')), { once: true });
  });
}
