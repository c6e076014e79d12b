import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { type Database, openDatabase } from '../database.ts';
import { HAS_POSTGRES, startPostgres, type TestPostgres, waitUntil } from '../test-databases.fixture.ts';

let postgres: TestPostgres;
let database: Database;
const lines: string[] = [];
const log = {
  ...SILENT,
  info: (_fields: object, message: string) => void lines.push(message),
  warn: (_fields: object, message: string) => void lines.push(message),
};

describe.skipIf(!HAS_POSTGRES)(`PostgreSQL breaks connections${HAS_POSTGRES ? '' : ' (SKIPPED)'}`, () => {
  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase(postgres.location, log);
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  async function breakTransactions(): Promise<number> {
    const { rows } = await sql<{ broken: boolean }>`
      select pg_terminate_backend(pid) as broken from pg_stat_activity
      where pid <> pg_backend_pid() and state = 'idle in transaction'`.execute(database.tables);
    return rows.length;
  }

  it('between two statements of transactions, and the process does all its work', async () => {
    const url = postgres.location.kind === 'postgres' ? postgres.location.url : '';
    const child: ChildProcess = spawn(
      process.execPath,
      [join(import.meta.dirname, 'break.fixture.ts'), url],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    const ended = once(child, 'exit');
    let output = '';
    child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
    await waitUntil(() => output.includes('ready'));
    let broken = 0;
    await waitUntil(async () => (broken += await breakTransactions()) >= 8 || child.exitCode !== null);
    child.stdin?.end();
    expect(await ended).toEqual([0, null]);
    const { done, repeated } = JSON.parse(output.replace('ready\n', '')) as Record<string, number>;
    expect(repeated).toBeGreaterThan(0);
    expect(done).toBeGreaterThan(0);
    expect(lines).toEqual([]);
  });

  it('by a crash, and one line says so and one that it is back', async () => {
    const messages: (string | undefined)[] = [];
    const subscription = await database.listen('films', (message) => messages.push(message));
    await sql`select pg_notify('films', 'one')`.execute(database.tables);
    await waitUntil(() => messages.length === 1);

    await postgres.crash();
    await expect(database.check()).rejects.toThrow();
    const waiting = [1, 2, 3].map((n) =>
      database.retryUntilAvailable(() => sql<{ n: number }>`select ${n}::int as n`.execute(database.tables)),
    );
    await waitUntil(() => lines.length > 0);
    await postgres.restart();
    expect((await Promise.all(waiting)).map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3]);
    await waitUntil(() => messages.length === 2);
    await sql`select pg_notify('films', 'two')`.execute(database.tables);
    await waitUntil(() => messages.length === 3);
    expect(messages).toEqual(['one', undefined, 'two']);
    await subscription.close();
    expect(lines).toEqual([
      'The database is away. Work pauses until it is back.',
      expect.stringMatching(/^The database is back after [\d.]+ s\.$/),
    ]);
  });
});
