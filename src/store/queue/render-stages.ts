import { sql } from 'kysely';
import { RENDER_STATUSES, type RenderStatus } from '../schema.ts';

/** A stage of a render whose time is known: a status before the final ones. */
export type RenderStage = Exclude<RenderStatus, 'done' | 'failed'>;

/** Milliseconds of the stages of one attempt at a render, as far as they are known. */
export type RenderStages = { readonly [Stage in RenderStage]?: number };

/** The times of an attempt in the database. */
export interface StoredStages {
  /** Milliseconds that the render waited for the attempt. */
  readonly queued: number;
  /** Milliseconds of the other stages, so far if the attempt runs. `null` if it reported none. */
  readonly times: Readonly<Record<string, number>> | null;
}

/**
 * Selects the {@link StoredStages} of the attempt that a render reports: the last one, but an earlier one
 * rather than one that ended without times. `null` if no worker has begun.
 */
export const SELECT_STAGES = sql<StoredStages | null>`(
  select json_build_object(
    'queued', round(1000 * extract(epoch from attempt.started - greatest(render.created, render.retried,
      (select max(earlier.ended) from attempt earlier
        where earlier.subject = attempt.subject and earlier.id < attempt.id)))),
    'times', attempt.stages::json)
  from attempt where attempt.subject = render.id
  order by attempt.ended is not null and attempt.stages is null, attempt.id desc limit 1)`;

/** Brings stored times into the order of the stages. Returns undefined if there are none. */
export function toRenderStages(stored: StoredStages | null): RenderStages | undefined {
  if (stored === null) return undefined;
  // The clock of the database may have been set back in between.
  const times: Readonly<Record<string, number>> = { ...stored.times, queued: Math.max(0, stored.queued) };
  return Object.fromEntries(
    RENDER_STATUSES.flatMap((stage) => {
      const time = times[stage];
      return time === undefined ? [] : [[stage, Math.round(time)]];
    }),
  );
}
