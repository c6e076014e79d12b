import { join } from 'node:path';
import { Api } from '../clients/api.ts';
import type { CheckedPromises } from './check-promises.ts';
import type { Survivor } from './ledger.ts';
import { PowerDisks } from './power-disks.ts';
import { listDisks, Site, type SiteOptions } from './site.ts';

/** The state that a power cut has left. */
export interface Wreck {
  /** The beginning of the paths of the copies of the disks. */
  readonly images: string;
  /** Folder for mounting disks. */
  readonly mounts: string;
  /** The site before the power cut, without its disks. */
  readonly site: Omit<SiteOptions, 'disks'>;
  /** The key of the installation, if it was printed. */
  readonly key: string | undefined;
}

/** The result of a recovery after a power cut. */
export interface CutResult {
  /** Seconds from the start to the first answer. Undefined if the home did not open. */
  readonly seconds: number | undefined;
  readonly checks: CheckedPromises;
}

const NOTHING: CheckedPromises = { checked: new Map(), open: 0, broken: [] };

/** Starts Kinora after a power cut, and checks it. Ends it, and keeps the copies if something is lost. */
export async function recover(
  wreck: Wreck,
  check: (survivor: Survivor) => Promise<CheckedPromises>,
): Promise<CutResult> {
  const { images, mounts } = wreck;
  const { signal, database } = wreck.site;
  const names = listDisks(database);
  const disks = await PowerDisks.recover(images, join(mounts, 'after'), names);
  let result: CutResult;
  try {
    const site = await Site.create({ ...wreck.site, disks });
    try {
      const began = Date.now();
      await site.start('recovered');
      const seconds = (Date.now() - began) / 1000;
      const key = wreck.key ?? (await site.readKeys()).v1;
      result = { seconds, checks: await check({ api: new Api(site.url, signal), site, key }) };
      // Promises that the end of the run left unchecked are not lost.
      signal.throwIfAborted();
    } catch (error) {
      signal.throwIfAborted();
      result = {
        seconds: undefined,
        checks: { ...NOTHING, broken: [`The home does not open: ${String(error)}`] },
      };
    } finally {
      await site.kill();
    }
  } finally {
    await disks.remove();
  }
  if (result.checks.broken.length === 0) await PowerDisks.forget(images, names);
  return result;
}
