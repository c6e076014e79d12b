import type { Generated, GeneratedAlways, Kysely, Selectable } from 'kysely';

/** The two environments. Each key, render and file belongs to one of them. */
export const STAGES = ['v1', 'stage'] as const;
/** One of {@link STAGES}. */
export type Stage = (typeof STAGES)[number];

/** The statuses in `GET /render/{id}`, in order. The last two are final. */
export const RENDER_STATUSES = [
  'queued',
  'generating',
  'fetching',
  'preprocessing',
  'rendering',
  'saving',
  'done',
  'failed',
] as const;
/** One of {@link RENDER_STATUSES}. */
export type RenderStatus = (typeof RENDER_STATUSES)[number];

/** The statuses that never change. */
export const FINAL_STATUSES: readonly RenderStatus[] = ['done', 'failed'];

/** The statuses in `GET /assets/{id}`. */
type AssetStatus = 'importing' | 'ready' | 'failed' | 'deleted';

/** The kinds of files of a render: the output, and the stills and captions that the edit asks for. */
export const ASSET_PARTS = ['output', 'poster', 'thumbnail', 'captions'] as const;
/** One of {@link ASSET_PARTS}. */
export type AssetPart = (typeof ASSET_PARTS)[number];

/** The statuses of sources and renditions (contract C51). The last four are final. */
export const INGEST_STATUSES = ['queued', 'importing', 'ready', 'failed', 'deleted', 'overwritten'] as const;
/** One of {@link INGEST_STATUSES}. */
export type IngestStatus = (typeof INGEST_STATUSES)[number];

/** The dialect of an edit (contract C45). */
export type StoredDialect = 'interface' | 'shotstack';

/** The uses that a key allows, from everything to reading alone. Each scope allows what those after it allow. */
export const KEY_SCOPES = ['full', 'render', 'read'] as const;
/** One of {@link KEY_SCOPES}. */
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The uses that a short-lived token allows, each of one edit or of one template. */
export const TOKEN_SCOPES = ['preview', 'form', 'edit'] as const;
/** One of {@link TOKEN_SCOPES}. */
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** A user of this installation. */
interface AccountTable {
  id: string;
  name: string;
  /** Weight of its work in the queues, from 1. An account with 2 gets twice as much as one with 1. */
  share: Generated<number>;
  created: Generated<Date>;
}

/** The identity of an account in one stage: the `owner` of the contract. */
interface OwnerTable {
  /** Ten lower-case letters and digits. */
  id: string;
  account: string;
  stage: Stage;
  /** Secret that signs the callbacks of the owner, `whsec_...`. `null` before the first callback. */
  webhook_secret: string | null;
}

/** A key for all APIs of its stage. */
export interface ApiKeyTable {
  id: string;
  owner: string;
  /** SHA-256 of the key, in hexadecimal. The key itself is never stored. */
  hash: string;
  /**
   * The last characters of the key, to distinguish keys. `null` if the key is too short to show its ending,
   * or was created before this column existed.
   */
  ending: string | null;
  /** The first characters of the key. `null` for the same reasons. */
  beginning: string | null;
  /** The name that its creator gave it, 1 to 100 characters. */
  name: string | null;
  scope: Generated<KeyScope>;
  /** The time of its last use, to the minute. `null` if it was never used. */
  used: Date | null;
  /** The dialect of edits in requests with this key. `null` for the setting of the server. */
  dialect: StoredDialect | null;
  /**
   * True for a key from KINORA_KEYS or the key file. A change of the setting or the file replaces the key.
   * False for a key that was created later.
   */
  first: boolean;
  created: Generated<Date>;
  revoked: Date | null;
}

