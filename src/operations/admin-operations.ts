import { z } from 'zod';
import { OUTSIDE_PROVIDERS } from '../create/model.ts';
import { DIALECTS } from '../edit/dialect.ts';
import { StageName, ReportTime, RENDER_OPERATIONS } from './render-reports.ts';
import { QUEUE_OPERATIONS } from './queue-report.ts';
import { STORAGE_OPERATIONS } from './storage-report.ts';

/** An account. */
const Account = z.object({
  name: z.string(),
  /** The `owner` that clients see, one for each stage. */
  owners: z.object({ v1: z.string(), stage: z.string() }),
  /** Weight of its work in the queues. */
  share: z.int(),
  created: ReportTime,
});

/** The uses that a key allows. */
const Scope = z.enum(['full', 'render', 'read']);

/** An API key without the key itself. */
const Key = z.object({
  id: z.string(),
  account: z.string(),
  stage: StageName,
  /**
   * The last characters of the key. Null if these characters are unknown, or if showing them would make the
   * rest of the key easy to guess.
   */
  ending: z.string().nullable(),
  /** The first characters of the key. Null for the same reasons. */
  beginning: z.string().nullable(),
  name: z.string().nullable(),
  scope: Scope,
  /** The dialect of edits in requests with the key. Null for KINORA_DIALECT. */
  dialect: z.enum(DIALECTS).nullable(),
  /** True if the key comes from KINORA_KEYS or the key file, so that it cannot be revoked individually. */
  first: z.boolean(),
  created: ReportTime,
  /** The time of its last use, to the minute. Null if it was never used. */
  used: ReportTime.nullable(),
  revoked: ReportTime.nullable(),
});

/** The owner of credentials. The default owner is the first account on both stages. */
const owner = { account: z.string().optional(), stage: StageName.optional() };

/** The services that credentials are for: destinations of files, or providers of generated media. */
const CredentialsKind = z.enum(['destination', 'provider']);

/** Names to add to the documented ones of a provider. An absent list stays as it is. */
const NamesToAdd = z.object({
  models: z.array(z.string()).optional(),
  voices: z.array(z.string()).optional(),
  avatars: z.array(z.string()).optional(),
});

/** Stored credentials of an account. The credentials themselves are never shown. */
const StoredCredentials = z.object({
  account: z.string(),
  stage: StageName,
  /** Name of the destination or the provider. */
  name: z.string(),
  /** Empty for a destination. */
  addedNames: z.object({
    models: z.array(z.string()).readonly(),
    voices: z.array(z.string()).readonly(),
    avatars: z.array(z.string()).readonly(),
  }),
  updated: ReportTime,
});

/** The provider that stands for the built-in one. */
const DefaultProvider = z.object({
  account: z.string(),
  stage: StageName,
  type: z.string(),
  name: z.string(),
});

