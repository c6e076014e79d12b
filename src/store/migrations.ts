import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { EARLY_MIGRATIONS } from './early-migrations.ts';
import { IS_OF_NO_SOURCE } from './retention/expired.ts';

/** The statements of all migrations, in the order of their names. Never change a released one; add another. */
const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  ...EARLY_MIGRATIONS,
  '020_dialects': [
    `alter table api_key add column dialect text`,
    `alter table render add column dialect text`,
    `alter table template add column dialect text`,
  ],
  // Adds the indexes that find the oldest files, renders and sources. The files of sources and renditions lie in
  // a folder of their own and stay as long as their source, so the first index leaves them out.
  '021_retention': [
    `create index asset_hosted on asset (updated, id)
      where status = 'ready' and destination = 0 and not temporary and file not like '%/%/%/%'`,
    `create index render_ended on render (updated, id) where status in ('done', 'failed')`,
    `create index source_ended on source (updated, id) where status in ('ready', 'failed')`,
  ],
  // Adds the tables of workers, of attempts and their ends, and of the shares of owners in a queue.
  '022_attempts': [
    `create table worker (
      id uuid primary key,
      name text not null,
      host text not null,
      home text not null,
      pid integer not null,
      process_start text,
      slots integer,
      problem text,
      started timestamptz not null default now(),
      seen timestamptz not null default now()
    )`,
    `create table attempt (
      id bigint primary key generated always as identity,
      job uuid not null,
      queue text not null,
      kind text not null,
      subject uuid not null,
      owner text not null,
      worker uuid not null,
      worker_name text not null,
      started timestamptz not null default now(),
      ended timestamptz,
      outcome text,
      code text,
      reason text,
      stages text
    )`,
    `create index attempt_of_subject on attempt (subject, id)`,
    `create index attempt_open on attempt (worker) where ended is null`,
    `create index attempt_of_job on attempt (job) where ended is null`,
    // Attempts at renders stay as long as their render, all others go after some days.
    `create index attempt_ended on attempt ((kind = 'render'), ended)`,
    `create table queue_share (
      queue text not null,
      owner text not null,
      finish double precision not null,
      constraint queue_share_key primary key (queue, owner)
    )`,
    `create table queue_clock (
      queue text primary key,
      tag double precision not null
    )`,
    `alter table account add column share integer not null default 1`,
    `alter table render add column code text`,
    `alter table render add column cost real`,
    `alter table render add column retried timestamptz`,
  ],
  // Records whether this installation is new. In an old one, addresses of files stay public, because some may have
  // been published. Every database has an account before its first use.
  '023_file_addresses': [
    `insert into agreement (name, value) select 'file address default',
      case when exists (select from account) then 'public' else 'by accounts' end`,
  ],
  // Adds the table with the part of the quota of its owner that each render has used.
  '024_render_use': [
    `create table render_use (
      render uuid primary key,
      owner text not null references owner (id),
      seconds double precision not null,
      created timestamptz not null default now()
    )`,
    `create index render_use_of_owner on render_use (owner, created)`,
  ],
  // Adds several outputs of one render, each with files of its own.
  '025_outputs': [
    `alter table render add column outputs text`,
    `alter table asset
      add column position integer not null default 0,
      drop constraint asset_once_per_destination,
      add constraint asset_once_per_destination unique (render, part, destination, position)`,
  ],
  // Lets the index of the oldest files find each HLS, too.
  '026_sets': [
    `drop index asset_hosted`,
    `create index asset_hosted on asset (updated, id)
      where status = 'ready' and destination = 0 and not temporary and ${IS_OF_NO_SOURCE}`,
  ],
  // Adds the numbers of segments of a render that were kept from earlier renders, and that were made.
  '027_segment_counts': [
    `alter table render
      add column segments_reused integer,
      add column segments_made integer`,
  ],
  // Adds the outputs whose streams several workers make together.
  '028_shared_outputs': [
    `create table shared_output (
      id uuid primary key,
      render uuid not null references render (id) on delete cascade,
      position integer not null,
      handout text not null,
      constraint shared_output_once unique (render, position)
    )`,
    `create table shared_stream (
      output uuid not null references shared_output (id) on delete cascade,
      position integer not null,
      identity text not null,
      frames integer not null,
      made boolean not null default false,
      job uuid,
      finished integer not null default 0,
      constraint shared_stream_key primary key (output, position)
    )`,
  ],
  // Adds the name, the scope, the first characters and the last use of keys. Older keys may do everything.
  '029_key_scopes': [
    `alter table api_key
      add column name text,
      add column scope text not null default 'full',
      add column beginning text,
      add column used timestamptz`,
  ],
  // Adds the index for the lists of the files of an owner.
  '030_assets_of_owner': [`create index asset_of_owner on asset (owner, id)`],
  '031_source_names': [`alter table source add column name text`],
  // Adds the table of uploads whose bytes are not a file of the storage yet.
  '032_uploads': [
    `create table upload (
      id text primary key,
      owner text not null references owner (id),
      -- No foreign key: it would lock the source, which others lock before the owner.
      source uuid not null,
      status text not null default 'open',
      bytes double precision not null,
      expires timestamptz not null,
      updated timestamptz not null default now()
    )`,
    `create index upload_of_owner on upload (owner)`,
    `create index upload_of_source on upload (source)`,
  ],
  // Adds the model of a created asset, and what makes two requests for one the same.
  '033_generations_by_models': [
    `alter table created_asset
      add column model text,
      add column content text,
      add column take text`,
    `create unique index created_asset_of_content on created_asset (owner, content)
      where take is null and content is not null and status <> 'failed' and not deleted`,
    `create unique index created_asset_of_take on created_asset (owner, take)
      where take is not null and not deleted`,
  ],
  // Adds the edits that an account keeps by name, with their versions.
  '034_kept_edits': [
    `create table kept_edit (
      id uuid primary key,
      owner text not null references owner (id),
      name text not null,
      dialect text not null,
      version integer not null default 1,
      created timestamptz not null default now(),
      updated timestamptz not null default now()
    )`,
    `create index kept_edit_of_owner on kept_edit (owner, updated)`,
    `create index kept_edit_updated on kept_edit (updated, id)`,
    `create table edit_version (
      id uuid primary key,
      kept_edit uuid not null references kept_edit (id) on delete cascade,
      version integer not null,
      edit text not null,
      bytes integer not null,
      autosaved boolean not null,
      begun timestamptz not null default now(),
      saved timestamptz not null default now(),
      constraint edit_version_once unique (kept_edit, version)
    )`,
    // For the search for files in use, which reads only what was saved since its last time.
    `create index edit_version_saved on edit_version (saved)`,
  ],
  // Adds short-lived tokens, the one that submitted a render, and the version of a template.
  '035_tokens': [
    `create table token (
      id uuid primary key,
      owner text not null references owner (id),
      api_key uuid not null references api_key (id) on delete cascade,
      hash text not null unique,
      scope text not null,
      subject uuid not null,
      origin text,
      created timestamptz not null default now(),
      expires timestamptz not null
    )`,
    `create index token_of_owner on token (owner, expires)`,
    `create index token_expires on token (expires)`,
    `alter table render add column token uuid`,
    `alter table template add column version integer not null default 1`,
  ],
  // Adds the palettes, fonts and logos of owners.
  '036_brands': [
    `create table brand (
      owner text primary key references owner (id),
      brand text not null,
      version integer not null,
      updated timestamptz not null default now()
    )`,
  ],
  // Adds the stream with which a render is watched while it is made.
  '037_streams': [`alter table render add column stream text`],
};

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** All migrations, in the order of their names. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = Object.fromEntries(
  Object.entries(STATEMENTS).map(([name, statements]) => [name, { up: (db) => run(db, statements) }]),
);

/** The names of all tables of this version. No migration drops a table. */
export const TABLE_NAMES: readonly string[] = Object.values(STATEMENTS)
  .flat()
  .flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []);
