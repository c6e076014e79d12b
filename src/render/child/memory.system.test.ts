import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { readCpuMilliseconds, readResidentBytes } from './memory.ts';

describe.runIf(process.platform === 'linux')('the memory of a process', () => {
  test('is about what the process itself reports, in bytes', async () => {
    const seen = (await readResidentBytes(process.pid)) ?? 0;
    const own = process.memoryUsage.rss();
    expect(seen).toBeGreaterThan(own / 2);
    expect(seen).toBeLessThan(own * 2);
  });

  test('is undefined if the process has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    expect(await readResidentBytes(pid)).toBeUndefined();
  });
});

test.runIf(process.platform === 'linux')('the CPU time of a process is read', async () => {
  expect(await readCpuMilliseconds(process.pid)).toBeGreaterThan(0);
  expect(await readCpuMilliseconds(2 ** 30)).toBeUndefined();
});
