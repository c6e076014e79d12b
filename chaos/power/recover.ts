import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Api } from '../clients/api.ts';
import type { CheckedVows } from './check-vows.ts';
import type { Survivor } from './ledger.ts';
import { copyImage, PowerDisk } from './power-disk.ts';
import { Site, type SiteOptions } from './site.ts';

/** What a power cut has left. */
export interface Wreck {
  /** The copy of the disk. */
  readonly image: string;
  /** Folder for mounting disks. */
  readonly mounts: string;
  /** The site of before, without its disk. */
  readonly site: Omit<SiteOptions, 'disk'>;
  /** The key of the installation, if it was printed. */
  readonly key: string | undefined;
}

/** What became of everything after a power cut. */
export interface CutResult {
  /** Seconds from the start to the first answer. Undefined if the home did not open. */
  readonly seconds: number | undefined;
  readonly checks: CheckedVows;
}

const NOTHING: CheckedVows = { checked: new Map(), open: 0, broken: [] };

/** Starts Kinora on what a power cut has left, and checks it. Ends it, and keeps the image if something is lost. */
export async function recover(
  wreck: Wreck,
  check: (survivor: Survivor) => Promise<CheckedVows>,
): Promise<CutResult> {
  const { image, mounts } = wreck;
  const { signal } = wreck.site;
  // The image itself stays as the power cut has left it, for whoever looks for a cause.
  const copy = `${image}.mounted`;
  await copyImage(image, copy);
  const disk = await PowerDisk.mount(copy, join(mounts, 'after'));
  let result: CutResult;
  try {
    const site = await Site.create({ ...wreck.site, disk: disk.folder });
    try {
      const began = Date.now();
      await site.start('recovered');
      const seconds = (Date.now() - began) / 1000;
      const key = wreck.key ?? (await site.readKeys()).v1;
      result = { seconds, checks: await check({ api: new Api(site.url, signal), site, key }) };
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
    await disk.remove();
  }
  if (result.checks.broken.length === 0) await rm(image);
  return result;
}
