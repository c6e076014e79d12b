import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listHardware } from './list-hardware.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-devices-'));
  await mkdir(join(folder, 'dri'));
});
afterEach(() => rm(folder, { recursive: true }));

it.each<[string, readonly string[], readonly string[]]>([
  ['nothing', [], []],
  ['a console and a display', ['tty0', 'dri/card0'], []],
  ['a driver without a card', ['nvidiactl', 'nvidia-uvm'], []],
  ['a card of Nvidia', ['nvidia0', 'nvidiactl'], ['nvenc']],
  ['a card of Windows', ['dxg'], ['nvenc']],
  ['another card', ['dri/card0', 'dri/renderD128'], ['qsv', 'vaapi']],
  ['both', ['nvidia1', 'dri/renderD129'], ['nvenc', 'qsv', 'vaapi']],
])('of %s on Linux tries what has a device', async (_, devices, kinds) => {
  for (const device of devices) await writeFile(join(folder, device), '');
  expect(await listHardware('linux', folder)).toEqual(kinds);
});

it('tries what is usual elsewhere, and nothing where there are no devices at all', async () => {
  expect(await listHardware('darwin', folder)).toEqual(['videotoolbox']);
  expect(await listHardware('win32', folder)).toEqual(['nvenc', 'qsv']);
  expect(await listHardware('linux', join(folder, 'none'))).toEqual([]);
});
