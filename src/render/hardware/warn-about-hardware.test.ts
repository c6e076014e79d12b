import { expect, it } from 'vitest';
import { warnAboutHardware } from './warn-about-hardware.ts';

const HARDWARE = { none: () => Promise.resolve([]), some: () => Promise.resolve(['vaapi']) };

it.each([
  ['a1', 'mp4', 'none', ['instance']],
  ['a1', 'mp4', 'some', []],
  ['a1', 'gif', 'none', []],
  ['s2', 'mp4', 'none', []],
  [undefined, 'mp4', 'none', []],
] as const)('the instance %s for an %s with hardware: %s', async (instance, format, hardware, fields) => {
  const edit = { output: { format }, ...(instance && { instance }) };
  const warnings = await warnAboutHardware(edit, HARDWARE[hardware]);
  expect(warnings.map(({ field }) => field)).toEqual(fields);
});
