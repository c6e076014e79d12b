import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../clients/api.ts';
import type { Random } from '../random.ts';
import type { Ledger } from './ledger.ts';
import type { Site } from './site.ts';

/** A film that is done. */
export interface DoneFilm {
  readonly id: string;
  /** The files at the server. */
  readonly paths: readonly string[];
}

/** The state that the clients of a run with power cuts share. */
export interface PowerClient {
  readonly api: Api;
  readonly key: string;
  readonly site: Site;
  readonly ledger: Ledger;
  readonly random: Random;
  /** Address of the server of sources. */
  readonly sources: string;
  /** Address of a receiver of callbacks. */
  readonly receiver: string;
  readonly signal: AbortSignal;
  /** Films that no client has deleted. */
  readonly films: DoneFilm[];
  /** Returns a number that no other order has. */
  readonly nextNumber: () => number;
}

/** Milliseconds between two looks at a job. */
const LOOK_MS = 300;
/** Milliseconds that a job may take on a busy machine. Renditions wait until renders leave time over. */
const END_MS = 600_000;

/** Looks at a job until something is found. @throws if that takes too long. */
export async function pollFor<Found>(
  { signal }: PowerClient,
  what: string,
  find: () => Promise<Found | undefined>,
): Promise<Found> {
  const until = Date.now() + END_MS;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error(`${what} has not ended within ${END_MS / 1000} s.`);
    await sleep(LOOK_MS, undefined, { signal });
  }
}
