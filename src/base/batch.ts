import { setImmediate as nextTurn } from 'node:timers/promises';

/** One caller's part of a run. */
interface PendingItem<Item, Outcome> extends PromiseWithResolvers<Outcome> {
  readonly item: Item;
}

/**
 * Does the work of many callers together: all who come in one turn of the event loop, or while a run is under way, go in the
 * next run. No run begins before its callers have come.
 *
 * @param run Does the work; its outcomes are in the order of its items. When it rejects, it does so for all of them.
 * @param maxItems How many items go in one run at the most, from 1.
 */
export function batch<Item, Outcome>(
  run: (items: readonly Item[]) => Promise<readonly Outcome[]>,
  maxItems: number,
): (item: Item) => Promise<Outcome> {
  const waiting: PendingItem<Item, Outcome>[] = [];
  let running = false;
  const runAll = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      // An embedded database works without a pause; those who came meanwhile are heard only now.
      await nextTurn();
      await runBatch(waiting.splice(0, maxItems), run);
    }
    running = false;
  };
  return (item) => {
    const mine = { item, ...Promise.withResolvers<Outcome>() };
    waiting.push(mine);
    if (!running) void runAll();
    return mine.promise;
  };
}

async function runBatch<Item, Outcome>(
  items: readonly PendingItem<Item, Outcome>[],
  run: (items: readonly Item[]) => Promise<readonly Outcome[]>,
): Promise<void> {
  try {
    const outcomes = await run(items.map(({ item }) => item));
    // A run has an outcome for each of its items; the index of one is the index of the other.
    items.forEach(({ resolve }, index) => resolve(outcomes[index] as Outcome));
  } catch (error) {
    for (const { reject } of items) reject(error);
  }
}
