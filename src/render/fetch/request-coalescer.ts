import { raceWithAbort } from '../../base/race-with-abort.ts';

interface SharedRequest<Value> {
  readonly result: Promise<Value>;
  readonly controller: AbortController;
  callers: number;
}

/**
 * Lets equal requests that overlap in time share one operation. Each caller gets the result of the operation.
 */
export class RequestCoalescer<Value = void> {
  private readonly requests = new Map<string, SharedRequest<Value>>();

  /**
   * Starts an operation, or joins the running one with the same key. The operation is aborted when the
   * signals of all callers have aborted.
   *
   * @param key identifies equal operations.
   * @param signal ends the wait of this caller. The other callers are not affected.
   * @param work the operation. Must end soon after its own signal aborts.
   */
  async run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    signal.throwIfAborted();
    const request = this.requests.get(key) ?? this.start(key, work);
    request.callers += 1;
    try {
      return await raceWithAbort(request.result, signal);
    } finally {
      request.callers -= 1;
      if (request.callers === 0) {
        this.forget(key, request);
        request.controller.abort();
        // Wait until the operation has cleaned up. Ignore its outcome, because no caller needs it any more.
        await request.result.catch(() => undefined);
      }
    }
  }

  private start(key: string, work: (signal: AbortSignal) => Promise<Value>): SharedRequest<Value> {
    const controller = new AbortController();
    const request: SharedRequest<Value> = {
      controller,
      callers: 0,
      result: work(controller.signal).finally(() => this.forget(key, request)),
    };
    this.requests.set(key, request);
    return request;
  }

  private forget(key: string, request: SharedRequest<Value>): void {
    if (this.requests.get(key) === request) this.requests.delete(key);
  }
}
