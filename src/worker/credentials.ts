import { setTimeout as pause } from 'node:timers/promises';
import { KinoraError } from '../base/errors.ts';
import {
  type DestinationAdapter,
  RENEWAL_LIMIT_SECONDS,
  type SendContext,
} from '../destinations/destination-adapter.ts';
import {
  type CredentialsOwner,
  credentialsContext,
  lockCredentials,
  releaseCredentials,
  findSealedCredentials,
} from '../store/credentials.ts';
import type { WorkerContext } from './worker-context.ts';

const HOLD_RETRY_MS = 250;

type CredentialContext = Pick<WorkerContext, 'database' | 'seal'>;
type CredentialUser = Pick<DestinationAdapter<unknown, unknown>, 'credentialsSchema'>;

/** What an owner gave for a destination. @throws {KinoraError} `destination_refused` when there is nothing that fits. */
export async function loadCredentials(
  context: CredentialContext,
  holder: CredentialsOwner,
  destination: CredentialUser,
): Promise<unknown> {
  const sealed = await findSealedCredentials(context.database.tables, holder.owner, holder.provider);
  if (sealed === undefined) throw missingCredentials(holder);
  return decryptCredentials(context, holder, destination, sealed);
}

/** How one sending renews what an owner gave for a destination. @param signal ends the wait for another one that does. */
export function createRenewal(
  context: CredentialContext,
  holder: CredentialsOwner,
  destination: CredentialUser,
  signal: AbortSignal,
): SendContext<unknown, unknown>['renewCredentials'] {
  const { tables } = context.database;
  return async (change) => {
    const from = await hold(context, holder, signal);
    let to = from;
    try {
      const current = decryptCredentials(context, holder, destination, from);
      const next = await change(current);
      if (next !== current) to = context.seal.encrypt(JSON.stringify(next), credentialsContext(holder));
      return next;
    } finally {
      await releaseCredentials(tables, holder, { from, to });
    }
  };
}

/** No transaction: an embedded database has but one connection, and the provider takes its time. */
async function hold(
  { database }: CredentialContext,
  holder: CredentialsOwner,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    signal.throwIfAborted();
    const sealed = await lockCredentials(database.tables, holder, RENEWAL_LIMIT_SECONDS);
    if (sealed !== undefined) return sealed;
    if ((await findSealedCredentials(database.tables, holder.owner, holder.provider)) === undefined)
      throw missingCredentials(holder);
    await pause(HOLD_RETRY_MS);
  }
}

function decryptCredentials(
  { seal }: CredentialContext,
  holder: CredentialsOwner,
  { credentialsSchema: credentials }: CredentialUser,
  sealed: string,
): unknown {
  const parsed = credentials.safeParse(JSON.parse(seal.decrypt(sealed, credentialsContext(holder))));
  if (!parsed.success) throw missingCredentials(holder);
  return parsed.data;
}

function missingCredentials({ provider }: CredentialsOwner): KinoraError {
  const sentence = `There are no credentials for ${provider}; kinora destinations set ${provider} stores them.`;
  return new KinoraError('destination_refused', sentence);
}
