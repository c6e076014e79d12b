import { KinoraError } from '../../base/errors.ts';
import type { AdminHandlers } from '../../operations/admin-operations.ts';
import { type AccountRow, isOwner } from '../../store/accounts/accounts.ts';
import type { Database } from '../../store/database.ts';
import { findOperatorRenders } from '../../store/queue/operator-renders.ts';
import { cancelForOperator, changeRenders, retryRender } from './change-renders.ts';
import { findRenderId } from './find-render-id.ts';
import type { OpenRenderControl } from './render-control.ts';
import { reportRender } from './report-render.ts';

/**
 * Creates the operations on the renders of all accounts.
 *
 * @param openControl opens the queue, for the operations that change something.
 * @param findAccount finds an account, or throws `not_found`.
 */
export function createRenderOperations(
  tables: Database['tables'],
  openControl: OpenRenderControl,
  findAccount: (name: string) => Promise<AccountRow>,
): Pick<AdminHandlers, 'listRenders' | 'showRender' | 'retryRenders' | 'cancelRenders'> {
  return {
    listRenders: async ({ status, account, owner, limit }) => {
      const ofAccount =
        account === undefined ? undefined : Object.values((await findAccount(account)).owners);
      if (account !== undefined && owner !== undefined && ofAccount?.includes(owner) === false)
        throw new KinoraError('not_found', `The account "${account}" does not have the owner "${owner}".`);
      if (owner !== undefined && !(await isOwner(tables, owner)))
        throw new KinoraError(
          'not_found',
          `There is no owner "${owner}". Run "kinora accounts list" to see the owners of all accounts.`,
        );
      const owners = owner === undefined ? ofAccount : [owner];
      return await findOperatorRenders(tables, { status, owners, limit });
    },
    showRender: async ({ id }) => await reportRender(tables, await findRenderId(tables, id)),
    retryRenders: async ({ ids }) =>
      await changeRenders(tables, ids, async (id) => await retryRender(tables, openControl, id)),
    cancelRenders: async ({ ids }) =>
      await changeRenders(tables, ids, async (id) => await cancelForOperator(tables, openControl, id)),
  };
}
