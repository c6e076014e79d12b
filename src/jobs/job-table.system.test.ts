import { glob, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import queuePackage from 'pg-boss/package.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { TEST_DATABASES, type TestDatabase } from '../store/test-databases.fixture.ts';
import { startBoss } from './boss.ts';

const SOURCES = `${import.meta.dirname}/..`;

it('was written for the version of pg-boss that is installed', async () => {
  const source = await readFile(`${SOURCES}/jobs/job-table.ts`, 'utf8');
  const { version, pgboss } = queuePackage;
  expect(source.replaceAll(/\s+\* /g, ' ')).toContain(
    `Written for pg-boss ${version}, whose tables have version ${pgboss.schema}.`,
  );
});

it('is the only source with SQL on the tables of pg-boss', async () => {
  const found: string[] = [];
  for await (const name of glob('**/*.ts', { cwd: SOURCES }))
    if (
      !/\.(test|fixture)\.ts$/.test(name) &&
      /\bpgboss\./.test(await readFile(`${SOURCES}/${name}`, 'utf8'))
    )
      found.push(name);
  expect(found).toEqual(['jobs/job-table.ts']);
});

describe.each(TEST_DATABASES)('the tables of pg-boss on $name', ({ missing, start }) => {
  describe.skipIf(missing)('after a start', () => {
    let test: TestDatabase;
    let database: Database;
    let boss: PgBoss;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      boss = await startBoss(database.engine, SILENT);
    });
    afterAll(async () => {
      await boss.stop({ graceful: false });
      await database.close();
      await test.stop();
    });

    async function readColumns(table: string): Promise<Record<string, string>> {
      const { rows } = await sql<{ name: string; type: string }>`
        select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
        where attrelid = ${`pgboss.${table}`}::regclass and attnum > 0 and not attisdropped`.execute(
        database.tables,
      );
      return Object.fromEntries(rows.map(({ name, type }) => [name, type]));
    }

    it('are those that pg-boss expects', async () => {
      expect(await boss.detectSchemaDrift()).toMatchObject({ ok: true });
      expect(await boss.schemaVersion()).toBe(queuePackage.pgboss.schema);
    });

    it('have the columns that Kinora uses', async () => {
      expect(await readColumns('job')).toMatchObject({
        id: 'uuid',
        name: 'text',
        priority: 'integer',
        data: 'jsonb',
        state: 'pgboss.job_state',
        blocked: 'boolean',
        start_after: 'timestamp with time zone',
        started_on: 'timestamp with time zone',
        created_on: 'timestamp with time zone',
        group_id: 'text',
        heartbeat_seconds: 'integer',
      });
      expect(await readColumns('queue')).toMatchObject({ heartbeat_seconds: 'integer' });
    });

    it('have the states that Kinora compares, in this order', async () => {
      const { rows } = await sql<{ state: string }>`
        select unnest(enum_range(null::pgboss.job_state))::text as state`.execute(database.tables);
      expect(rows.map(({ state }) => state)).toEqual([
        'created',
        'retry',
        'active',
        'completed',
        'cancelled',
        'failed',
      ]);
    });

    it('have an index of the active jobs with a group', async () => {
      const { rows } = await sql<{ definition: string }>`
        select indexdef as definition from pg_indexes where schemaname = 'pgboss'`.execute(database.tables);
      const ofActive = /\(name, group_id\).*WHERE .*state = 'active'.*group_id IS NOT NULL/;
      expect(rows.filter(({ definition }) => ofActive.test(definition))).not.toEqual([]);
    });
  });
});
