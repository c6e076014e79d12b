import { KinoraError, toKinoraError } from '../../base/errors.ts';
import type { AdminHandlers } from '../../operations/admin-operations.ts';
import { type AccountRow, isOwner } from '../../store/accounts/accounts.ts';
import type { Database } from '../../store/database.ts';
import {
  findOperatorRenders,
  findOperatorRender,
  type OperatorRender,
  requeueFailedRender,
  findRenderIds,
} from '../../store/queue/operator-renders.ts';
import type { OpenRenderControl } from './render-control.ts';
import { reportRender } from './report-render.ts';
import type { ChangedRender } from '../../operations/render-reports.ts';
import { cancelRender } from '../../store/renders.ts';

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

type Tables = Database['tables'];

/** Changes renders one after the other. A render that cannot be changed does not stop the others. */
async function changeRenders(
  tables: Tables,
  ids: readonly string[],
  change: (id: string) => Promise<OperatorRender>,
): Promise<ChangedRender[]> {
  const changed: ChangedRender[] = [];
  for (const given of ids) {
    let id: string | null = null;
    try {
      id = await findRenderId(tables, given);
      const { account } = await change(id);
      changed.push({ given, id, account, problem: null });
    } catch (thrown) {
      const error = toKinoraError(thrown);
      if (error.fault === 'us') throw thrown;
      changed.push({ given, id, account: null, problem: error.message });
    }
  }
  return changed;
}

/**
 * Queues a failed render again under its own id. Its callbacks are sent again when it ends.
 *
 * @throws {KinoraError} `validation_failed` if it has not failed.
 */
async function retryRender(
  tables: Tables,
  openControl: OpenRenderControl,
  id: string,
): Promise<OperatorRender> {
  const control = await openControl();
  const isQueued = await tables.transaction().execute(async (transaction) => {
    const retried = await requeueFailedRender(transaction, id);
    if (retried !== undefined) await control.resubmit(transaction, retried);
    return retried !== undefined;
  });
  const render = await requireRender(tables, id);
  if (isQueued) return render;
  const state =
    render.status === 'done'
      ? 'is done'
      : `has not ended: its status is ${render.status}. To stop it: kinora renders cancel ${id}`;
  throw new KinoraError(
    'validation_failed',
    `Only a failed render can be queued again. The render ${id} ${state}.`,
  );
}

/**
 * Cancels an unfinished render of any owner, as its client could, and enqueues its callback.
 *
 * @throws {KinoraError} `validation_failed` if it has ended.
 */
async function cancelForOperator(
  tables: Tables,
  openControl: OpenRenderControl,
  id: string,
): Promise<OperatorRender> {
  const control = await openControl();
  const render = await requireRender(tables, id);
  const isCancelled = await tables.transaction().execute(async (transaction) => {
    if (!(await cancelRender(transaction, render.owner, id))) return false;
    await control.notifyCancelled(transaction, id);
    return true;
  });
  if (isCancelled) return render;
  const { status } = await requireRender(tables, id);
  const state = status === 'done' ? 'is already done' : 'has already failed';
  throw new KinoraError('validation_failed', `The render ${id} ${state}, so it cannot be cancelled.`);
}

async function requireRender(tables: Tables, id: string): Promise<OperatorRender> {
  const render = await findOperatorRender(tables, id);
  if (render === undefined) throw new KinoraError('not_found', `The render ${id} was deleted.`);
  return render;
}

/** The lengths of the groups of a UUID. */
const GROUPS = [8, 4, 4, 4, 12];
const MAX_SHOWN = 5;

/**
 * Finds the only render whose id begins with some characters.
 *
 * @param given the beginning, with or without hyphens.
 * @throws {KinoraError} `not_found` if there is none, `validation_failed` if there are several.
 */
async function findRenderId(tables: Database['tables'], given: string): Promise<string> {
  const prefix = toPrefix(given);
  const found = prefix === undefined ? [] : await findRenderIds(tables, prefix, MAX_SHOWN + 1);
  const [id, another] = found;
  if (id === undefined)
    throw new KinoraError(
      'not_found',
      `There is no render "${given}". Run "kinora renders list" to see the newest renders.`,
    );
  if (another === undefined) return id;
  const shown = found.slice(0, MAX_SHOWN).join(', ');
  const more = found.length > MAX_SHOWN ? ' and others' : '';
  throw new KinoraError(
    'validation_failed',
    `More than one render begins with "${given}": ${shown}${more}. Give more characters of the id.`,
  );
}

/** Brings the beginning of an id into the form in which it is stored. Undefined if no id begins like this. */
function toPrefix(given: string): string | undefined {
  const digits = given.toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return undefined;
  let rest = digits;
  const groups: string[] = [];
  for (const length of GROUPS) {
    if (rest === '') break;
    groups.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return groups.join('-');
}
