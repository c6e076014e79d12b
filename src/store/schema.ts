import type { Generated } from 'kysely';

/** The two environments; every key, render and file belongs to one of them. */
export const STAGES = ['v1', 'stage'] as const;
/** One of {@link STAGES}. */
export type Stage = (typeof STAGES)[number];

/** What `GET /render/{id}` can show, in the order in which a render passes through it; the last two are final. */
export const RENDER_STATUSES = [
  'queued',
  'fetching',
  'preprocessing',
  'rendering',
  'saving',
  'done',
  'failed',
] as const;
/** One of {@link RENDER_STATUSES}. */
export type RenderStatus = (typeof RENDER_STATUSES)[number];

/** The statuses in which a render stays forever. */
export const FINAL_STATUSES: readonly RenderStatus[] = ['done', 'failed'];

/** What `GET /assets/{id}` can show. */
export type AssetStatus = 'importing' | 'ready' | 'failed' | 'deleted';

/** What the files of a render are; each has one output, and the stills that were asked for beside it. */
export const ASSET_PARTS = ['output', 'poster', 'thumbnail'] as const;
/** One of {@link ASSET_PARTS}. */
export type AssetPart = (typeof ASSET_PARTS)[number];

/** A user of this installation. */
export interface AccountTable {
  id: string;
  name: string;
  created: Generated<Date>;
}

/** An account's identity in one stage: what the contract calls `owner`. */
export interface OwnerTable {
  /** Ten lower-case letters and digits. */
  id: string;
  account: string;
  stage: Stage;
  /** Signs its callbacks, `whsec_...`; `null` until the first of them. */
  webhook_secret: string | null;
}

/** A key that opens all APIs of its stage. */
export interface ApiKeyTable {
  id: string;
  owner: string;
  /** SHA-256 of the key, in hexadecimal. The key itself is never stored. */
  hash: string;
  /**
   * The last letters of the key, to tell it from others; `null` when the key is too short to show any, or from before they
   * were kept.
   */
  ending: string | null;
  /** True for the keys of KINORA_KEYS or of the key file, which follow that setting; false for those made later. */
  first: boolean;
  created: Generated<Date>;
  revoked: Date | null;
}

/** An edit that was submitted, and what became of it. */
export interface RenderTable {
  id: string;
  owner: string;
  stage: Stage;
  status: Generated<RenderStatus>;
  /** How often a worker has begun it. A worker writes only while this is the number it began with. */
  attempt: Generated<number>;
  /** The edit exactly as it was submitted. Text, because a large one as `jsonb` blocks an embedded database. */
  edit: string;
  /** The URL to notify of its end. Also in the edit, which may be large and has to be merged first. */
  callback: string | null;
  /** One public sentence, only when failed. */
  error: string | null;
  /** Seconds of output, only when done. */
  duration: number | null;
  /** Milliseconds from the start of the successful attempt to its end, only when done. */
  render_time: number | null;
  /** How much of the render is done, from 0 to 1. */
  progress: Generated<number>;
  /** Whole seconds until the render is done, by the pace of this attempt; `null` while unknown. */
  eta: number | null;
  /** A JSON list of what is allowed but perhaps not meant, only when done and when there is any. */
  warnings: string | null;
  created: Generated<Date>;
  updated: Generated<Date>;
}

/** A file in one location: hosted by us, or sent to another provider. */
export interface AssetTable {
  id: string;
  owner: string;
  stage: Stage;
  /** Id of what made it: a render or a transfer. */
  render: string;
  /** Which of the files of its render it is. */
  part: AssetPart;
  /** The location of the file: 0 is our own storage, 1 and up are the destinations. Each location has an asset of its own. */
  destination: Generated<number>;
  /** The name of the destination; `shotstack` is our own hosting. */
  provider: Generated<string>;
  /** The options for the provider: the JSON text of its destination; `null` for our own hosting. */
  options: string | null;
  filename: string;
  /** Storage key of the file here, which is what is sent to other providers. */
  file: string;
  /** True for a file that is not hosted, but kept for a day at its temporary address: no asset that clients are shown. */
  temporary: Generated<boolean>;
  /** When a temporary file goes; `null` until it is ready, and for all others. */
  expires: Date | null;
  /** Its id at another provider, once it is there. */
  provider_id: string | null;
  /** Its address at another provider, when it has one. */
  url: string | null;
  status: AssetStatus;
  /** One public sentence, only when failed. */
  error: string | null;
  created: Generated<Date>;
  updated: Generated<Date>;
}

/** A file in our storage that nobody needs any more, and that is still to be deleted. */
export interface PendingDeletionTable {
  /** Storage key. */
  file: string;
  /** When it was marked for deletion, or when the last try to delete it failed. */
  tried: Generated<Date>;
}

/** A file at an address that is to be fetched and sent to destinations. */
export interface TransferTable {
  id: string;
  owner: string;
  stage: Stage;
  /** What the client calls it; several may have the same. */
  own_id: string;
  /** Where the file is. May hold credentials. */
  url: string;
  created: Generated<Date>;
}

/** What an owner's files are sent to a provider with. */
export interface CredentialsTable {
  owner: string;
  provider: string;
  /** Encrypted JSON text. */
  sealed: string;
  /** Until when they are renewed by one sending alone; `null` or past while none does. */
  held: Date | null;
  updated: Generated<Date>;
}

/** The status of a callback: `failed` if no attempt is left. */
export type CallbackStatus = 'waiting' | 'delivered' | 'failed';

/** A message to a URL of the client. */
export interface CallbackTable {
  /** UUID, version 7: in the order of sending. */
  id: string;
  owner: string;
  /** Id of the render that it is about. */
  subject: string;
  /** What happened, such as `edit/render`: type and action of the body. */
  event: string;
  url: string;
  /** JSON text, the same in each attempt. */
  body: string;
  /** How many attempts have ended. */
  attempts: Generated<number>;
  status: Generated<CallbackStatus>;
  created: Generated<Date>;
}

/** An attempt to send a callback. */
export interface CallbackAttemptTable {
  callback: string;
  /** From 1. */
  number: number;
  /** HTTP status of the answer; `null` when none came in time. */
  code: number | null;
  /** Why it was no success, in one sentence. */
  error: string | null;
  /** Milliseconds. */
  took: number;
  ended: Generated<Date>;
}

/** A value that all processes on this database must share. */
export interface SharedValueTable {
  name: string;
  value: string;
  kept: Generated<Date>;
}

/** An edit that is kept to be rendered again and again. */
export interface TemplateTable {
  /** UUID, version 7. */
  id: string;
  owner: string;
  name: string;
  /** JSON text. An edit whose values may be placeholders. */
  template: string;
  created: Generated<Date>;
  updated: Generated<Date>;
}

/** A request that created something under an idempotency key, and how it was answered. */
export interface IdempotencyClaimTable {
  owner: string;
  key: string;
  /** Method and path below the version: the same key elsewhere is another request. */
  route: string;
  /** SHA-256 of the body, in hexadecimal. */
  body: string;
  /** JSON text. */
  answer: string;
  created: Generated<Date>;
}

/** Every table of Kinora, for kysely. The queue keeps its own in another schema. */
export interface Schema {
  account: AccountTable;
  owner: OwnerTable;
  api_key: ApiKeyTable;
  render: RenderTable;
  asset: AssetTable;
  unwanted_file: PendingDeletionTable;
  transfer: TransferTable;
  credentials: CredentialsTable;
  template: TemplateTable;
  claim: IdempotencyClaimTable;
  callback: CallbackTable;
  callback_attempt: CallbackAttemptTable;
  agreement: SharedValueTable;
}
