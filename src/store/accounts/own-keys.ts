import { KinoraError } from '../../base/errors.ts';
import { addKey, type KeyRow, type NewKey, revokeKey } from './keys.ts';
import type { Tables } from '../schema.ts';

/** An active key, as its owner sees it. */
export type OwnKey = Pick<KeyRow, 'id' | 'name' | 'scope' | 'beginning' | 'first' | 'created' | 'used'>;

/**
 * Maximum number of active keys that an owner can have. There is a limit, because the response to a list request
 * holds all of them.
 */
const MAX_KEYS = 100;

/** The reasons why an owner cannot revoke a key. */
export type RevocationObstacle = 'unknown' | 'first' | 'last full key';

/** Lists the active keys of an owner, oldest first. */
export function listOwnKeys(db: Tables, owner: string): Promise<OwnKey[]> {
  return db
    .selectFrom('api_key')
    .select(['id', 'name', 'scope', 'beginning', 'first', 'created', 'used'])
    .where('owner', '=', owner)
    .where('revoked', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Adds a key of an owner. Returns its id.
 *
 * @throws {KinoraError} `limit_reached` if the owner already has {@link MAX_KEYS} keys.
 */
export async function addOwnKey(db: Tables, key: NewKey): Promise<string> {
  return await db.transaction().execute(async (transaction) => {
    await lockOwner(transaction, key.owner);
    const { length } = await listOwnKeys(transaction, key.owner);
    if (length >= MAX_KEYS) {
      const sentence = `There are already ${MAX_KEYS} keys, which is the maximum. Revoke a key that you do not need.`;
      throw new KinoraError('limit_reached', sentence);
    }
    return await addKey(transaction, key);
  });
}

/**
 * Revokes a key of an owner from the next request on.
 *
 * @returns why the key cannot be revoked, or undefined if it was revoked.
 */
export async function revokeOwnKey(
  db: Tables,
  owner: string,
  id: string,
): Promise<RevocationObstacle | undefined> {
  return await db.transaction().execute(async (transaction) => {
    await lockOwner(transaction, owner);
    const keys = await listOwnKeys(transaction, owner);
    const key = keys.find((each) => each.id === id);
    if (!key) return 'unknown';
    if (key.first) return 'first';
    if (key.scope === 'full' && keys.filter(({ scope }) => scope === 'full').length === 1)
      return 'last full key';
    return (await revokeKey(transaction, id)) ? undefined : 'unknown';
  });
}

/** Makes concurrent changes of the keys of an owner wait for each other, so that one full key always stays. */
async function lockOwner(db: Tables, owner: string): Promise<void> {
  await db.selectFrom('owner').select('id').where('id', '=', owner).forNoKeyUpdate().execute();
}
