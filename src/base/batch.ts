import { setImmediate as nextTurn } from 'node:timers/promises';

/** An item of one caller that waits for a run. */
interface PendingItem<Item, Outcome> extends PromiseWithResolvers<Outcome> {
  readonly item: Item;
}

/**
 * Batches the work of many callers. Calls that arrive in one turn of the event loop, or during a run, go into
 * the next run.
 *
 * @param run does the work and returns its outcomes in the order of the items. If it rejects, all calls of
 *   the batch reject.
 * @param maxItems maximum number of items in one run, at least 1.
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
      // An embedded database blocks the event loop. Wait a turn, so that calls that arrived meanwhile join
      // this run.
      await nextTurn();
      await runBatch(waiting.splice(0, maxItems), run);
    }
    running = false;
  };
  return (item) => {
    const pending = { item, ...Promise.withResolvers<Outcome>() };
    waiting.push(pending);
    if (!running) void runAll();
    return pending.promise;
  };
}

async function runBatch<Item, Outcome>(
  items: readonly PendingItem<Item, Outcome>[],
  run: (items: readonly Item[]) => Promise<readonly Outcome[]>,
): Promise<void> {
  try {
    const outcomes = await run(items.map(({ item }) => item));
    // `run` returns one outcome for each item, in the same order.
    items.forEach(({ resolve }, index) => resolve(outcomes[index] as Outcome));
  } catch (error) {
    for (const { reject } of items) reject(error);
  }
}
