import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../clients/api.ts';
import { changeKey, changeTemplate } from './change-things.ts';
import { checkPromises } from './check-promises.ts';
import { freeze } from './freeze.ts';
import { Ledger } from './ledger.ts';
import { orderStill } from './order-renders.ts';
import type { PowerClient } from './power-client.ts';
import { PowerDisks } from './power-disks.ts';
import { type CutResult, recover, type Wreck } from './recover.ts';
import { listDisks, Site } from './site.ts';

const MEGABYTES = 1_000;
/** Milliseconds to wait on a busy machine for work that was accepted before the cut. */
const TIMEOUT_MS = 300_000;

/**
 * Cuts the power in the first start of a new home, or just after it.
 *
 * @param milliseconds the time from the start to the cut.
 */
export async function cutNewHome(
  client: PowerClient,
  wreck: Omit<Wreck, 'key'>,
  milliseconds: number,
): Promise<CutResult> {
  const { mounts, images } = wreck;
  const ledger = new Ledger();
  const over = new AbortController();
  let key: string | undefined;
  const names = listDisks(wreck.site.database);
  const disks = await PowerDisks.create(`${images}-new`, join(mounts, 'new'), names, MEGABYTES);
  try {
    const site = await Site.create({ ...wreck.site, disks, name: `${wreck.site.name}-first` });
    const use = async (): Promise<void> => {
      await site.start('new');
      const signal = AbortSignal.any([over.signal, client.signal]);
      const own = { ...client, api: new Api(site.url, signal), site, ledger, signal };
      const newcomer = { ...own, key: (await site.readKeys()).v1 };
      await Promise.all([orderStill, changeTemplate, changeKey].map((action) => action(newcomer)));
    };
    // The cut ends it.
    const used = use().catch(() => undefined);
    try {
      await sleep(milliseconds, undefined, { signal: client.signal });
      await freeze(() => site.pids);
      if (await site.isReady()) key = (await site.readKeys()).v1;
      await disks.copyTo(images);
    } finally {
      over.abort();
      await site.kill();
      await used;
    }
  } finally {
    await disks.remove();
  }
  if (key !== undefined)
    ledger.note('key', 'the first key', async ({ site }) =>
      (await site.readKeys()).v1 === key ? 'kept' : { broken: 'It is another one.' },
    );
  const promises = ledger.list();
  return await recover({ ...wreck, key }, (survivor) => checkPromises(survivor, promises, TIMEOUT_MS, true));
}
