/**
 * Yields the values of a generator, and lets the generator work ahead of the reader. The values must be
 * disposed of by the reader. If the reader stops early, this function disposes of the values that wait.
 *
 * @param count number of values that may be in work or waiting.
 */
export async function* readAhead<Value extends Disposable>(
  source: AsyncGenerator<Value>,
  count: number,
): AsyncGenerator<Value> {
  const pending: Promise<IteratorResult<Value>>[] = [];
  const request = (): void => {
    const next = source.next();
    // The reader gets the error. Until then, Node.js must not treat it as an unhandled rejection.
    next.catch(() => undefined);
    pending.push(next);
  };
  try {
    for (let index = 0; index < count; index++) request();
    for (let next = await pending.shift(); next && next.done !== true; next = await pending.shift()) {
      request();
      yield next.value;
    }
  } finally {
    for (const result of await Promise.allSettled(pending))
      if (result.status === 'fulfilled' && result.value.done !== true) result.value.value[Symbol.dispose]();
    await source.return(undefined);
  }
}