/** A short-lived key for one edit or one template. */
export interface TokenTable {
  id: string;
  owner: string;
  /** Id of the key that made it. If that key is revoked, the token stops working. */
  api_key: string;
  /** SHA-256 of the token, in hexadecimal. The token itself is never stored. */
  hash: string;
  scope: TokenScope;
  /** Id of the kept edit, or of the template for the scope `form`. */
  subject: string;
  /** The only origin of pages that may use it. `null` for all. */
  origin: string | null;
  created: Generated<Date>;
  expires: Date;
}

/** The columns of what belongs to an owner. */
interface OwnedTable {
  /** UUID that sorts by time. */
  id: string;
  owner: string;
  stage: Stage;
}

/** The columns of what changes. */
interface TimedTable {
  created: Generated<Date>;
  updated: Generated<Date>;
}

/** The columns about a media file. `null` where they do not apply. */
interface MediaTable {
  width: number | null;
  height: number | null;
  /** Seconds. */
  duration: number | null;
  /** Frames per second. */
  fps: number | null;
}

/** A submitted edit and its outcome. */
export interface RenderTable extends OwnedTable, TimedTable {
  status: Generated<RenderStatus>;
  /**
   * Number of attempts that workers have begun. A worker may write only while this is the number of its own
   * attempt.
   */
  attempt: Generated<number>;
  /** The edit exactly as submitted. Text, because a large edit as `jsonb` blocks an embedded database. */
  edit: string;
  /** The dialect of the edit. `null` for renders from before this column existed. */
  dialect: StoredDialect | null;
  /** The URL to notify of the end. Copied from the edit, because merging a large edit takes long. */
  callback: string | null;
  /** One public sentence. Only if failed. */
  error: string | null;
  /** The code of the error. Only if failed, and not for renders from before this column existed. */
  code: string | null;
  /** Id of the token that submitted it. `null` if a key did. */
  token: string | null;
  /** Predicted cost in seconds of rendering. `null` for renders from before this column existed. */
  cost: number | null;
  /** Time when the operator queued the failed render again. `null` if that never happened. */
  retried: Date | null;
  /** Length of the first output in seconds. Only if done. */
  duration: number | null;
  /** The facts about each output, JSON text. Only if done and if the edit has a list of outputs. */
  outputs: string | null;
  /** Milliseconds of the successful attempt. Only if done. */
  render_time: number | null;
  /** Number of segments that were kept from earlier renders. Only if done and if its files have segments. */
  segments_reused: number | null;
  /** Number of segments that were made. Only if done and if its files have segments. */
  segments_made: number | null;
  /** Storage key of the list with which the render is watched while it is made. `null` until it is planned. */
  stream: string | null;
  /** Progress from 0 to 1. */
  progress: Generated<number>;
  /** Estimated whole seconds until the render is done. `null` while unknown. */
  eta: number | null;
  /** JSON list of warnings. Only if done and if there are any. */
  warnings: string | null;
}

/** A row of the table of renders. */
export type StoredRender = Readonly<Selectable<RenderTable>>;

/** A file in one location: hosted by Kinora, or sent to another provider. */
export interface AssetTable extends OwnedTable, TimedTable {
  /** Id of the render, the transfer, the source or the rendition that the file belongs to. */
  render: string;
  /** The kind of the file. */
  part: AssetPart;
  /** Place of the output that the file belongs to among the outputs of its render, from 0. */
  position: Generated<number>;
  /**
   * The location of the file: 0 is the storage of Kinora, 1 and up are destinations. Each location has its
   * own asset.
   */
  destination: Generated<number>;
  /** The name of the destination. `shotstack` is the hosting of Kinora. */
  provider: Generated<string>;
  /** The destination with its options, JSON text. `null` for the hosting of Kinora. */
  options: string | null;
  filename: string;
  /** Storage key of the file, also if this asset is a copy at another provider. */
  file: string;
  /**
   * True for a file that is kept for a day at a temporary address, but not hosted. Clients do not see it as
   * an asset.
   */
  temporary: Generated<boolean>;
  /** Expiry of a temporary file. `null` until it is ready, and for all other files. */
  expires: Date | null;
  /** Id of the copy at another provider. `null` until the copy is done. */
  provider_id: string | null;
  /** Address of the copy at another provider, if it has one. */
  url: string | null;
  status: AssetStatus;
  /** One public sentence. Only if failed. */
  error: string | null;
}

