import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** The tests that take the machine to its limits. Nothing else may run beside them. */
const GREEDY = [
  'chaos/**/*.long.test.ts',
  'src/jobs/**/*.long.test.ts',
  'src/render/browse/**/*.long.test.ts',
  'test/e2e/clone-to-film.long.test.ts',
  'test/hostile-*.long.test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
    // A page in a browser needs more than the default of a second if the other core works, too.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'greedy', include: GREEDY, maxWorkers: 1, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: 'patient',
          include: ['src/**/*.long.test.ts', 'test/**/*.long.test.ts', 'eyes/**/*.long.test.ts'],
          exclude: GREEDY,
          // Many of these tests wait for clocks, and the default leaves one of two cores idle.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
