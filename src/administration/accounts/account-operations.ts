import { KinoraError } from '../../base/errors.ts';
import type { AdminHandlers } from '../../operations/admin-operations.ts';
import { type AccountRow, addAccount, findAccounts, setAccountShare } from '../../store/accounts/accounts.ts';
import type { Database } from '../../store/database.ts';
import { describeSecondAccount } from '../file-address-default.ts';

const MAX_SHARE = 100;
const ACCOUNT_NAME = /^[a-z0-9][a-z0-9._@-]{0,63}$/;

/**
 * Creates the operations that create, list and weigh accounts.
 *
 * @param findAccount finds an account, or throws `not_found`.
 * @param signsFiles true if `KINORA_FILES` is `signed`, false if it is `public`, undefined if it is not set.
 */
export function createAccountOperations(
  tables: Database['tables'],
  findAccount: (name: string) => Promise<AccountRow>,
  signsFiles: boolean | undefined,
): Pick<AdminHandlers, 'createAccount' | 'listAccounts' | 'setAccountShare'> {
  return {
    createAccount: async ({ name }) => {
      if (!ACCOUNT_NAME.test(name)) {
        throw createRefusal(
          `The name of an account must be 1 to 64 lower-case letters, digits and . _ - @, and must begin with a letter or a digit, not "${name}".`,
        );
      }
      if (!(await addAccount(tables, name))) throw createRefusal(`The account "${name}" already exists.`);
      const notice = await describeSecondAccount(tables, signsFiles);
      return { ...(await findAccount(name)), ...(notice !== undefined && { notice }) };
    },
    listAccounts: () => findAccounts(tables),
    setAccountShare: async ({ name, share }) => {
      await findAccount(name);
      if (!Number.isInteger(share) || share < 1 || share > MAX_SHARE)
        throw createRefusal(`The share must be a whole number from 1 to ${MAX_SHARE}, not ${share}.`);
      await setAccountShare(tables, name, share);
      return await findAccount(name);
    },
  };
}

function createRefusal(sentence: string): KinoraError {
  return new KinoraError('validation_failed', sentence);
}