/** A file in the storage that is no longer needed and must be deleted. */
interface PendingDeletionTable {
  /** Storage key. */
  file: string;
  /** Time when the file was marked for deletion, or when its deletion failed last. */
  tried: Generated<Date>;
}

/** A request to fetch a file and send it to destinations. */
export interface TransferTable extends OwnedTable {
  /** Id that the client chose. Need not be unique. */
  own_id: string;
  /** Address of the file. May contain credentials. */
  url: string;
  created: Generated<Date>;
}

/** The credentials of an owner for a provider. */
interface CredentialsTable {
  owner: string;
  provider: string;
  /** Encrypted JSON text. */
  sealed: string;
  /** Expiry of the lock for renewal. `null` or in the past if the credentials are not locked. */
  held: Date | null;
  updated: Generated<Date>;
}

/** The status of a callback: `failed` if no attempt is left. */
export type CallbackStatus = 'waiting' | 'delivered' | 'failed';

/** A message to a URL of the client. */
export interface CallbackTable {
  /** UUID that sorts by time, in the order of sending. */
  id: string;
  owner: string;
  /** Id of the render or the transfer that the callback reports. */
  subject: string;
  /** The event, such as `edit/render`: type and action of the body. */
  event: string;
  url: string;
  /** JSON text. The same in each attempt. */
  body: string;
  /** Number of finished attempts. */
  attempts: Generated<number>;
  status: Generated<CallbackStatus>;
  created: Generated<Date>;
}

/** An attempt to send a callback. */
export interface CallbackAttemptTable {
  callback: string;
  /** From 1. */
  number: number;
  /** HTTP status of the response. `null` if none arrived in time. */
  code: number | null;
  /** The reason of a failure, one sentence. */
  error: string | null;
  /** Duration in milliseconds. */
  took: number;
  ended: Generated<Date>;
}

/** A file that a client ingests. */
export interface SourceTable extends OwnedTable, TimedTable, MediaTable {
  status: Generated<IngestStatus>;
  /**
   * Number of attempts at importing the file, uploads included. A worker may write only while this is the
   * number of its own attempt.
   */
  attempt: Generated<number>;
  /** Counts the files that were uploaded to this source, from 1. Each later one overwrites the one before. */
  version: Generated<number>;
  /** True if an upload has ended, well or badly. The next one is another version. */
  received: Generated<boolean>;
  /** URL of the file. `null` for an upload. */
  input: string | null;
  /** Name of the file on the machine of the client. `null` if the client has not sent it. */
  name: string | null;
  /** The files to make from the source, JSON text. */
  outputs: string;
  /** List of destinations, JSON text. */
  destinations: string;
  /** The URL to notify. */
  callback: string | null;
  /** Time until which an upload may begin. `null` for a URL. */
  upload_expires: Date | null;
  /** Name of the uploaded bytes that wait for their import. */
  incoming: string | null;
  /** Name of the uploaded bytes that became the file. */
  imported: string | null;
  /** Storage key. Only if ready. */
  file: string | null;
  /** The kind of the file: `video`, `image`, `audio`, `font` or `subtitles`. Only if ready. */
  kind: string | null;
  /** SHA-256 of the file, in hexadecimal. Only if ready. */
  sha256: string | null;
  /** Size in bytes. Only if ready. */
  bytes: number | null;
  /** One public sentence. Only if failed. */
  error: string | null;
}

/** The kinds of files that are made from a source. */
export type RenditionKind = 'rendition' | 'transcription';

