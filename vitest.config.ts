import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SHARED_PROCESS } from './test/shared-process.js';

const LONG = '**/*.long.test.ts';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    // SVT-AV1 reports errors only, as in the child processes.
    env: { SVT_LOG: '1' },
    hookTimeout: 60_000,
    // Most of the time a test waits for a process or a database, so that one core for all, the default of two, stands still.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: [
            'src/**/*.test.ts',
            'test/**/*.test.ts',
            'bench/**/*.test.ts',
            'eyes/**/*.test.ts',
            'chaos/**/*.test.ts',
          ],
          exclude: [LONG, ...SHARED_PROCESS],
        },
      },
      {
        extends: true,
        test: { name: 'together', isolate: false, include: SHARED_PROCESS },
      },
    ],
  },
});
