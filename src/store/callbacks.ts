import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { CallbackAttemptTable, CallbackStatus, CallbackTable, Tables } from './schema.ts';

/** A stored callback. */
export type CallbackRow = Readonly<Selectable<CallbackTable>>;

/** A callback to store. */
export type NewCallback = Pick<CallbackRow, 'id' | 'owner' | 'subject' | 'event' | 'url' | 'body'>;

/** A finished attempt to send a callback. */
export type CallbackAttemptRow = Readonly<Selectable<CallbackAttemptTable>>;

/** The outcome of an attempt. */
export type CallbackAttemptOutcome = Pick<CallbackAttemptRow, 'code' | 'error' | 'took'>;

/**
 * Stores callbacks of one subject, in the order of their ids.
 *
 * @returns the id of the callback to send immediately. Undefined if an earlier callback of the subject has
 *   had no attempt yet.
 */
export async function addCallbacks(
  transaction: Tables,
  callbacks: readonly NewCallback[],
): Promise<string | undefined> {
  const [first] = callbacks;
  if (first === undefined) return undefined;
  // Lock the earlier callbacks. An attempt that ends now then waits, and finds the new callbacks afterwards.
  const before = await transaction
    .selectFrom('callback')
    .select('id')
    .where('subject', '=', first.subject)
    .where('attempts', '=', 0)
    .forUpdate()
    .execute();
  await transaction.insertInto('callback').values(callbacks).execute();
  return before.length === 0 ? first.id : undefined;
}

/** Finds a callback. Returns undefined if it was deleted. */
export function findCallback(db: Tables, id: string): Promise<CallbackRow | undefined> {
  return db.selectFrom('callback').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists the callbacks of a subject, oldest first. */
export function findCallbacks(db: Tables, owner: string, subject: string): Promise<CallbackRow[]> {
  return db
    .selectFrom('callback')
    .selectAll()
    .where('subject', '=', subject)
    .where('owner', '=', owner)
    .orderBy('id')
    .execute();
}

/** Lists the attempts at the callbacks of a subject, oldest first. */
export function findCallbackAttempts(db: Tables, subject: string): Promise<CallbackAttemptRow[]> {
  return db
    .selectFrom('callback_attempt')
    .innerJoin('callback', 'callback.id', 'callback_attempt.callback')
    .selectAll('callback_attempt')
    .where('callback.subject', '=', subject)
    .orderBy('callback_attempt.callback')
    .orderBy('callback_attempt.number')
    .execute();
}

/**
 * Records an attempt.
 *
 * @param status the new status of the callback, if it changes. A delivered callback stays delivered.
 * @returns the id of the next callback of the subject, if that callback waited for the first attempt at this
 *   one.
 */
export async function recordCallbackAttempt(
  transaction: Tables,
  id: string,
  outcome: CallbackAttemptOutcome,
  status: CallbackStatus | undefined,
): Promise<string | undefined> {
  const ended = await transaction
    .updateTable('callback')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      ...(status && {
        status: sql<CallbackStatus>`case when status = 'delivered' then status else ${status} end`,
      }),
    }))
    .where('id', '=', id)
    .returning(['attempts', 'subject'])
    .executeTakeFirst();
  // The callback was deleted with its render.
  if (ended === undefined) return undefined;
  await transaction
    .insertInto('callback_attempt')
    .values({ ...outcome, callback: id, number: ended.attempts })
    .execute();
  if (ended.attempts > 1) return undefined;
  const next = await transaction
    .selectFrom('callback')
    .select('id')
    .where('subject', '=', ended.subject)
    .where('attempts', '=', 0)
    .orderBy('id')
    .executeTakeFirst();
  return next?.id;
}

/** Deletes the callbacks of a subject, sent or not. */
export async function deleteCallbacks(db: Tables, subject: string): Promise<void> {
  await db.deleteFrom('callback').where('subject', '=', subject).execute();
}

/** Generates a secret for Standard Webhooks from 32 random bytes. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * Returns the secret that signs an owner's callbacks.
 *
 * @param fresh the secret to store if the owner has none.
 */
export async function ensureWebhookSecret(db: Tables, owner: string, fresh: string): Promise<string> {
  const kept = await db
    .selectFrom('owner')
    .select('webhook_secret')
    .where('id', '=', owner)
    .executeTakeFirstOrThrow();
  if (kept.webhook_secret !== null) return kept.webhook_secret;
  // If two requests arrive at once, in any process, the first one sets the secret.
  const { webhook_secret: secret } = await db
    .updateTable('owner')
    .set({ webhook_secret: sql<string>`coalesce(webhook_secret, ${fresh})` })
    .where('id', '=', owner)
    .returning('webhook_secret')
    .executeTakeFirstOrThrow();
  return secret ?? fresh;
}

/** Replaces the webhook secret of owners. */
export async function setWebhookSecrets(
  db: Tables,
  owners: readonly string[],
  secret: string,
): Promise<void> {
  await db.updateTable('owner').set({ webhook_secret: secret }).where('id', 'in', owners).execute();
}
