import { readdir } from 'node:fs/promises';
import { hardwareKindsOf, type HardwareName } from '../media/hardware.ts';

/** What the devices of a kind of hardware are called on Linux; `dxg` is the graphics card of Windows below it. */
const DEVICES: Partial<Record<HardwareName, RegExp>> = {
  nvenc: /^(nvidia\d+|dxg)$/,
  qsv: /^renderD\d+$/,
  vaapi: /^renderD\d+$/,
};

/**
 * The kinds of hardware encoders that this machine may have, in the order in which they are tried. On Linux those without a device are
 * left out: it takes a process of its own to find that out otherwise.
 *
 * @param folder where the devices are.
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

/** What is in a folder; nothing where it is not there or not for us. */
async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
