import { type ExpressionBuilder, type Selectable, sql, type UpdateObject } from 'kysely';
import { newId } from '../../base/new-id.ts';
import { markForDeletion } from '../pending-deletions.ts';
import type { GenerationTable, Schema, Stage, Tables } from '../schema.ts';

/** Something that was or is being generated for an owner. */
export type GenerationRow = Readonly<Selectable<GenerationTable>>;

/** The owner and the recipe that identify a generation. */
type GenerationIdentity = Pick<GenerationRow, 'owner' | 'recipe'>;

/** The holder of a generation. */
export interface GenerationHolder {
  readonly id: string;
  /** UUID of the work that holds it. */
  readonly holder: string;
}

/** The columns that a holder changes. The others become `null`. */
export type GenerationValues = Pick<GenerationRow, 'state'> &
  Partial<Pick<GenerationRow, 'job' | 'file' | 'words' | 'warnings' | 'error_code' | 'error'>>;

function inMilliseconds(time: number) {
  return sql<Date>`now() + make_interval(secs => ${time / 1000})`;
}

/**
 * Takes a generation for some work if no other work holds it. Creates it if needed.
 *
 * @param holder UUID of the work.
 * @param holdMs milliseconds until others may take it over.
 * @returns undefined if other work holds it.
 */
export function takeGeneration(
  db: Tables,
  { owner, recipe }: GenerationIdentity,
  maker: string,
  holder: string,
  holdMs: number,
): Promise<GenerationRow | undefined> {
  const held = inMilliseconds(holdMs);
  return db
    .insertInto('generation')
    .values({ id: newId(), owner, recipe, maker, holder, held })
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'recipe'])
        .doUpdateSet({ holder, held })
        .where((row) =>
          row.or([row('generation.holder', 'is', null), row('generation.held', '<', sql<Date>`now()`)]),
        ),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Prolongs the hold of a generation. @returns false if it belongs to other work now. */
export async function renewGeneration(
  db: Tables,
  holder: GenerationHolder,
  holdMs: number,
): Promise<boolean> {
  return await updateHeld(db, holder, { held: inMilliseconds(holdMs) });
}

/** Releases a generation. Does nothing if it belongs to other work. */
export async function releaseGeneration(db: Tables, holder: GenerationHolder): Promise<void> {
  await updateHeld(db, holder, { holder: null, held: null });
}

/** Releases all generations. Only for a process that is alone on its database: all earlier holders are dead. */
export async function releaseAllGenerations(db: Tables): Promise<void> {
  await db
    .updateTable('generation')
    .set({ holder: null, held: null })
    .where('holder', 'is not', null)
    .execute();
}

/** Records a new state of a held generation. @returns false if it belongs to other work now. */
export async function setGeneration(
  db: Tables,
  holder: GenerationHolder,
  values: GenerationValues,
): Promise<boolean> {
  const empty = { job: null, file: null, words: null, warnings: null, error_code: null, error: null };
  return await updateHeld(db, holder, { ...empty, ...values, used: sql<Date>`now()` });
}

async function updateHeld(
  db: Tables,
  { id, holder }: GenerationHolder,
  values: UpdateObject<Schema, 'generation'>,
): Promise<boolean> {
  const result = await db
    .updateTable('generation')
    .set(values)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Finds a generation that is done, and records that it is used. */
export function useGeneration(
  db: Tables,
  { owner, recipe }: GenerationIdentity,
): Promise<GenerationRow | undefined> {
  return db
    .updateTable('generation')
    .set({ used: sql`now()` })
    .where('owner', '=', owner)
    .where('recipe', '=', recipe)
    .where('state', '=', 'done')
    .returningAll()
    .executeTakeFirst();
}

/** Returns the stage of an owner. */
export async function findStageOfOwner(db: Tables, owner: string): Promise<Stage> {
  const { stage } = await db
    .selectFrom('owner')
    .select('stage')
    .where('id', '=', owner)
    .executeTakeFirstOrThrow();
  return stage;
}

/**
 * Forgets results that Kinora itself has made and that were not used for a day, and marks their files for
 * deletion. Results of services stay, because they were paid.
 *
 * @param limit the maximum number of results.
 */
export async function expireGenerations(db: Tables, limit: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const expired = await transaction
      .deleteFrom('generation')
      .where('id', 'in', (from) => from.selectFrom('generation').select('id').where(isUnused).limit(limit))
      // Other work may have begun to use one in the meantime.
      .where(isUnused)
      .returning('file')
      .execute();
    await markForDeletion(
      transaction,
      expired.flatMap(({ file }) => file ?? []),
    );
  });
}

function isUnused(where: ExpressionBuilder<Schema, 'generation'>) {
  return where.and([
    where('maker', '=', 'built-in'),
    where('holder', 'is', null),
    where('used', '<', sql<Date>`now() - interval '24 hours'`),
  ]);
}
