/** Work that several callers may wait for at once, under one key. */
export interface Flights {
  /**
   * Starts the work, or joins it when it runs already. It is aborted when the last of those who wait for it has left.
   *
   * @param key what makes two pieces of work the same.
   * @param signal leaves the work without ending it for the others.
   * @param work what to do; must end soon after its own signal aborts.
   */
  join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
}

interface Flight {
  readonly done: Promise<void>;
  readonly controller: AbortController;
  waiting: number;
}

/** Lets equal pieces of work that overlap in time be done once. */
export function openFlights(): Flights {
  const flights = new Map<string, Flight>();

  function start(key: string, work: (signal: AbortSignal) => Promise<void>): Flight {
    const controller = new AbortController();
    const flight: Flight = {
      controller,
      waiting: 0,
      done: work(controller.signal).finally(() => forget(key, flight)),
    };
    flights.set(key, flight);
    return flight;
  }

  function forget(key: string, flight: Flight): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  return {
    async join(key, signal, work) {
      signal.throwIfAborted();
      const flight = flights.get(key) ?? start(key, work);
      flight.waiting += 1;
      try {
        await untilAborted(flight.done, signal);
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

async function untilAborted(done: Promise<void>, signal: AbortSignal): Promise<void> {
  const left = Promise.withResolvers<never>();
  const leave = (): void => left.reject(signal.reason);
  signal.addEventListener('abort', leave);
  try {
    await Promise.race([done, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
