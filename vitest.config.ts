import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SHARED_PROCESS } from './test/shared-process.js';
import { SlowestFiles } from './test/slowest-files.ts';

const IN_LANE = (lane: string) => `{src,test,bench,eyes,chaos}/**/*${lane}.test.ts`;
const SYSTEM = IN_LANE('.system');
const LONG = IN_LANE('.long');

/** The long tests that take the machine to its limits. Nothing else may run beside them. */
const GREEDY = [
  'chaos/**/*.long.test.ts',
  'src/jobs/**/*.long.test.ts',
  'src/render/browse/**/*.long.test.ts',
  'test/e2e/clone-to-film.long.test.ts',
  'test/hostile-*.long.test.ts',
];

/** Time limits of the long tests. */
const PATIENT = { testTimeout: 1_200_000, hookTimeout: 120_000 };

/** Tests with processes wait for clocks and answers for a third of their time, in which another file has the core. */
const WORKERS = availableParallelism() + 1;

/** `npm test` runs the projects `fast*`, `npm run test:system` and `npm run test:long` those of their names. */
export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A page or a frame needs more than the default of a second if both cores work.
    expect: { poll: { timeout: 50_000 } },
    // SVT-AV1 reports errors only, as in the child processes.
    env: { SVT_LOG: '1' },
    // A test often waits for a process or a clock, so that one core for all, the default of two, stands still.
    maxWorkers: availableParallelism(),
    reporters: ['default', new SlowestFiles()],
    projects: [
      {
        extends: true,
        test: { name: 'fast-alone', include: [IN_LANE('')], exclude: [SYSTEM, LONG, ...SHARED_PROCESS] },
      },
      { extends: true, test: { name: 'fast', isolate: false, include: SHARED_PROCESS } },
      {
        extends: true,
        test: { name: 'system', include: [SYSTEM], maxWorkers: WORKERS, sequence: { groupOrder: 3 } },
      },
      {
        extends: true,
        test: {
          ...PATIENT,
          name: 'long-greedy',
          include: GREEDY,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...PATIENT,
          name: 'long',
          include: [LONG],
          exclude: GREEDY,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
