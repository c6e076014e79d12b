import { effect, signal } from '@preact/signals';
import type { KinoraClient } from '../../client/index.ts';
import { isDrawing } from '../playback/bring-picture.ts';
import { playback } from '../playback/playback.ts';
import { requestPace, session } from '../shell/session.ts';
import { editCheck, playhead, text } from './edit-state.ts';

/** Work for the time in which no other work is waiting. */
export interface SpareWork {
  /** The name of the work, so that it is not done twice. */
  readonly name: string;
  /** Does the work. It must not reject. */
  readonly run: (client: KinoraClient, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds of rest before spare work begins, so that it never delays the picture. */
const REST_MS = 700;

/** The time of the last change of the edit, the playhead or the session, as of `performance.now`. */
const lastChange = signal(0);
/** The controllers of the work that is running. */
const underWay = new Set<AbortController>();
const abandon = (): void => {
  lastChange.value = performance.now();
  for (const work of underWay) work.abort();
};
for (const followed of [playhead, text, session]) followed.subscribe(abandon);

/**
 * Does work while the edit and the playhead rest, no frames are on their way and nothing is played. If the edit or
 * the playhead changes, running work is abandoned. It is found again later if it is still wanted.
 *
 * @param find returns the next work, without running work. Runs in an effect: it is called again if the signals
 *   that it reads change.
 * @param atOnce number of works at the same time.
 * @param paceWait returns the milliseconds until the limit of the requests allows the work.
 */
export function workInSpareTime(
  find: (isUnderWay: (name: string) => boolean) => SpareWork | undefined,
  atOnce: number,
  paceWait = (): number => requestPace.spareWait(),
): void {
  const names = signal<ReadonlySet<string>>(new Set());
  const turn = signal(0);
  const start = async ({ name, run }: SpareWork, client: KinoraClient): Promise<void> => {
    const own = new AbortController();
    underWay.add(own);
    names.value = new Set([...names.peek(), name]);
    await run(client, own.signal);
    underWay.delete(own);
    names.value = new Set([...names.peek()].filter((other) => other !== name));
  };
  effect(() => {
    const { value: running } = names;
    void turn.value;
    const rest = Math.max(0, REST_MS - (performance.now() - lastChange.value));
    const client = session.value?.client;
    const isChecked = editCheck.value.text === text.value && editCheck.value.problems.length === 0;
    const isIdle = isChecked && !isDrawing.value && playback.value === 'stopped';
    if (!client || !isIdle || running.size >= atOnce) return;
    const next = find((name) => running.has(name));
    if (!next) return;
    const pause = paceWait();
    const timer =
      pause > 0
        ? setTimeout(() => (turn.value += 1), Math.max(pause, rest))
        : setTimeout(() => void start(next, client), rest);
    return () => clearTimeout(timer);
  });
}
