import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import {
  ADMIN_OPERATIONS,
  type AdminAnswer,
  type AdminHandlers,
  type RunAdminOperation,
} from '../operations/admin-operations.ts';
import { type AccountRow, findAccounts, FIRST_ACCOUNT } from '../store/accounts/accounts.ts';
import { generateWebhookSecret, setWebhookSecrets, ensureWebhookSecret } from '../store/callbacks.ts';
import type { Database } from '../store/database.ts';
import { addKey, findKeys, generateKey, type KeyRow, revokeKey } from '../store/accounts/keys.ts';
import type { SecretBox } from '../hosting/secret-box.ts';
import type { ProvidersOfMachine } from '../generation/settings.ts';
import { createAccountOperations } from './accounts/account-operations.ts';
import { createAccountDeletion, type FileRemover } from './accounts/account-deletion.ts';
import { createCredentialOperations } from './credentials/credential-operations.ts';
import type { OpenRenderControl } from './renders/render-control.ts';
import { createRenderOperations } from './renders/render-operations.ts';
import { reportQueues } from './renders/report-queues.ts';
import type { StorageReports } from './storage/storage-reports.ts';

type Tables = Database['tables'];

/** The stored files, as the operations use them. */
export interface AdministeredFiles {
  readonly reports: StorageReports;
  /** Deletes the files of deleted accounts. Without it, the workers do it later. */
  readonly remover: FileRemover | undefined;
}

/** The parts that the operations use besides the tables. Those that open something are for few operations. */
export interface AdministrationParts {
  /** The services that all accounts can use. */
  readonly services: ProvidersOfMachine;
  /** True if `KINORA_FILES` is `signed`, false if it is `public`, undefined if it is not set. */
  readonly signsFiles: boolean | undefined;
  /** Opens the box that encrypts credentials. */
  readonly openSecretBox: () => Promise<SecretBox>;
  readonly openFiles: () => Promise<AdministeredFiles>;
  readonly openRenderControl: OpenRenderControl;
  /** Copies the embedded database. Only the process that serves can. @param id a UUID. */
  readonly copyDatabase?: (id: string) => Promise<AdminAnswer<'copyDatabase'>>;
}

/** Creates the operations on accounts, keys, credentials and renders of an open database. */
export function createAdministration(
  tables: Tables,
  {
    services,
    signsFiles,
    openSecretBox,
    openFiles,
    openRenderControl,
    copyDatabase = rejectCopy,
  }: AdministrationParts,
): RunAdminOperation {
  const findOwnAccount = (account = FIRST_ACCOUNT) => findAccount(tables, account);
  const handlers: AdminHandlers = {
    ...createAccountOperations(tables, findOwnAccount, signsFiles),
    createKey: async ({ account = FIRST_ACCOUNT, stage, ...options }) => {
      const { owners } = await findAccount(tables, account);
      const key = generateKey();
      return { id: await addKey(tables, { owner: owners[stage], key, ...options }), account, key };
    },
    listKeys: async ({ account }) => {
      if (account !== undefined) await findAccount(tables, account);
      return await findKeys(tables, { account });
    },
    webhookSecret: async ({ account = FIRST_ACCOUNT, stage, renew }) => {
      const { owners } = await findAccount(tables, account);
      const fresh = generateWebhookSecret();
      if (renew) await setWebhookSecrets(tables, [owners[stage]], fresh);
      return { secret: await ensureWebhookSecret(tables, owners[stage], fresh) };
    },
    ...createAccountDeletion(tables, findOwnAccount, openFiles),
    ...createCredentialOperations({ tables, openSecretBox, services }, findOwnAccount),
    ...createRenderOperations(tables, openRenderControl, findOwnAccount),
    showQueue: () => reportQueues(tables),
    beginStorageReport: async ({ account }) => {
      const subject = account === undefined ? undefined : await findAccount(tables, account);
      return { report: (await openFiles()).reports.begin(subject) };
    },
    awaitStorageReport: async ({ report }) => await (await openFiles()).reports.await(report),
    copyDatabase: ({ id }) => copyDatabase(id),
    revokeKey: async ({ id }) => {
      const key = await findKey(tables, id);
      if (key.first && key.revoked === null) throw createRefusal(IS_FIRST_KEY);
      if (!(await revokeKey(tables, id))) throw createRefusal(`The key ${id} is already revoked.`);
      return await findKey(tables, id);
    },
  };
  return async (name, input) => ADMIN_OPERATIONS[name].output.parse(await handlers[name](input));
}

const IS_FIRST_KEY =
  'This is one of the first keys, which come from KINORA_KEYS or, without it, from keys.json in KINORA_HOME. The next start would activate it again. To revoke it, set KINORA_KEYS to new keys and restart Kinora.';

function rejectCopy(): Promise<never> {
  return Promise.reject(new KinoraError('internal', 'This administration cannot copy the database.'));
}

async function findAccount(tables: Tables, name: string): Promise<AccountRow> {
  const [account] = await findAccounts(tables, name);
  if (account !== undefined) return account;
  throw new KinoraError(
    'not_found',
    `There is no account "${name}". Run "kinora accounts list" to see all accounts.`,
  );
}

async function findKey(tables: Tables, id: string): Promise<KeyRow> {
  const [key] = z.uuid().safeParse(id).success ? await findKeys(tables, { id }) : [];
  if (key !== undefined) return key;
  throw new KinoraError(
    'not_found',
    `There is no key with the id "${id}". Run "kinora keys list" to see all keys.`,
  );
}

function createRefusal(sentence: string): KinoraError {
  return new KinoraError('validation_failed', sentence);
}
