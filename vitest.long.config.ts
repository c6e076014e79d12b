import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.long.test.ts',
      'test/**/*.long.test.ts',
      'eyes/**/*.long.test.ts',
      'chaos/**/*.long.test.ts',
    ],
    // The default leaves one of two cores idle, and many of these tests wait for clocks.
    maxWorkers: availableParallelism(),
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
  },
});
