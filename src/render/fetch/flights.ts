/** Work that several callers may wait for at once, under one key; each gets its value. */
export interface Flights<Value> {
  /**
   * Starts the work, or joins it when it runs already. It is aborted when the last of those who wait for it has left.
   *
   * @param key what makes two pieces of work the same.
   * @param signal leaves the work without ending it for the others.
   * @param work what to do; must end soon after its own signal aborts.
   */
  join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
}

interface Flight<Value> {
  readonly done: Promise<Value>;
  readonly controller: AbortController;
  waiting: number;
}

/** Lets equal pieces of work that overlap in time be done once. */
export function openFlights<Value = void>(): Flights<Value> {
  const flights = new Map<string, Flight<Value>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const controller = new AbortController();
    const flight: Flight<Value> = {
      controller,
      waiting: 0,
      done: work(controller.signal).finally(() => forget(key, flight)),
    };
    flights.set(key, flight);
    return flight;
  }

  function forget(key: string, flight: Flight<Value>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  return {
    async join(key, signal, work) {
      signal.throwIfAborted();
      const flight = flights.get(key) ?? start(key, work);
      flight.waiting += 1;
      try {
        return await untilAborted(flight.done, signal);
      } finally {
        flight.waiting -= 1;
        if (flight.waiting === 0) {
          forget(key, flight);
          flight.controller.abort();
          // Whoever gives the work up last also sees its files gone; its outcome was thrown above if it mattered.
          await flight.done.catch(() => undefined);
        }
      }
    },
  };
}

async function untilAborted<Value>(done: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const left = Promise.withResolvers<never>();
  const leave = (): void => left.reject(signal.reason);
  signal.addEventListener('abort', leave);
  try {
    return await Promise.race([done, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
