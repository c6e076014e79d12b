import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { ATTEMPT_QUEUES, deadLettersOf, RENDER_QUEUE } from './boss.ts';

/** Changes the jobs that earlier versions have left to those of this version. */
export async function adoptOldJobs({ tables }: Pick<Database, 'tables'>): Promise<void> {
  // Only the queues of earlier versions have heartbeats. Workers now prove with a lease that they live.
  const old = await sql`select from pgboss.queue where heartbeat_seconds is not null limit 1`.execute(tables);
  if (old.rows.length === 0) return;
  const queues = [...ATTEMPT_QUEUES, ...new Set(ATTEMPT_QUEUES.map(deadLettersOf))];
  await tables.transaction().execute(async (transaction) => {
    // Renders had payloads of their own.
    await sql`
      update pgboss.job set group_id = render.owner, data = jsonb_build_object('kind', 'render',
        'id', render.id, 'owner', render.owner, 'tries', job.data -> 'tries')
      from render where job.name in (${RENDER_QUEUE}, ${deadLettersOf(RENDER_QUEUE)})
        and job.state <= 'active' and job.data ? 'render'
        and render.id = (job.data ->> 'render')::uuid`.execute(transaction);
    await sql`
      update pgboss.job set data = data || '{"cost": {"seconds": 60}}'
      where name in (${sql.join(queues)}) and state <= 'active' and not data ? 'cost'`.execute(transaction);
    // A job with a heartbeat would soon be declared dead. A job that is active belongs to an earlier version.
    await sql`update pgboss.job set heartbeat_seconds = null
      where state < 'active' and heartbeat_seconds is not null`.execute(transaction);
    await sql`update pgboss.queue set heartbeat_seconds = null
      where heartbeat_seconds is not null`.execute(transaction);
  });
}
