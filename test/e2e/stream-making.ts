import { type FSWatcher, watch } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../src/store/schema.ts';

/** A worker has claimed a stream of a shared output, or has made it. */
export interface MadeStream {
  readonly identity: string;
  readonly event: 'claimed' | 'made';
  readonly job: string;
  readonly worker: string | null;
}

/**
 * Lets PostgreSQL record who claims and who makes each stream, in the table `making`. It also lets the worker of a
 * render claim its second stream only when another worker has claimed one. So each output is really shared,
 * however fast the machine is.
 */
export async function recordMaking(tables: Kysely<Schema>): Promise<void> {
  await sql`create table making (id serial primary key, output uuid, identity text, event text, job uuid)`.execute(
    tables,
  );
  await sql`create function wait_for_others() returns trigger language plpgsql as $$ begin
    if new.job is distinct from old.job
      and exists (select from attempt where attempt.job = new.job and attempt.kind = 'render')
      and exists (select from making where output = new.output and job = new.job)
      and not exists (select from making where output = new.output and job <> new.job)
    then return null; end if;
    return new; end $$`.execute(tables);
  await sql`create function record_making() returns trigger language plpgsql as $$ begin
    if new.job is distinct from old.job then
      insert into making (output, identity, event, job) values (new.output, new.identity, 'claimed', new.job);
    end if;
    if new.made and not old.made then
      insert into making (output, identity, event, job) values (new.output, new.identity, 'made', new.job);
    end if;
    return null; end $$`.execute(tables);
  for (const [time, name] of [['before', 'wait_for_others'] as const, ['after', 'record_making'] as const])
    await sql`create trigger ${sql.raw(name)} ${sql.raw(time)} update on shared_stream
      for each row execute function ${sql.raw(name)}()`.execute(tables);
}

/** Counts how often each file is put into a folder of kept segments. Linux only. */
export class PutCounter implements Disposable {
  private readonly watcher: FSWatcher;
  private readonly counts = new Map<string, number>();

  /** @param folder the folder, which exists and is empty. No file may be removed from it meanwhile. */
  constructor(folder: string) {
    // A file appears under its name by renaming, which is one event.
    this.watcher = watch(folder, (event, name) => {
      if (event !== 'rename' || name === null || name.endsWith('.part')) return;
      const identity = name.slice(name.indexOf('-') + 1);
      this.counts.set(identity, this.of(identity) + 1);
    });
  }

  /** Returns how often the stream of an identity was put. */
  of(identity: string): number {
    return this.counts.get(identity) ?? 0;
  }

  [Symbol.dispose](): void {
    this.watcher.close();
  }
}
