import { setTimeout as sleep } from 'node:timers/promises';
import { changeKey, changeTemplate, renewSecret, writeBackup } from './change-things.ts';
import { cancelRender, deleteFilm } from './delete-renders.ts';
import { orderFilm, orderStill } from './order-renders.ts';
import type { PowerClient } from './power-client.ts';
import { fetchSource, putSource, uploadSource } from './upload-sources.ts';

type Action = (client: PowerClient) => Promise<void>;

/** The actions of clients, with their frequencies relative to each other. */
const ACTIONS: readonly (readonly [Action, number])[] = [
  [orderStill, 5],
  [orderFilm, 4],
  [cancelRender, 1],
  [deleteFilm, 2],
  [fetchSource, 2],
  [putSource, 2],
  [changeTemplate, 4],
  [changeKey, 3],
];
/** Clients that do all of these at the same time, and clients that only upload in pieces. */
const CLIENTS = 7;
const UPLOADERS = 2;
/** Milliseconds between two actions of a client: the shortest and the longest. */
const PAUSE_MS: readonly [number, number] = [0, 600];
/** Milliseconds between two commands of the operator. */
const OPERATOR_MS: readonly [number, number] = [3_000, 12_000];

/** Acts as clients and the operator until the signal of the client aborts. */
export async function work(client: PowerClient, report: (line: string) => void): Promise<void> {
  const { random, signal } = client;
  const total = ACTIONS.reduce((sum, [, share]) => sum + share, 0);
  const pick = (): Action => {
    let left = random.next() * total;
    return (ACTIONS.find(([, share]) => (left -= share) < 0) ?? ACTIONS[0]!)[0];
  };
  const repeat = async (choose: () => Action, [low, high]: readonly [number, number]): Promise<void> => {
    while (!signal.aborted) {
      const action = choose();
      await action(client).catch((error: unknown) => {
        if (!signal.aborted) report(`${action.name}: ${String(error)}`);
      });
      await sleep(random.between(low, high), undefined, { signal }).catch(() => undefined);
    }
  };
  await Promise.all([
    ...Array.from({ length: CLIENTS }, () => repeat(pick, PAUSE_MS)),
    ...Array.from({ length: UPLOADERS }, () => repeat(() => uploadSource, PAUSE_MS)),
    repeat(() => random.pick([renewSecret, writeBackup]), OPERATOR_MS),
  ]);
}