/** A file to make from a source, and its outcome. */
export interface RenditionTable extends OwnedTable, TimedTable, MediaTable {
  source: string;
  kind: RenditionKind;
  /** The version of the source. */
  version: number;
  /** Place in the request, from 0. */
  position: number;
  /** The requested transformation, exactly as submitted. JSON text. */
  transformation: string;
  /** Hash of the source and the transformation. Equal for equal files. `null` until the first attempt. */
  recipe: string | null;
  status: Generated<IngestStatus>;
  /** Number of attempts that workers have begun. See {@link SourceTable.attempt}. */
  attempt: Generated<number>;
  /** Storage key. Only if ready. */
  file: string | null;
  /** Milliseconds of the successful attempt. */
  execution_time: number | null;
  /** One public sentence. Only if failed. */
  error: string | null;
}

/** The bytes that a client uploads, until they are a file of the storage. */
interface UploadTable {
  /** Name of the bytes. */
  id: string;
  owner: string;
  source: string;
  /**
   * `open` while bytes may arrive, `received` while they wait for their import, `imported` when they are the file of
   * the source, `ended` if they are not needed.
   */
  status: Generated<'open' | 'received' | 'imported' | 'ended'>;
  /** The size of the file, or the claimed bytes of a client that does not send it. Counts for the quota. */
  bytes: number;
  /** Time until which more bytes may arrive. */
  expires: Date;
  /** Time at which all bytes had arrived, or were imported. */
  updated: Generated<Date>;
}

/** The lock of a resumable upload, so that one request at a time writes to it. */
interface UploadLockTable {
  /** Name of the upload. */
  id: string;
  /** Id of the lock's holder, a UUID. */
  holder: string;
  /** The lock ends then if its holder does not renew it. */
  expires: Date;
  /** True if another request waits for the lock. */
  requested: Generated<boolean>;
}

/** The access of an owner to a service that generates media. */
interface ProviderTable {
  owner: string;
  /** Name of the service, such as `openai`. */
  name: string;
  /** Encrypted JSON text. */
  sealed: string;
  /** Names that the operator has added to the documented ones, JSON text. */
  added_names: string;
  updated: Generated<Date>;
}

/** The service that stands for the built-in provider, for one owner and one type of media. */
interface DefaultProviderTable {
  owner: string;
  /** Type of media, such as `text-to-image`. */
  type: string;
  /** Name of the service. */
  name: string;
}

/**
 * The states of a generation. `asking`: a request to a service may be on its way. `running`: the service has
 * accepted it.
 */
type GenerationState = 'new' | 'asking' | 'running' | 'done' | 'failed';

/** Something that was or is being generated for an owner. Kept, so that nothing is paid twice. */
export interface GenerationTable {
  /** UUID that sorts by time. */
  id: string;
  owner: string;
  /** Hash of all that the result depends on. Equal for equal requests. */
  recipe: string;
  /** Name of the service, or `built-in`. */
  maker: string;
  state: Generated<GenerationState>;
  /** The job at the service, JSON text. Only if running. */
  job: string | null;
  /** Storage key of the result. Only if done. */
  file: string | null;
  /** The words of a speech with their times, JSON text. Only if done. */
  words: string | null;
  /** Remarks for the client, JSON text. Only if done. */
  warnings: string | null;
  /** Code of the error. Only if failed. */
  error_code: string | null;
  /** One public sentence. Only if failed. */
  error: string | null;
  /** Id of the process's work that holds the generation, a UUID. */
  holder: string | null;
  /** Others may take the generation over after this time. */
  held: Date | null;
  created: Generated<Date>;
  /** The last time when the result was used. */
  used: Generated<Date>;
}

/** The statuses of the Create API. The last two are final. */
export const CREATE_STATUSES = ['queued', 'processing', 'saving', 'done', 'failed'] as const;
/** One of {@link CREATE_STATUSES}. */
export type CreateStatus = (typeof CREATE_STATUSES)[number];

