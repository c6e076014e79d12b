import { raceWithAbort } from '../../base/race-with-abort.ts';

/**
 * Lets equal requests that overlap in time share one operation. Each caller gets the result of the operation.
 */
export interface RequestCoalescer<Value> {
  /**
   * Starts an operation, or joins the running one with the same key. The operation is aborted when the
   * signals of all callers have aborted.
   *
   * @param key identifies equal operations.
   * @param signal ends the wait of this caller. The other callers are not affected.
   * @param work the operation. Must end soon after its own signal aborts.
   */
  run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
}

interface SharedRequest<Value> {
  readonly result: Promise<Value>;
  readonly controller: AbortController;
  callers: number;
}

/** Creates a coalescer without requests. */
export function createRequestCoalescer<Value = void>(): RequestCoalescer<Value> {
  const requests = new Map<string, SharedRequest<Value>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<Value>): SharedRequest<Value> {
    const controller = new AbortController();
    const request: SharedRequest<Value> = {
      controller,
      callers: 0,
      result: work(controller.signal).finally(() => forget(key, request)),
    };
    requests.set(key, request);
    return request;
  }

  function forget(key: string, request: SharedRequest<Value>): void {
    if (requests.get(key) === request) requests.delete(key);
  }

  return {
    async run(key, signal, work) {
      signal.throwIfAborted();
      const request = requests.get(key) ?? start(key, work);
      request.callers += 1;
      try {
        return await raceWithAbort(request.result, signal);
      } finally {
        request.callers -= 1;
        if (request.callers === 0) {
          forget(key, request);
          request.controller.abort();
          // Wait until the operation has cleaned up. Ignore its outcome, because no caller needs it any more.
          await request.result.catch(() => undefined);
        }
      }
    },
  };
}
