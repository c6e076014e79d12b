import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      'bench/**/*.test.ts',
      'eyes/**/*.test.ts',
      'chaos/**/*.test.ts',
    ],
    exclude: ['**/*.long.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most of the time a test waits for a process or a database, so that one core for all, the default of two, stands still.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
