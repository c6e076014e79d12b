import { setTimeout as pause } from 'node:timers/promises';
import { KinoraError } from '../base/errors.ts';
import { type Destination, RENEWED_SECONDS, type Sending } from '../destinations/destination.ts';
import { type Holder, holdCredentials, renewCredentials, sealedCredentials } from '../store/credentials.ts';
import type { WorkerParts } from './parts.ts';

const ASK_AGAIN_MS = 250;

type Parts = Pick<WorkerParts, 'database' | 'seal'>;
type AnyDestination = Pick<Destination<unknown, unknown>, 'credentials'>;

/** What an owner gave for a destination. @throws {KinoraError} `destination_refused` when there is nothing that fits. */
export async function findCredentials(
  parts: Parts,
  holder: Holder,
  destination: AnyDestination,
): Promise<unknown> {
  const sealed = await sealedCredentials(parts.database.tables, holder.owner, holder.provider);
  if (sealed === undefined) throw missing(holder);
  return opened(parts, holder, destination, sealed);
}

/** How one sending renews what an owner gave for a destination. @param signal ends the wait for another one that does. */
export function renewal(
  parts: Parts,
  holder: Holder,
  destination: AnyDestination,
  signal: AbortSignal,
): Sending<unknown, unknown>['renew'] {
  const { tables } = parts.database;
  return async (change) => {
    const from = await hold(parts, holder, signal);
    let to = from;
    try {
      const current = opened(parts, holder, destination, from);
      const next = await change(current);
      if (next !== current) to = parts.seal.close(JSON.stringify(next), contextOf(holder));
      return next;
    } finally {
      await renewCredentials(tables, holder, { from, to });
    }
  };
}

/** No transaction: an embedded database has but one connection, and the provider takes its time. */
async function hold({ database }: Parts, holder: Holder, signal: AbortSignal): Promise<string> {
  for (;;) {
    signal.throwIfAborted();
    const sealed = await holdCredentials(database.tables, holder, RENEWED_SECONDS);
    if (sealed !== undefined) return sealed;
    if ((await sealedCredentials(database.tables, holder.owner, holder.provider)) === undefined)
      throw missing(holder);
    await pause(ASK_AGAIN_MS);
  }
}

function opened({ seal }: Parts, holder: Holder, { credentials }: AnyDestination, sealed: string): unknown {
  const parsed = credentials.safeParse(JSON.parse(seal.open(sealed, contextOf(holder))));
  if (!parsed.success) throw missing(holder);
  return parsed.data;
}

function contextOf({ owner, provider }: Holder): string {
  return credentialsContext(owner, provider);
}

/** What credentials are sealed with beside the key, so that those of one owner open for nobody else. */
export function credentialsContext(owner: string, provider: string): string {
  return `credentials/${owner}/${provider}`;
}

function missing({ provider }: Holder): KinoraError {
  const sentence = `There are no credentials for ${provider}; kinora destinations set ${provider} stores them.`;
  return new KinoraError('destination_refused', sentence);
}
