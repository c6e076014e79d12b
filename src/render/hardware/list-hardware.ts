import { readdir } from 'node:fs/promises';
import { hardwareKindsOf, type HardwareName } from '../media/hardware.ts';

/**
 * The device names of each kind of hardware on Linux. `dxg` is the graphics card of the Windows host in WSL.
 */
const DEVICES: Partial<Record<HardwareName, RegExp>> = {
  nvenc: /^(nvidia\d+|dxg)$/,
  qsv: /^renderD\d+$/,
  vaapi: /^renderD\d+$/,
};

/**
 * Lists the kinds of hardware encoders that this machine may have, in the order in which they are tried. On
 * Linux, leaves out the kinds without a device, to save the separate process that each trial needs.
 *
 * @param folder folder of the devices.
 */
export async function listHardware(
  platform: NodeJS.Platform = process.platform,
  folder = '/dev',
): Promise<readonly HardwareName[]> {
  const kinds = hardwareKindsOf(platform);
  if (platform !== 'linux') return kinds;
  const names = [...(await listNames(folder)), ...(await listNames(`${folder}/dri`))];
  return kinds.filter((kind) => names.some((name) => DEVICES[kind]?.test(name)));
}

/** Lists the files of a folder. Returns an empty list if the folder cannot be read. */
async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
