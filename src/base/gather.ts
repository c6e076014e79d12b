import { setImmediate as turn } from 'node:timers/promises';

/** One caller's part of a run. */
interface Waiting<Item, Outcome> extends PromiseWithResolvers<Outcome> {
  readonly item: Item;
}

/**
 * Does the work of many callers together: all who come in one turn of the event loop, or while a run is under way, go in the
 * next run. No run begins before its callers have come.
 *
 * @param run Does the work; its outcomes are in the order of its items. When it rejects, it does so for all of them.
 * @param most How many items go in one run at the most, from 1.
 */
export function gather<Item, Outcome>(
  run: (items: readonly Item[]) => Promise<readonly Outcome[]>,
  most: number,
): (item: Item) => Promise<Outcome> {
  const waiting: Waiting<Item, Outcome>[] = [];
  let running = false;
  const runAll = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      // An embedded database works without a pause; those who came meanwhile are heard only now.
      await turn();
      await settle(waiting.splice(0, most), run);
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

async function settle<Item, Outcome>(
  together: readonly Waiting<Item, Outcome>[],
  run: (items: readonly Item[]) => Promise<readonly Outcome[]>,
): Promise<void> {
  try {
    const outcomes = await run(together.map(({ item }) => item));
    // A run has an outcome for each of its items; the index of one is the index of the other.
    together.forEach(({ resolve }, index) => resolve(outcomes[index] as Outcome));
  } catch (error) {
    for (const { reject } of together) reject(error);
  }
}
