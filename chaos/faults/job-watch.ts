import pg from 'pg';
import { z } from 'zod';
import type { Api } from '../clients/api.ts';
import type { Owner } from '../clients/order.ts';
import type { JobStage } from './fault.ts';

/** A job in a stage, and the process that works on it, if the database has it. */
export interface SeenJob {
  readonly id: string;
  readonly pid: number | undefined;
}

/** Looks for jobs in a stage. */
export interface JobWatch {
  /** Returns a job in the stage, or undefined if there is none or the database is away. */
  find(stage: JobStage): Promise<SeenJob | undefined>;
  /** Returns the ids of the connections of Kinora's processes to the database. */
  listBackends(): Promise<number[]>;
  close(): Promise<void>;
}

const QUERY_MS = 2_000;

/** Watches the tables of PostgreSQL, with the open attempts of workers if this version records them. */
export function watchPostgres(url: string): JobWatch {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: QUERY_MS,
    application_name: 'chaos',
  });
  // The run restarts the database itself.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  let hasAttempts: boolean | undefined;

  async function query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    try {
      return (await pool.query(sql, values)).rows as Row[];
    } catch {
      // The database is away.
      return [];
    }
  }

  async function findPid(id: string): Promise<number | undefined> {
    if (hasAttempts === undefined) {
      const [row] = await query<{ found: boolean }>(`select to_regclass('attempt') is not null as found`);
      hasAttempts = row?.found;
    }
    if (hasAttempts !== true) return undefined;
    const [row] = await query<{ pid: number }>(
      `select worker.pid from attempt join worker on worker.id = attempt.worker
        where attempt.subject = $1 and attempt.ended is null limit 1`,
      [id],
    );
    return row?.pid;
  }

  return {
    async find(stage) {
      const [table, status] = tableOf(stage);
      const [row] = await query<{ id: string }>(
        `select id from ${table} where status = $1 order by random() limit 1`,
        [status],
      );
      return row && { id: row.id, pid: await findPid(row.id) };
    },
    async listBackends() {
      const rows = await query<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend' and application_name <> 'chaos'`,
      );
      return rows.map(({ pid }) => pid);
    },
    close: () => pool.end(),
  };
}

function tableOf(stage: JobStage): readonly [table: string, status: string] {
  if (stage === 'importing') return ['source', 'importing'];
  return stage === 'rendition' ? ['rendition', 'importing'] : ['render', stage];
}

const Renders = z.object({ response: z.object({ renders: z.array(z.object({ id: z.string() })) }) });
const Sources = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({
        status: z.string(),
        outputs: z.object({ renditions: z.array(z.object({ status: z.string() })).optional() }).optional(),
      }),
    }),
  ),
});

/** Watches by the API, because the database of the server takes no other process. */
export function watchApi(api: Api, owners: readonly Owner[]): JobWatch {
  const get = async (path: string, key: string): Promise<unknown> => {
    const answer = await api.try({ method: 'GET', path, key });
    return answer?.status === 200 ? JSON.parse(answer.text) : undefined;
  };
  const findOf = async (stage: JobStage, { key }: Owner): Promise<string | undefined> => {
    if (stage === 'importing' || stage === 'rendition') {
      const list = Sources.safeParse(await get('/ingest/v1/sources?limit=20', key)).data?.data ?? [];
      return list.find(({ attributes: { status, outputs } }) => {
        const statuses = stage === 'importing' ? [status] : outputs?.renditions?.map((each) => each.status);
        return statuses?.includes('importing');
      })?.id;
    }
    return Renders.safeParse(await get(`/edit/v1/render?status=${stage}&limit=1`, key)).data?.response
      .renders[0]?.id;
  };
  return {
    async find(stage) {
      const found = await Promise.all(owners.map((owner) => findOf(stage, owner)));
      const id = found.find((each) => each !== undefined);
      return id === undefined ? undefined : { id, pid: undefined };
    },
    listBackends: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
}
