import { z } from 'zod';

/** Who uses this installation. */
const Account = z.object({
  name: z.string(),
  /** What clients see as `owner`: one for each stage. */
  owners: z.object({ v1: z.string(), stage: z.string() }),
  created: z.iso.datetime(),
});

/** An API key, as far as it is known after it was made. */
const Key = z.object({
  id: z.string(),
  account: z.string(),
  stage: z.enum(['v1', 'stage']),
  /** The last letters of the key, where they are known and tell too little to guess it. */
  ending: z.string().nullable(),
  /** Whether it follows KINORA_KEYS or the key file, and so cannot be revoked by itself. */
  first: z.boolean(),
  created: z.iso.datetime(),
  revoked: z.iso.datetime().nullable(),
});

/** Where the files of an account are sent to. The credentials themselves are never shown. */
const StoredCredentials = z.object({
  account: z.string(),
  stage: z.enum(['v1', 'stage']),
  provider: z.string(),
  updated: z.iso.datetime(),
});

/** Without an account, the first one; without a stage, both. */
const credentialsOwner = {
  provider: z.string(),
  account: z.string().optional(),
  stage: z.enum(['v1', 'stage']).optional(),
};

/** What an operator can do with accounts, keys, the secrets of callbacks and the credentials for destinations: what each needs to know, and what it answers. */
export const ADMIN_OPERATIONS = {
  createAccount: { input: z.object({ name: z.string() }), output: Account },
  listAccounts: { input: z.object({}), output: z.array(Account) },
  /** Without an account, a key of the first one. The answer is the only place where the key itself is ever shown. */
  createKey: {
    input: z.object({ account: z.string().optional(), stage: z.enum(['v1', 'stage']) }),
    output: z.object({ id: z.string(), account: z.string(), key: z.string() }),
  },
  /** Without an account, the keys of all. */
  listKeys: { input: z.object({ account: z.string().optional() }), output: z.array(Key) },
  /** What callbacks are signed with; without an account, those of the first one. */
  webhookSecret: {
    input: z.object({ account: z.string().optional(), stage: z.enum(['v1', 'stage']), renew: z.boolean() }),
    output: z.object({ secret: z.string() }),
  },
  /** What the credentials for a provider consist of. */
  destinationFields: {
    input: z.object({ provider: z.string() }),
    output: z.array(z.object({ name: z.string(), description: z.string(), required: z.boolean() })),
  },
  setDestination: {
    input: z.object({ ...credentialsOwner, credentials: z.record(z.string(), z.unknown()) }),
    output: z.object({ account: z.string(), stages: z.array(z.enum(['v1', 'stage'])) }),
  },
  /** Without an account, those of all. */
  listDestinations: {
    input: z.object({ account: z.string().optional() }),
    output: z.array(StoredCredentials),
  },
  removeDestination: {
    input: z.object(credentialsOwner),
    output: z.object({ account: z.string(), removed: z.number() }),
  },
  revokeKey: { input: z.object({ id: z.string() }), output: Key },
};

/** The name of one of {@link ADMIN_OPERATIONS}. */
export type AdminOperation = keyof typeof ADMIN_OPERATIONS;

/** What an operation needs to know. */
export type AdminInput<Name extends AdminOperation> = z.infer<(typeof ADMIN_OPERATIONS)[Name]['input']>;

/** What an operation answers. */
export type AdminOutput<Name extends AdminOperation> = z.infer<(typeof ADMIN_OPERATIONS)[Name]['output']>;

/**
 * Does one of {@link ADMIN_OPERATIONS}, wherever the database is.
 *
 * @throws {KinoraError} With a sentence for the operator when it cannot be done; nothing has changed then.
 */
export type RunAdminOperation = <Name extends AdminOperation>(
  name: Name,
  input: AdminInput<Name>,
) => Promise<AdminOutput<Name>>;