const OPERATIONS = {
  createAccount: {
    input: z.object({ name: z.string() }),
    /** The notice says what the account changes about the addresses of files. */
    output: Account.extend({ notice: z.string().optional() }),
  },
  listAccounts: { input: z.object({}), output: z.array(Account) },
  /** Counts what an account has, by table. Rejects the first account. */
  countAccount: {
    input: z.object({ name: z.string() }),
    output: z.object({ rows: z.record(z.string(), z.int()) }),
  },
  /**
   * Deletes an account with everything that it has. Returns after some seconds, and must be repeated until it is done.
   * Some files may be left to the workers.
   */
  deleteAccount: {
    input: z.object({ name: z.string() }),
    output: z.object({
      isDone: z.boolean(),
      rows: z.int(),
      files: z.int(),
      filesLeft: z.int(),
      /** Number of removed segments. Null if they cannot be removed. */
      segments: z.int().nullable(),
    }),
  },
  /** Sets the weight of the work of an account in the queues. */
  setAccountShare: { input: z.object({ name: z.string(), share: z.int() }), output: Account },
  /** Creates a key, by default for the first account. Only this output contains the key itself. */
  createKey: {
    input: z.object({
      account: z.string().optional(),
      stage: StageName,
      /** Default: `full`. */
      scope: Scope.optional(),
      name: z.string().min(1).max(100).optional(),
      dialect: z.enum(DIALECTS).optional(),
    }),
    output: z.object({ id: z.string(), account: z.string(), key: z.string() }),
  },
  /** Lists the keys of one account, or of all accounts by default. */
  listKeys: { input: z.object({ account: z.string().optional() }), output: z.array(Key) },
  /** Returns the secret that signs callbacks, by default that of the first account. */
  webhookSecret: {
    input: z.object({ account: z.string().optional(), stage: StageName, renew: z.boolean() }),
    output: z.object({ secret: z.string() }),
  },
  /** Lists the fields of the credentials for a destination. */
  destinationFields: {
    input: z.object({ name: z.string() }),
    output: z.array(z.object({ name: z.string(), description: z.string(), required: z.boolean() })),
  },
  /** Stores credentials. Those for a provider may be absent, to add only names to its documented ones. */
  setCredentials: {
    input: z.object({
      kind: CredentialsKind,
      name: z.string(),
      ...owner,
      credentials: z.record(z.string(), z.unknown()).optional(),
      addedNames: NamesToAdd.optional(),
    }),
    output: z.object({ account: z.string(), stages: z.array(StageName) }),
  },
  /** Lists the credentials of one account, or of all accounts by default. */
  listCredentials: {
    input: z.object({ kind: CredentialsKind, account: z.string().optional() }),
    output: z.object({
      stored: z.array(StoredCredentials),
      defaults: z.array(DefaultProvider),
      /** The providers that all accounts can use, because the settings of Kinora have their keys. */
      fromSettings: z.array(z.enum(OUTSIDE_PROVIDERS)),
    }),
  },
  /** Removes credentials. Those for a provider are removed with the defaults that need them. */
  removeCredentials: {
    input: z.object({ kind: CredentialsKind, name: z.string(), ...owner }),
    output: z.object({ account: z.string(), removedDefaults: z.array(z.string()) }),
  },
  /** Sets the provider that stands for the built-in one. The name `built-in` removes the choice. */
  setDefaultProvider: {
    input: z.object({ ...owner, type: z.string(), name: z.string() }),
    output: z.object({ account: z.string(), stages: z.array(StageName) }),
  },
  revokeKey: { input: z.object({ id: z.string() }), output: Key },
  /**
   * Copies the embedded database into the folder `backup-ID` for temporary files, or waits a moment for the copy. The
   * storage is the folder of the stored files, or `s3`.
   */
  copyDatabase: {
    input: z.object({ id: z.uuid() }),
    output: z.object({ isReady: z.boolean(), storage: z.string() }),
  },
  ...STORAGE_OPERATIONS,
  ...RENDER_OPERATIONS,
  ...QUEUE_OPERATIONS,
};

/** The name of one of {@link ADMIN_OPERATIONS}. */
export type AdminOperation = keyof typeof OPERATIONS;

/** The input of an operation. */
export type AdminInput<Name extends AdminOperation> = z.infer<(typeof OPERATIONS)[Name]['input']>;

/** The output of an operation before its schema has made texts of dates and left out other fields. */
export type AdminAnswer<Name extends AdminOperation> = z.input<(typeof OPERATIONS)[Name]['output']>;

/** A function for each operation. */
export type AdminHandlers = {
  readonly [Name in AdminOperation]: (input: AdminInput<Name>) => Promise<AdminAnswer<Name>>;
};

/** The output of an operation. */
export type AdminOutput<Name extends AdminOperation> = z.infer<(typeof OPERATIONS)[Name]['output']>;

/**
 * The administration operations, with the schemas of their input and output. They manage accounts, keys,
 * callback secrets, and the credentials for destinations and for services that generate media.
 */
export const ADMIN_OPERATIONS: {
  readonly [Name in AdminOperation]: {
    readonly input: z.ZodType<AdminInput<Name>>;
    readonly output: z.ZodType<AdminOutput<Name>, AdminAnswer<Name>>;
  };
} = OPERATIONS;

/**
 * Runs one of {@link ADMIN_OPERATIONS}, in this process or in the process that holds the database.
 *
 * @throws {KinoraError} with a message for the operator if the operation fails. A failed operation changes
 *   nothing.
 */
export type RunAdminOperation = <Name extends AdminOperation>(
  name: Name,
  input: AdminInput<Name>,
) => Promise<AdminOutput<Name>>;

/** The administration for several operations in a row, which keeps an embedded database open meanwhile. */
export interface AdminSession extends AsyncDisposable {
  readonly run: RunAdminOperation;
}
