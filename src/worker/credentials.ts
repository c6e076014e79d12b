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
  findCredentials,
  releaseCredentials,
} from '../store/credentials.ts';
import type { WorkerContext } from './worker-context.ts';

const LOCK_RETRY_MS = 250;

type CredentialContext = Pick<WorkerContext, 'database' | 'seal'>;
type CredentialUser = Pick<DestinationAdapter<unknown, unknown>, 'credentialsSchema'>;

/**
 * Loads and decrypts an owner's credentials for a destination.
 *
 * @throws {KinoraError} `destination_refused` if there are none, or none that match the destination's schema.
 */
export async function loadCredentials(
  context: CredentialContext,
  holder: CredentialsOwner,
  destination: CredentialUser,
): Promise<unknown> {
  const sealed = await findSealed(context, holder);
  if (sealed === undefined) throw missingCredentials(holder);
  return decryptCredentials(context, holder, destination, sealed);
}

/**
 * Creates the function with which a copy renews its owner's credentials. Only one copy at a time renews the
 * same credentials.
 *
 * @param signal Ends the wait for another copy's renewal.
 */
export function createRenewal(
  context: CredentialContext,
  holder: CredentialsOwner,
  destination: CredentialUser,
  signal: AbortSignal,
): SendContext<unknown, unknown>['renewCredentials'] {
  const { tables } = context.database;
  return async (change) => {
    const from = await lock(context, holder, signal);
    let to = from;
    try {
      const current = decryptCredentials(context, holder, destination, from);
      const next = await change(current);
      if (next !== current) to = context.seal.encrypt(JSON.stringify(next), contextOf(holder));
      return next;
    } finally {
      await releaseCredentials(tables, holder, { from, to });
    }
  };
}

/**
 * Locks an owner's credentials for a renewal and returns them, still encrypted. Does not hold a transaction
 * open, because an embedded database has only one connection and providers can be slow.
 */
async function lock(
  context: CredentialContext,
  holder: CredentialsOwner,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    signal.throwIfAborted();
    const sealed = await lockCredentials(context.database.tables, holder, RENEWAL_LIMIT_SECONDS);
    if (sealed !== undefined) return sealed;
    if ((await findSealed(context, holder)) === undefined) throw missingCredentials(holder);
    await pause(LOCK_RETRY_MS);
  }
}

function decryptCredentials(
  { seal }: CredentialContext,
  holder: CredentialsOwner,
  { credentialsSchema: credentials }: CredentialUser,
  sealed: string,
): unknown {
  const parsed = credentials.safeParse(JSON.parse(seal.decrypt(sealed, contextOf(holder))));
  if (!parsed.success) throw missingCredentials(holder);
  return parsed.data;
}

async function findSealed(
  { database }: CredentialContext,
  { owner, provider }: CredentialsOwner,
): Promise<string | undefined> {
  const stored = await findCredentials(database.tables, 'destination', owner);
  return stored.find(({ name }) => name === provider)?.sealed;
}

function contextOf({ owner, provider }: CredentialsOwner): string {
  return credentialsContext('destination', owner, provider);
}

function missingCredentials({ provider }: CredentialsOwner): KinoraError {
  const sentence = `There are no credentials for ${provider}. Store them with "kinora destinations set ${provider}".`;
  return new KinoraError('destination_refused', sentence);
}
