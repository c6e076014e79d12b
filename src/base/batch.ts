import { setImmediate as nextTurn } from 'node:timers/promises';

/** An item that waits for the next run, and the promise that its caller awaits. */
interface PendingItem<Item, Outcome> extends PromiseWithResolvers<Outcome> {
  readonly item: Item;
}

/**
 * Combines the calls of many callers into runs. Calls that arrive in the same turn of the event loop, or
 * while a run is in progress, share the next run.
 *
 * @param run does the work and returns one outcome for each item, in the order of the items. If `run`
 *   rejects, all calls that share the run reject.
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
      // An embedded database blocks the event loop while it works, which delays other calls. Wait one turn,
      // so that those calls join this run.
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
