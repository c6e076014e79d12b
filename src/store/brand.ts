import { sql } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import type { ExpectedVersion } from './edits/kept-edits.ts';
import type { Tables } from './schema.ts';

/** The brand of an owner, JSON text, and its version. */
export interface StoredBrand {
  readonly brand: string;
  /** The number of its last save. 0 if it was never saved. */
  readonly version: number;
}

/** Finds the brand of an owner. It is empty until it is saved. */
export async function findBrand(db: Tables, owner: string): Promise<StoredBrand> {
  const found = await db
    .selectFrom('brand')
    .select(['brand', 'version'])
    .where('owner', '=', owner)
    .executeTakeFirst();
  return found ?? { brand: '{}', version: 0 };
}

/**
 * Saves the brand of an owner.
 *
 * @returns its version.
 * @throws {KinoraError} `precondition_failed` if the version before is none of the expected ones.
 */
export function saveBrand(
  db: Tables,
  owner: string,
  brand: string,
  expected: ExpectedVersion,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    // So that two first saves wait for each other, too.
    await transaction.selectFrom('owner').select('id').where('id', '=', owner).forNoKeyUpdate().execute();
    const { version } = await findBrand(transaction, owner);
    if (expected !== true && !expected.includes(version)) {
      const sentence = `Someone has saved the brand meanwhile: its version is ${version}. Get it, then save your change with if-match: "${version}".`;
      throw new KinoraError('precondition_failed', sentence);
    }
    await transaction
      .insertInto('brand')
      .values({ owner, brand, version: version + 1 })
      .onConflict((conflict) =>
        conflict.column('owner').doUpdateSet({ brand, version: version + 1, updated: sql`now()` }),
      )
      .execute();
    return version + 1;
  });
}
