import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('asks for ffmpeg in one sentence if it is missing', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'bench.ts'), 'ingest'],
    {
      env: { PATH: '' },
      encoding: 'utf8',
    },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The benchmarks compare Kinora with FFmpeg: put ffmpeg on the PATH.\n',
  });
});
