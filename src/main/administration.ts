import { z } from 'zod';
import { asKinoraError, KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import {
  type Administer,
  type Input,
  type Operation,
  OPERATIONS,
  type Output,
} from '../cli/administration.ts';
import { type AccountRow, addAccount, findAccounts, FIRST_ACCOUNT } from '../store/accounts.ts';
import { newWebhookSecret, setWebhookSecret, webhookSecret } from '../store/callbacks.ts';
import type { Database } from '../store/database.ts';
import { addKey, findKeys, type KeyRow, revokeKey } from '../store/keys.ts';
import { newKey } from '../store/new-key.ts';
import type { Seal } from '../hosting/seal.ts';
import { destinationsOn } from './administer-destinations.ts';
import type { Answering } from './door.ts';

type Tables = Database['tables'];

type Handlers = { readonly [Name in Operation]: (input: Input<Name>) => Promise<Output<Name>> };

const ACCOUNT_NAME = /^[a-z0-9][a-z0-9._@-]{0,63}$/;

/** Accounts, keys and credentials on an open database. @param seal encrypts the credentials. */
export function administerOn(tables: Tables, seal: Seal): Administer {
  const handlers: Handlers = {
    createAccount: async ({ name }) => {
      if (!ACCOUNT_NAME.test(name)) {
        throw refused(
          `"${name}" cannot be the name of an account; it may be 1 to 64 lower-case letters, digits and . _ - @, beginning with a letter or a digit.`,
        );
      }
      if (!(await addAccount(tables, name))) throw refused(`There is an account "${name}" already.`);
      return shownAccount(await accountOf(tables, name));
    },
    listAccounts: async () => (await findAccounts(tables)).map(shownAccount),
    createKey: async ({ account = FIRST_ACCOUNT, stage }) => {
      const { owners } = await accountOf(tables, account);
      const key = newKey();
      return { id: await addKey(tables, owners[stage], key), account, key };
    },
    listKeys: async ({ account }) => {
      if (account !== undefined) await accountOf(tables, account);
      return (await findKeys(tables, { account })).map(shownKey);
    },
    webhookSecret: async ({ account = FIRST_ACCOUNT, stage, renew }) => {
      const { owners } = await accountOf(tables, account);
      const fresh = newWebhookSecret();
      if (renew) await setWebhookSecret(tables, [owners[stage]], fresh);
      return { secret: await webhookSecret(tables, owners[stage], fresh) };
    },
    ...destinationsOn(tables, seal, (account = FIRST_ACCOUNT) => accountOf(tables, account)),
    revokeKey: async ({ id }) => {
      const key = await keyOf(tables, id);
      if (key.first && key.revoked === null) throw refused(FOLLOWS_SETTING);
      if (!(await revokeKey(tables, id))) throw refused(`The key ${id} was revoked already.`);
      return shownKey(await keyOf(tables, id));
    },
  };
  return (name, input) => handlers[name](input);
}

const FOLLOWS_SETTING =
  'This is one of the first keys, which follow KINORA_KEYS or, without it, keys.json in KINORA_HOME: it would come back at the next start. To end it, set KINORA_KEYS to other keys and start Kinora anew.';

async function accountOf(tables: Tables, name: string): Promise<AccountRow> {
  const [account] = await findAccounts(tables, name);
  if (account !== undefined) return account;
  throw new KinoraError('not_found', `There is no account "${name}"; kinora accounts list shows them.`);
}

async function keyOf(tables: Tables, id: string): Promise<KeyRow> {
  const [key] = z.uuid().safeParse(id).success ? await findKeys(tables, { id }) : [];
  if (key !== undefined) return key;
  throw new KinoraError('not_found', `There is no key with the id "${id}"; kinora keys list shows the ids.`);
}

function refused(sentence: string): KinoraError {
  return new KinoraError('validation_failed', sentence);
}

function shownAccount({ name, owners, created }: AccountRow): Output<'listAccounts'>[number] {
  return { name, owners, created: created.toISOString() };
}

function shownKey({ created, revoked, ...key }: KeyRow): Output<'revokeKey'> {
  return { ...key, created: created.toISOString(), revoked: revoked?.toISOString() ?? null };
}

// `Object.keys` forgets what the names are; the list is not empty.
const NAMES = Object.keys(OPERATIONS) as [Operation, ...Operation[]];
const Message = z.object({ operation: z.enum(NAMES), input: z.unknown() });

type Schemas = {
  readonly [Name in Operation]: {
    readonly input: z.ZodType<Input<Name>>;
    readonly output: z.ZodType<Output<Name>>;
  };
};
const SCHEMAS: Schemas = OPERATIONS;

/** Does what other processes of this machine ask for; see {@link administerBy}. */
export function answerAdministration(administer: Administer, log: Logger): Answering {
  const perform = <Name extends Operation>(name: Name, input: unknown) =>
    administer(name, SCHEMAS[name].input.parse(input));
  return async (message) => {
    try {
      const { operation, input } = Message.parse(message);
      return await perform(operation, input);
    } catch (thrown) {
      const error = asKinoraError(thrown);
      if (error.fault !== 'us') throw error;
      log.error({ err: thrown }, 'What was asked for at the local socket could not be done.');
      throw new KinoraError('internal', 'The Kinora that runs here could not do it; its log says why.');
    }
  };
}

/**
 * Accounts and keys through a process that has the database open.
 *
 * @param send gives it a message and returns its answer.
 */
export function administerBy(send: Answering): Administer {
  return async (operation, input) => SCHEMAS[operation].output.parse(await send({ operation, input }));
}