/** A file that a client has created with the Create API. */
export interface CreatedAssetTable extends OwnedTable, TimedTable {
  /** The provider as the client named it. */
  provider: string;
  type: string;
  /** The options with their defaults, JSON text. */
  options: string;
  callback: string | null;
  status: Generated<CreateStatus>;
  /** Number of attempts that workers have begun. See {@link SourceTable.attempt}. */
  attempt: Generated<number>;
  /** Storage key. Only if done. */
  file: string | null;
  /** Remarks for the client, JSON text. Only if done and if there are any. */
  warnings: string | null;
  /** One public sentence. Only if failed. */
  error: string | null;
  /** True if the client has deleted it. Clients no longer see it. */
  deleted: Generated<boolean>;
  /** The model that makes it. Only of generations. */
  model: string | null;
  /** Hash of what to make. Only of generations. */
  content: string | null;
  /** The idempotency key, which makes it one of its own. Only of generations with one. */
  take: string | null;
}

/** A value that all processes on this database must share. */
interface SharedValueTable {
  name: string;
  value: string;
  kept: Generated<Date>;
}

/** A stored edit that can be rendered repeatedly. */
export interface TemplateTable extends TimedTable {
  /** UUID that sorts by time. */
  id: string;
  owner: string;
  name: string;
  /** Counts its replacements, from 1. */
  version: Generated<number>;
  /** The edit, JSON text. Its values may be placeholders. */
  template: string;
  /** The dialect of the edit. `null` for templates from before this column existed. */
  dialect: StoredDialect | null;
}

/** An edit that is kept by its name, to work on it. Its texts are the versions. */
export interface KeptEditTable extends TimedTable {
  /** UUID that sorts by time. */
  id: string;
  owner: string;
  name: string;
  /** The dialect of the edit as it was saved last. */
  dialect: StoredDialect;
  /** The number of its latest version, from 1. Each save has a higher one. */
  version: Generated<number>;
}

/** The palettes, fonts and logos of an owner. */
interface BrandTable {
  owner: string;
  /** JSON text. */
  brand: string;
  /** The number of its last save, from 1. */
  version: number;
  updated: Generated<Date>;
}

/** A state of a kept edit. */
export interface EditVersionTable {
  /** UUID that sorts by time. */
  id: string;
  kept_edit: string;
  /** The number of the save that wrote it. */
  version: number;
  /** The edit, JSON text. It need not be valid: work on it goes on. */
  edit: string;
  /** Length of the text in bytes. */
  bytes: number;
  /** True if the next automatic save may replace it. */
  autosaved: boolean;
  /** The time of the first save that it stands for. */
  begun: Generated<Date>;
  /** The time of the last save that it stands for. */
  saved: Generated<Date>;
}

/** A request with an idempotency key, and its answer. */
export interface IdempotencyClaimTable {
  owner: string;
  key: string;
  /** Method and path below the version. The same key on another route is a conflict. */
  route: string;
  /** SHA-256 of the body, in hexadecimal. */
  body: string;
  /** The response, JSON text. */
  answer: string;
  created: Generated<Date>;
}

/** The length of an accepted render, for the quota of minutes. Stays for a day, also if the render is deleted. */
interface RenderUseTable {
  render: string;
  owner: string;
  /** Length of the output: predicted, and after the render its own. */
  seconds: number;
  created: Generated<Date>;
}

/** A process that takes jobs. Its row is its lease: a worker that has not been seen for a while is dead. */
export interface WorkerTable {
  id: string;
  /** For people: the host and the process id, such as `films-2:4711`. */
  name: string;
  host: string;
  /** Identity of the home folder, so that a worker that comes back knows its own jobs. */
  home: string;
  pid: number;
  /** Distinguishes a process from a later one with the same id. `null` if the system does not report it. */
  process_start: string | null;
  /** Number of renders that it makes at the same time. `null` while unknown. */
  slots: number | null;
  /** The problem that keeps it from working now, one sentence for the operator. `null` if there is none. */
  problem: string | null;
  started: Generated<Date>;
  /** Time of the last sign of life. */
  seen: Generated<Date>;
}

