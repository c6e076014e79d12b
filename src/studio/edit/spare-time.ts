import { effect, signal } from '@preact/signals';
import type { KinoraClient } from '../../client/index.ts';
import { playback } from '../playback/playback.ts';
import { session } from '../shell/session.ts';
import { editCheck, playhead, text } from './edit-state.ts';

/** Work that is done when nobody waits for anything else. */
export interface SpareWork {
  /** Names what is made, so that it is not made twice. */
  readonly name: string;
  /** Does the work. It must not reject. */
  readonly run: (client: KinoraClient, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds of rest before spare work begins, so that it never delays the picture. */
const REST_MS = 700;

/** True while frames are on their way. */
export const isDrawing = signal(false);

/** When the edit, the playhead or the session changed last, in milliseconds of `performance.now`. */
const lastChange = signal(0);
/** What is on its way. */
const underWay = new Set<AbortController>();
const abandon = (): void => {
  lastChange.value = performance.now();
  for (const work of underWay) work.abort();
};
for (const followed of [playhead, text, session]) followed.subscribe(abandon);

/**
 * Does work while the edit and the playhead rest, no frames are on their way and nothing is played. If the edit or
 * the playhead changes, what is on its way is abandoned. It is found again later if it is still wanted.
 *
 * @param find returns the next work, without what is on its way. Runs in an effect: it is called again if the signals
 *   that it reads change.
 * @param atOnce number of works at the same time.
 */
export function workInSpareTime(
  find: (isUnderWay: (name: string) => boolean) => SpareWork | undefined,
  atOnce: number,
): void {
  const names = signal<ReadonlySet<string>>(new Set());
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
    const rest = Math.max(0, REST_MS - (performance.now() - lastChange.value));
    const client = session.value?.client;
    const isChecked = editCheck.value.text === text.value && editCheck.value.problems.length === 0;
    const isIdle = isChecked && !isDrawing.value && playback.value.kind === 'stopped';
    if (!client || !isIdle || running.size >= atOnce) return;
    const next = find((name) => running.has(name));
    if (!next) return;
    const timer = setTimeout(() => void start(next, client), rest);
    return () => clearTimeout(timer);
  });
}
