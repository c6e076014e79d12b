import { KinoraError, toKinoraError } from '../../base/errors.ts';
import type { ChangedRender } from '../../operations/render-reports.ts';
import type { Database } from '../../store/database.ts';
import {
  findOperatorRender,
  type OperatorRender,
  requeueFailedRender,
} from '../../store/queue/operator-renders.ts';
import { cancelRender } from '../../store/renders.ts';
import { findRenderId } from './find-render-id.ts';
import type { OpenRenderControl } from './render-control.ts';

type Tables = Database['tables'];

/** Changes renders one after the other. A render that cannot be changed does not stop the others. */
export async function changeRenders(
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
export async function retryRender(
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
export async function cancelForOperator(
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