/**
 * The end of an attempt. `again`: it failed, and another one follows. `later`: a fault of the
 * infrastructure ended it, which does not count. `back`: the worker stopped and gave the job back. `lost`: the
 * worker died.
 */
export type AttemptOutcome = 'done' | 'failed' | 'again' | 'later' | 'back' | 'lost';

/** One attempt of a worker at a job. An attempt without an end holds its job. */
export interface AttemptTable {
  id: GeneratedAlways<string>;
  /** Id of the job in the queue. */
  job: string;
  queue: string;
  /** The kind of the subject: `render`, `source`, `rendition`, `transcription`, `created`, `asset`, `transfer`. */
  kind: string;
  /** Id of the row that the attempt is about. */
  subject: string;
  owner: string;
  worker: string;
  /** The name of the worker, which stays when its row is gone. */
  worker_name: string;
  started: Generated<Date>;
  ended: Date | null;
  outcome: AttemptOutcome | null;
  /** The code of the error, if it ended with one. */
  code: string | null;
  /** One sentence for the operator: why it ended as it did. */
  reason: string | null;
  /** JSON object: milliseconds of each stage, such as `{"fetching":210,"rendering":1830}`. */
  stages: string | null;
}

/** The share that an owner has taken of a queue, in units of cost divided by the weight of the owner. */
interface QueueShareTable {
  queue: string;
  owner: string;
  /** The end of the last job of the owner, on the clock of the queue. */
  finish: number;
}

/** The clock of a queue: the start of the last job that was taken. */
interface QueueClockTable {
  queue: string;
  tag: number;
}

/** An output whose streams several workers make together. */
export interface SharedOutputTable {
  id: string;
  render: string;
  /** Its place among the outputs of the edit. */
  position: number;
  /** The identity of the data that a worker needs to make a stream. */
  handout: string;
}

/** A coded stream of a shared output: a segment of pictures, or the sound. */
export interface SharedStreamTable {
  output: string;
  /** Its place among the streams of the output. The sound comes after the segments. */
  position: number;
  /** The identity under which it is kept. 64 hexadecimal digits. */
  identity: string;
  /** Its length in frames of the output. */
  frames: number;
  made: Generated<boolean>;
  /** The job that has claimed it. The claim ends with the attempt at the job. */
  job: string | null;
  /** Number of frames that are finished. */
  finished: Generated<number>;
}

/** All tables of Kinora, for Kysely. The tables of the queue are in another schema. */
export interface Schema {
  account: AccountTable;
  owner: OwnerTable;
  api_key: ApiKeyTable;
  token: TokenTable;
  render: RenderTable;
  asset: AssetTable;
  unwanted_file: PendingDeletionTable;
  transfer: TransferTable;
  credentials: CredentialsTable;
  template: TemplateTable;
  kept_edit: KeptEditTable;
  edit_version: EditVersionTable;
  brand: BrandTable;
  claim: IdempotencyClaimTable;
  callback: CallbackTable;
  callback_attempt: CallbackAttemptTable;
  agreement: SharedValueTable;
  source: SourceTable;
  rendition: RenditionTable;
  upload: UploadTable;
  upload_lock: UploadLockTable;
  provider: ProviderTable;
  default_provider: DefaultProviderTable;
  generation: GenerationTable;
  created_asset: CreatedAssetTable;
  render_use: RenderUseTable;
  worker: WorkerTable;
  attempt: AttemptTable;
  queue_share: QueueShareTable;
  queue_clock: QueueClockTable;
  shared_output: SharedOutputTable;
  shared_stream: SharedStreamTable;
}

/** The tables of a database, or a transaction on them. */
export type Tables = Kysely<Schema>;
