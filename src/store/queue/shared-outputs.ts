import { sql, type Transaction } from 'kysely';
import { newId } from '../../base/new-id.ts';
import {
  FINAL_STATUSES,
  type Schema,
  type SharedOutputTable,
  type SharedStreamTable,
  type StoredRender,
  type Tables,
} from '../schema.ts';

/** A coded stream to make. */
export type SharedStream = Readonly<Pick<SharedStreamTable, 'position' | 'identity' | 'frames'>>;

/** An output whose streams several workers make together. */
export interface SharedOutput extends Readonly<Omit<SharedOutputTable, 'id'>> {
  readonly streams: readonly SharedStream[];
}

/**
 * The streams to claim first: the sound and the beginning belong to the worker of the render, the end to its
 * helpers. The sound is read in all sources, and the worker of the render has them.
 */
export type ClaimOrder = 'first' | 'last';

/** The progress of the streams of an output. */
export interface SharedProgress {
  /** Number of streams that are not made yet. */
  readonly missing: number;
  /** Number of frames that are finished, in all streams. */
  readonly frames: number;
}

/** A stream is free if it is not made, and if the attempt that has claimed it has ended. */
const IS_FREE = sql<boolean>`not made and (job is null
  or not exists (select from attempt where attempt.job = shared_stream.job and attempt.ended is null))`;

/**
 * Shares the streams of an output. If an earlier attempt at the render has shared it, claims on streams that are
 * the same go on.
 *
 * @returns the id of the shared output.
 */
export async function shareOutput(
  transaction: Transaction<Schema>,
  { render, position, handout, streams }: SharedOutput,
): Promise<string> {
  const { id } = await transaction
    .insertInto('shared_output')
    .values({ id: newId(), render, position, handout })
    .onConflict((conflict) => conflict.columns(['render', 'position']).doUpdateSet({ handout }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await transaction
    .deleteFrom('shared_stream')
    .where('output', '=', id)
    .where(
      'identity',
      'not in',
      streams.map(({ identity }) => identity),
    )
    .execute();
  await transaction
    .insertInto('shared_stream')
    .values(streams.map((stream) => ({ output: id, ...stream })))
    // Its file is missing, or the output would not need it.
    .onConflict((conflict) => conflict.columns(['output', 'position']).doUpdateSet({ made: false }))
    .execute();
  return id;
}

/** The data of a shared output and its render that a helper needs. */
export interface OutputToHelp
  extends Omit<SharedOutput, 'streams'>, Pick<StoredRender, 'edit' | 'dialect' | 'owner' | 'stage'> {}

/** Returns an output that is shared. Undefined if its render has ended. */
export async function findSharedOutput(db: Tables, id: string): Promise<OutputToHelp | undefined> {
  return await db
    .selectFrom('shared_output')
    .innerJoin('render', 'render.id', 'shared_output.render')
    .select(['shared_output.render', 'shared_output.position', 'shared_output.handout'])
    .select(['render.edit', 'render.dialect', 'render.owner', 'render.stage'])
    .where('shared_output.id', '=', id)
    .where('render.status', 'not in', FINAL_STATUSES)
    .executeTakeFirst();
}

/** Claims a free stream for a job. Undefined if there is none, or if the render has ended. */
export async function claimStream(
  db: Tables,
  output: string,
  { job, order }: { readonly job: string; readonly order: ClaimOrder },
): Promise<SharedStream | undefined> {
  // The sound has no frames.
  const inOrder = order === 'first' ? sql`frames > 0, position` : sql`frames > 0 desc, position desc`;
  const { rows } = await sql<SharedStream>`
    update shared_stream set job = ${job}::uuid, finished = 0
    where (output, position) = (
      select output, position from shared_stream
      where output = ${output}::uuid and ${IS_FREE} and exists (
        select from shared_output join render on render.id = shared_output.render
        where shared_output.id = output and render.status not in ('done', 'failed'))
      order by ${inOrder} limit 1 for update skip locked)
    returning position, identity, frames`.execute(db);
  return rows[0];
}

/**
 * Records the progress of a job at its stream. Returns false if the stream no longer belongs to the job: the render
 * has ended, or another worker has claimed it.
 */
export async function reportStream(
  db: Tables,
  output: string,
  { job, position, finished }: { readonly job: string; readonly position: number; readonly finished: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update shared_stream set finished = ${finished} from shared_output, render
    where output = ${output}::uuid and shared_stream.position = ${position} and job = ${job}::uuid and not made
      and shared_output.id = output and render.id = shared_output.render
      and render.status not in ('done', 'failed')`.execute(db);
  return numAffectedRows === 1n;
}

/** Records that a stream is made and kept. Does nothing if it no longer belongs to the job. */
export async function finishStream(
  db: Tables,
  output: string,
  { job, position }: { readonly job: string; readonly position: number },
): Promise<void> {
  await db
    .updateTable('shared_stream')
    .set((row) => ({ made: true, finished: row.ref('frames') }))
    .where('output', '=', output)
    .where('position', '=', position)
    .where('job', '=', job)
    .execute();
}

/** Returns the progress of the streams of an output. */
export async function readSharedProgress(db: Tables, output: string): Promise<SharedProgress> {
  return await db
    .selectFrom('shared_stream')
    .select([
      sql<number>`(count(*) filter (where not made))::int`.as('missing'),
      sql<number>`coalesce(sum(finished), 0)::int`.as('frames'),
    ])
    .where('output', '=', output)
    .executeTakeFirstOrThrow();
}

/** Ends the sharing of an output. Its helpers stop. */
export async function unshareOutput(db: Tables, output: string): Promise<void> {
  await db.deleteFrom('shared_output').where('id', '=', output).execute();
}

/** Removes the outputs of renders that have ended. Their workers may have died. */
export async function sweepSharedOutputs(db: Tables): Promise<void> {
  await db
    .deleteFrom('shared_output')
    .where('render', 'in', (where) =>
      where.selectFrom('render').select('render.id').where('status', 'in', FINAL_STATUSES),
    )
    .execute();
}
