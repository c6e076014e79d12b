/** The statements of the first migrations, in the order of their names. Never change a released one. */
export const EARLY_MIGRATIONS: Readonly<Record<string, readonly string[]>> = {
  '001_accounts': [
    `create table account (
      id uuid primary key,
      name text not null unique,
      created timestamptz not null default now()
    )`,
    `create table owner (
      id text primary key,
      account uuid not null references account (id),
      stage text not null,
      constraint owner_once_per_stage unique (account, stage)
    )`,
    `create table api_key (
      id uuid primary key,
      owner text not null references owner (id),
      hash text not null unique,
      first boolean not null,
      created timestamptz not null default now(),
      revoked timestamptz
    )`,
  ],
  '002_renders': [
    `create table render (
      id uuid primary key,
      owner text not null references owner (id),
      stage text not null,
      status text not null default 'queued',
      attempt integer not null default 0,
      edit text not null,
      error text,
      file text,
      duration double precision,
      render_time double precision,
      created timestamptz not null default now(),
      updated timestamptz not null default now()
    )`,
    // For the count of waiting renders at each submission, without reading the finished ones.
    `create index render_waiting on render (created) where status = 'queued'`,
  ],
  '003_assets': [
    `create table asset (
      id uuid primary key,
      owner text not null references owner (id),
      stage text not null,
      render uuid not null references render (id),
      filename text not null,
      file text not null,
      status text not null,
      created timestamptz not null default now(),
      updated timestamptz not null default now(),
      constraint asset_once_per_file unique (render, filename)
    )`,
  ],
  '004_templates': [
    `create table template (
      id uuid primary key,
      owner text not null references owner (id),
      name text not null,
      template text not null,
      created timestamptz not null default now(),
      updated timestamptz not null default now()
    )`,
    `create index template_of_owner on template (owner, id)`,
  ],
  '005_progress': [
    `alter table render
      add column progress double precision not null default 0,
      add column eta integer,
      add column warnings text`,
    `update render set progress = 1 where status = 'done'`,
    // For the pages of the renders of an owner, with and without a status.
    `create index render_of_owner on render (owner, id)`,
    `create index render_of_owner_by_status on render (owner, status, id)`,
  ],
  '006_claims': [
    `create table claim (
      owner text not null references owner (id),
      key text not null,
      route text not null,
      body text not null,
      answer text not null,
      created timestamptz not null default now(),
      constraint claim_once_per_key primary key (owner, key)
    )`,
    `create index claim_by_age on claim (created)`,
  ],
  '007_key_endings': [`alter table api_key add column ending text`],
  // Moves the file of a render from its row to its assets, which now list all files.
  '008_asset_parts': [
    `alter table asset add column part text`,
    `update asset set part = 'output'`,
    `alter table asset alter column part set not null`,
    `alter table asset drop constraint asset_once_per_file`,
    `alter table asset add constraint asset_once_per_part unique (render, part)`,
    `alter table render drop column file`,
  ],
  '009_callbacks': [
    `alter table render add column callback text`,
    `alter table owner add column webhook_secret text`,
    `create table callback (
      id uuid primary key,
      owner text not null references owner (id),
      subject uuid not null,
      event text not null,
      url text not null,
      body text not null,
      attempts integer not null default 0,
      status text not null default 'waiting',
      created timestamptz not null default now()
    )`,
    `create index callback_of_subject on callback (subject, id)`,
    `create table callback_attempt (
      callback uuid not null references callback (id) on delete cascade,
      number integer not null,
      code integer,
      error text,
      took double precision not null,
      ended timestamptz not null default now(),
      constraint callback_attempt_once primary key (callback, number)
    )`,
  ],
  // Gives each file an asset per destination, and allows assets of transfers. Before, each file had one hosted
  // asset.
  '010_destinations': [
    `alter table asset
      add column destination integer not null default 0,
      add column provider text not null default 'shotstack',
      add column options text,
      add column temporary boolean not null default false,
      add column expires timestamptz,
      add column provider_id text,
      add column url text,
      add column error text`,
    `alter table asset drop constraint asset_render_fkey`,
    `alter table asset drop constraint asset_once_per_part`,
    `alter table asset add constraint asset_once_per_destination unique (render, part, destination)`,
    `create index asset_expiring on asset (expires) where expires is not null`,
  ],
  '011_transfers': [
    `create table transfer (
      id uuid primary key,
      owner text not null references owner (id),
      stage text not null,
      own_id text not null,
      url text not null,
      created timestamptz not null default now()
    )`,
    `create index transfer_by_own_id on transfer (owner, own_id)`,
    `create table credentials (
      owner text not null references owner (id),
      provider text not null,
      sealed text not null,
      updated timestamptz not null default now(),
      constraint credentials_once_per_provider primary key (owner, provider)
    )`,
  ],
  '012_unwanted_files': [
    `create table unwanted_file (
      file text primary key,
      tried timestamptz not null default now()
    )`,
    // For the count of waiting transfers at each submission, without reading the finished ones.
    `create index asset_importing on asset (render) where status = 'importing' and destination = 0`,
  ],
  // Adds the lock that prevents two uploads from renewing the same credentials at the same time.
  '013_renewal': [`alter table credentials add column held timestamptz`],
  '014_agreements': [
    `create table agreement (
      name text primary key,
      value text not null,
      kept timestamptz not null default now()
    )`,
  ],
  '015_sources': [
    `create table source (
      id uuid primary key,
      owner text not null references owner (id),
      stage text not null,
      status text not null default 'queued',
      attempt integer not null default 0,
      version integer not null default 1,
      received boolean not null default false,
      input text,
      outputs text not null,
      destinations text not null,
      callback text,
      upload_expires timestamptz,
      incoming text,
      imported text,
      file text,
      kind text,
      sha256 text,
      bytes double precision,
      width integer,
      height integer,
      duration double precision,
      fps double precision,
      error text,
      created timestamptz not null default now(),
      updated timestamptz not null default now()
    )`,
    `create index source_of_owner on source (owner, id)`,
    // For the count of waiting sources at each submission, and for uploads that never came.
    `create index source_waiting on source (id) where status = 'queued'`,
    // To find the uploaded bytes that still wait for their import.
    `create index source_incoming on source (incoming) where incoming is not null`,
  ],
  '016_renditions': [
    `create table rendition (
      id uuid primary key,
      source uuid not null references source (id) on delete cascade,
      owner text not null references owner (id),
      stage text not null,
      kind text not null,
      version integer not null,
      position integer not null,
      transformation text not null,
      recipe text,
      status text not null default 'queued',
      attempt integer not null default 0,
      file text,
      width integer,
      height integer,
      duration double precision,
      fps double precision,
      execution_time double precision,
      error text,
      created timestamptz not null default now(),
      updated timestamptz not null default now(),
      constraint rendition_once unique (source, version, kind, position)
    )`,
    `create index rendition_by_recipe on rendition (owner, recipe)`,
    // For the turn of a rendition, which depends on the unfinished ones of its owner.
    `create index rendition_unfinished on rendition (owner, id) where status in ('queued', 'importing')`,
    // Equal renditions are made one after the other, so that the later ones can take the file of the first.
    `create unique index rendition_in_work on rendition (owner, recipe) where status = 'importing'`,
  ],
  '017_upload_locks': [
    `create table upload_lock (
      id text primary key,
      holder uuid not null,
      expires timestamptz not null,
      requested boolean not null default false
    )`,
  ],
  '018_providers': [
    `create table provider (
      owner text not null references owner (id),
      name text not null,
      sealed text not null,
      added_names text not null,
      updated timestamptz not null default now(),
      constraint provider_once primary key (owner, name)
    )`,
    `create table default_provider (
      owner text not null references owner (id),
      type text not null,
      name text not null,
      constraint default_provider_once primary key (owner, type)
    )`,
  ],
  '019_generations': [
    `create table generation (
      id uuid primary key,
      owner text not null references owner (id),
      recipe text not null,
      maker text not null,
      state text not null default 'new',
      job text,
      file text,
      words text,
      warnings text,
      error_code text,
      error text,
      holder uuid,
      held timestamptz,
      created timestamptz not null default now(),
      used timestamptz not null default now(),
      constraint generation_once unique (owner, recipe)
    )`,
    `create table created_asset (
      id uuid primary key,
      owner text not null references owner (id),
      stage text not null,
      provider text not null,
      type text not null,
      options text not null,
      callback text,
      status text not null default 'queued',
      attempt integer not null default 0,
      file text,
      warnings text,
      error text,
      deleted boolean not null default false,
      created timestamptz not null default now(),
      updated timestamptz not null default now()
    )`,
    `create index created_asset_of_owner on created_asset (owner, id)`,
    // Each submission counts the waiting requests by this index.
    `create index created_asset_waiting on created_asset (created) where status = 'queued'`,
  ],
};
