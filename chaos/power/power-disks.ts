import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyImage, PowerDisk } from './power-disk.ts';

/** Disks whose power is cut at the same moment. */
export class PowerDisks {
  private readonly disks: ReadonlyMap<string, PowerDisk>;

  private constructor(disks: ReadonlyMap<string, PowerDisk>) {
    this.disks = disks;
  }

  /**
   * Makes empty disks and mounts them.
   *
   * @param base the beginning of the paths of the images.
   * @param mounts folder for mounting them.
   */
  static create(
    base: string,
    mounts: string,
    names: readonly string[],
    megabytes: number,
  ): Promise<PowerDisks> {
    return PowerDisks.open(names, (name) =>
      PowerDisk.create(toImage(base, name), join(mounts, name), megabytes),
    );
  }

  /** Mounts copies of what a power cut has left. The images stay, so that causes can be found. */
  static recover(base: string, mounts: string, names: readonly string[]): Promise<PowerDisks> {
    return PowerDisks.open(names, async (name) => {
      const mounted = toImage(`${base}-mounted`, name);
      await copyImage(toImage(base, name), mounted);
      return await PowerDisk.mount(mounted, join(mounts, name));
    });
  }

  /** Deletes the images that a power cut has left. */
  static async forget(base: string, names: readonly string[]): Promise<void> {
    for (const name of names) await rm(toImage(base, name), { force: true });
  }

  private static async open(
    names: readonly string[],
    mount: (name: string) => Promise<PowerDisk>,
  ): Promise<PowerDisks> {
    const disks = new Map<string, PowerDisk>();
    try {
      for (const name of names) disks.set(name, await mount(name));
    } catch (error) {
      await new PowerDisks(disks).remove();
      throw error;
    }
    return new PowerDisks(disks);
  }

  /** Returns the folder of a disk. */
  folder(name: string): string {
    const disk = this.disks.get(name);
    if (disk === undefined) throw new Error(`There is no disk ${name}.`);
    return disk.folder;
  }

  /** Copies all disks without unsynced data in memory. No process may write to them meanwhile. */
  async copyTo(base: string): Promise<void> {
    for (const [name, disk] of this.disks) await disk.copyTo(toImage(base, name));
  }

  /** Unmounts the disks and deletes them. */
  async remove(): Promise<void> {
    for (const disk of this.disks.values()) await disk.remove();
  }
}

function toImage(base: string, name: string): string {
  return `${base}-${name}.img`;
}
