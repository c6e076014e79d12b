import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addKeyScopes } from './accounts/add-key-scopes.ts';
import { addAttempts } from './queue/add-attempts.ts';
import { addOutputs } from './queue/add-outputs.ts';
import { addSegmentCounts } from './queue/add-segment-counts.ts';
import { addSharedOutputs } from './queue/add-shared-outputs.ts';
import { addRenderUse } from './quotas/add-render-use.ts';
import { addAssetIndex, addRetentionIndexes, addSetsToRetention } from './retention/retention-indexes.ts';
import { addUploads } from './uploads/add-uploads.ts';

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema
    .createTable('owner')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account', 'uuid', (column) => column.notNull().references('account.id'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addUniqueConstraint('owner_once_per_stage', ['account', 'stage'])
    .execute();
  await db.schema
    .createTable('api_key')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('first', 'boolean', (column) => column.notNull())
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('revoked', 'timestamptz')
    .execute();
}

async function createRenders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('render')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('queued'))
    .addColumn('attempt', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('edit', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('file', 'text')
    .addColumn('duration', 'double precision')
    .addColumn('render_time', 'double precision')
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('updated', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  // For the count of waiting renders at each submission, without reading the finished ones.
  await sql`create index render_waiting on render (created) where status = 'queued'`.execute(db);
}

async function createAssets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asset')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('render', 'uuid', (column) => column.notNull().references('render.id'))
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('updated', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('asset_once_per_file', ['render', 'filename'])
    .execute();
}

async function createTemplates(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('template')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('template', 'text', (column) => column.notNull())
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('updated', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.createIndex('template_of_owner').on('template').columns(['owner', 'id']).execute();
}

async function addProgress(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('render')
    .addColumn('progress', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('eta', 'integer')
    .addColumn('warnings', 'text')
    .execute();
  await sql`update render set progress = 1 where status = 'done'`.execute(db);
  // For the pages of the renders of an owner, with and without a status.
  await db.schema.createIndex('render_of_owner').on('render').columns(['owner', 'id']).execute();
  await db.schema
    .createIndex('render_of_owner_by_status')
    .on('render')
    .columns(['owner', 'status', 'id'])
    .execute();
}

async function createClaims(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('claim')
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('route', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('claim_once_per_key', ['owner', 'key'])
    .execute();
  await db.schema.createIndex('claim_by_age').on('claim').column('created').execute();
}

async function addKeyEndings(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_key').addColumn('ending', 'text').execute();
}

/** Moves the file of a render from its row to its assets, which now list all files. */
async function addAssetParts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('asset').addColumn('part', 'text').execute();
  await sql`update asset set part = 'output'`.execute(db);
  await db.schema
    .alterTable('asset')
    .alterColumn('part', (column) => column.setNotNull())
    .execute();
  await db.schema.alterTable('asset').dropConstraint('asset_once_per_file').execute();
  await db.schema
    .alterTable('asset')
    .addUniqueConstraint('asset_once_per_part', ['render', 'part'])
    .execute();
  await db.schema.alterTable('render').dropColumn('file').execute();
}

async function createCallbacks(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('render').addColumn('callback', 'text').execute();
  await db.schema.alterTable('owner').addColumn('webhook_secret', 'text').execute();
  await db.schema
    .createTable('callback')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('subject', 'uuid', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('waiting'))
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.createIndex('callback_of_subject').on('callback').columns(['subject', 'id']).execute();
  await db.schema
    .createTable('callback_attempt')
    .addColumn('callback', 'uuid', (column) => column.notNull().references('callback.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('code', 'integer')
    .addColumn('error', 'text')
    .addColumn('took', 'double precision', (column) => column.notNull())
    .addColumn('ended', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('callback_attempt_once', ['callback', 'number'])
    .execute();
}

/**
 * Gives each file an asset per destination, and allows assets of transfers. Before, each file had one hosted
 * asset.
 */
async function addDestinations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('asset')
    .addColumn('destination', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('provider', 'text', (column) => column.notNull().defaultTo('shotstack'))
    .addColumn('options', 'text')
    .addColumn('temporary', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('expires', 'timestamptz')
    .addColumn('provider_id', 'text')
    .addColumn('url', 'text')
    .addColumn('error', 'text')
    .execute();
  await db.schema.alterTable('asset').dropConstraint('asset_render_fkey').execute();
  await db.schema.alterTable('asset').dropConstraint('asset_once_per_part').execute();
  await db.schema
    .alterTable('asset')
    .addUniqueConstraint('asset_once_per_destination', ['render', 'part', 'destination'])
    .execute();
  await sql`create index asset_expiring on asset (expires) where expires is not null`.execute(db);
}

async function createTransfers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('transfer')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('own_id', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.createIndex('transfer_by_own_id').on('transfer').columns(['owner', 'own_id']).execute();
  await db.schema
    .createTable('credentials')
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('updated', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('credentials_once_per_provider', ['owner', 'provider'])
    .execute();
}

async function createUnwantedFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unwanted_file')
    .addColumn('file', 'text', (column) => column.primaryKey())
    .addColumn('tried', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  // For the count of waiting transfers at each submission, without reading the finished ones.
  await sql`create index asset_importing on asset (render) where status = 'importing' and destination = 0`.execute(
    db,
  );
}

/** Adds the lock that prevents two uploads from renewing the same credentials at the same time. */
async function addRenewal(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('credentials').addColumn('held', 'timestamptz').execute();
}

async function createAgreements(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('agreement')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('kept', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
}

async function createSources(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('source')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('queued'))
    .addColumn('attempt', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('received', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('input', 'text')
    .addColumn('outputs', 'text', (column) => column.notNull())
    .addColumn('destinations', 'text', (column) => column.notNull())
    .addColumn('callback', 'text')
    .addColumn('upload_expires', 'timestamptz')
    .addColumn('incoming', 'text')
    .addColumn('imported', 'text')
    .addColumn('file', 'text')
    .addColumn('kind', 'text')
    .addColumn('sha256', 'text')
    .addColumn('bytes', 'double precision')
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('duration', 'double precision')
    .addColumn('fps', 'double precision')
    .addColumn('error', 'text')
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('updated', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.createIndex('source_of_owner').on('source').columns(['owner', 'id']).execute();
  // For the count of waiting sources at each submission, and for uploads that never came.
  await sql`create index source_waiting on source (id) where status = 'queued'`.execute(db);
  // To find the uploaded bytes that still wait for their import.
  await sql`create index source_incoming on source (incoming) where incoming is not null`.execute(db);
}

async function createRenditions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rendition')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('source', 'uuid', (column) => column.notNull().references('source.id').onDelete('cascade'))
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('transformation', 'text', (column) => column.notNull())
    .addColumn('recipe', 'text')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('queued'))
    .addColumn('attempt', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('file', 'text')
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('duration', 'double precision')
    .addColumn('fps', 'double precision')
    .addColumn('execution_time', 'double precision')
    .addColumn('error', 'text')
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('updated', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('rendition_once', ['source', 'version', 'kind', 'position'])
    .execute();
  await db.schema.createIndex('rendition_by_recipe').on('rendition').columns(['owner', 'recipe']).execute();
  // For the turn of a rendition, which depends on the unfinished ones of its owner.
  await sql`create index rendition_unfinished on rendition (owner, id) where status in ('queued', 'importing')`.execute(
    db,
  );
  // Equal renditions are made one after the other, so that the later ones can take the file of the first.
  await sql`create unique index rendition_in_work on rendition (owner, recipe) where status = 'importing'`.execute(
    db,
  );
}

async function createUploadLocks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upload_lock')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'uuid', (column) => column.notNull())
    .addColumn('expires', 'timestamptz', (column) => column.notNull())
    .addColumn('requested', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
}

async function createProviders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('provider')
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('added_names', 'text', (column) => column.notNull())
    .addColumn('updated', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('provider_once', ['owner', 'name'])
    .execute();
  await db.schema
    .createTable('default_provider')
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('default_provider_once', ['owner', 'type'])
    .execute();
}

async function createGenerations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('generation')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('recipe', 'text', (column) => column.notNull())
    .addColumn('maker', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('new'))
    .addColumn('job', 'text')
    .addColumn('file', 'text')
    .addColumn('words', 'text')
    .addColumn('warnings', 'text')
    .addColumn('error_code', 'text')
    .addColumn('error', 'text')
    .addColumn('holder', 'uuid')
    .addColumn('held', 'timestamptz')
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('used', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('generation_once', ['owner', 'recipe'])
    .execute();
  await db.schema
    .createTable('created_asset')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('options', 'text', (column) => column.notNull())
    .addColumn('callback', 'text')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('queued'))
    .addColumn('attempt', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('file', 'text')
    .addColumn('warnings', 'text')
    .addColumn('error', 'text')
    .addColumn('deleted', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('updated', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema
    .createIndex('created_asset_of_owner')
    .on('created_asset')
    .columns(['owner', 'id'])
    .execute();
  // Each submission counts the waiting requests by this index.
  await sql`create index created_asset_waiting on created_asset (created) where status = 'queued'`.execute(
    db,
  );
}

async function addDialects(db: Kysely<unknown>): Promise<void> {
  for (const table of ['api_key', 'render', 'template'])
    await db.schema.alterTable(table).addColumn('dialect', 'text').execute();
}

/**
 * Records whether this installation is new. In an old one, addresses of files stay public, because some may have
 * been published. Every database has an account before its first use.
 */
async function recordFileAddressDefault(db: Kysely<unknown>): Promise<void> {
  await sql`insert into agreement (name, value) select 'file address default',
    case when exists (select from account) then 'public' else 'by accounts' end`.execute(db);
}

async function addSourceNames(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('source').addColumn('name', 'text').execute();
}

/** All migrations, in the order of their names. Never change a released one; add another. */
export const MIGRATIONS: Record<string, Migration> = {
  '001_accounts': { up: createAccounts },
  '002_renders': { up: createRenders },
  '003_assets': { up: createAssets },
  '004_templates': { up: createTemplates },
  '005_progress': { up: addProgress },
  '006_claims': { up: createClaims },
  '007_key_endings': { up: addKeyEndings },
  '008_asset_parts': { up: addAssetParts },
  '009_callbacks': { up: createCallbacks },
  '010_destinations': { up: addDestinations },
  '011_transfers': { up: createTransfers },
  '012_unwanted_files': { up: createUnwantedFiles },
  '013_renewal': { up: addRenewal },
  '014_agreements': { up: createAgreements },
  '015_sources': { up: createSources },
  '016_renditions': { up: createRenditions },
  '017_upload_locks': { up: createUploadLocks },
  '018_providers': { up: createProviders },
  '019_generations': { up: createGenerations },
  '020_dialects': { up: addDialects },
  '021_retention': { up: addRetentionIndexes },
  '022_attempts': { up: addAttempts },
  '023_file_addresses': { up: recordFileAddressDefault },
  '024_render_use': { up: addRenderUse },
  '025_outputs': { up: addOutputs },
  '026_sets': { up: addSetsToRetention },
  '027_segment_counts': { up: addSegmentCounts },
  '028_shared_outputs': { up: addSharedOutputs },
  '029_key_scopes': { up: addKeyScopes },
  '030_assets_of_owner': { up: addAssetIndex },
  '031_source_names': { up: addSourceNames },
  '032_uploads': { up: addUploads },
};
