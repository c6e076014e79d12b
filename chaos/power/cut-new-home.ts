import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../clients/api.ts';
import { changeKey, changeTemplate } from './change-things.ts';
import { checkVows } from './check-vows.ts';
import { freeze } from './freeze.ts';
import { Ledger } from './ledger.ts';
import { orderStill } from './order-renders.ts';
import type { PowerClient } from './power-client.ts';
import { PowerDisk } from './power-disk.ts';
import { type CutResult, recover, type Wreck } from './recover.ts';
import { Site } from './site.ts';

const MEGABYTES = 1_000;
/** Milliseconds to wait for work that was accepted before the cut. */
const PATIENCE_MS = 20_000;

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
  const { mounts, image } = wreck;
  const [empty, ledger] = [`${image}.new`, new Ledger()];
  const over = new AbortController();
  let key: string | undefined;
  const disk = await PowerDisk.create(empty, join(mounts, 'new'), MEGABYTES);
  try {
    const site = await Site.create({ ...wreck.site, disk: disk.folder, name: `${wreck.site.name}-first` });
    const use = async (): Promise<void> => {
      await site.start('new');
      const signal = AbortSignal.any([over.signal, client.signal]);
      const own = { ...client, api: new Api(site.url, signal), site, ledger, signal };
      const newcomer = { ...own, key: (await site.readKeys()).v1 };
      await Promise.all([orderStill, changeTemplate, changeKey].map((deed) => deed(newcomer)));
    };
    // The cut ends it.
    const used = use().catch(() => undefined);
    try {
      await sleep(milliseconds, undefined, { signal: client.signal });
      await freeze(() => site.pids);
      if (await site.isReady()) key = (await site.readKeys()).v1;
      await disk.copyTo(image);
    } finally {
      over.abort();
      await site.kill();
      await used;
    }
  } finally {
    await disk.remove();
    await rm(empty, { force: true });
  }
  const result = await recover({ ...wreck, key }, async (survivor) => {
    const vows = ledger.list();
    if (key !== undefined)
      ledger.note('key', 'the first key', async ({ site }) =>
        (await site.readKeys()).v1 === key ? 'kept' : { broken: 'It is another one.' },
      );
    return await checkVows(survivor, ledger.list().slice(0, vows.length + 1), PATIENCE_MS, true);
  });
  return result;
}
