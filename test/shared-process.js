import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Counts what its process has done, so other tests would change its numbers. */
const COUNTS_ITS_PROCESS = 'src/metrics/';

/** What outlasts a test in its process: fake clocks, mocks, the environment, the working folder, listeners. */
const LASTING = /\bvi\.|\bprocess\.(?:chdir|env|exitCode|on|once)\b/;

/**
 * The tests that share a process, so that it loads the packages and the modules once and not for each file:
 * all tests of `src` that leave nothing behind.
 */
export const SHARED_PROCESS = globSync('src/**/*.test.ts', { cwd: root }).filter(
  (path) =>
    !path.endsWith('.long.test.ts') &&
    !path.startsWith(COUNTS_ITS_PROCESS) &&
    !LASTING.test(readFileSync(join(root, path), 'utf8')),
);
