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
  ['an Nvidia driver without a card', ['nvidiactl', 'nvidia-uvm'], []],
  ['an Nvidia card', ['nvidia0', 'nvidiactl'], ['nvenc']],
  ['a card of a Windows host', ['dxg'], ['nvenc']],
  ['another card', ['dri/card0', 'dri/renderD128'], ['qsv', 'vaapi']],
  ['an Nvidia card and another card', ['nvidia1', 'dri/renderD129'], ['nvenc', 'qsv', 'vaapi']],
])('lists the encoders that have a device on Linux: %s', async (_, devices, kinds) => {
  for (const device of devices) await writeFile(join(folder, device), '');
  expect(await listHardware('linux', folder)).toEqual(kinds);
});

it('lists all encoders of other platforms, and none on Linux without devices', async () => {
  expect(await listHardware('darwin', folder)).toEqual(['videotoolbox']);
  expect(await listHardware('win32', folder)).toEqual(['nvenc', 'qsv']);
  expect(await listHardware('linux', join(folder, 'none'))).toEqual([]);
});
