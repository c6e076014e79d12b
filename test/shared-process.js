import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Tests that depend on the earlier work of their process, or on its age. */
const OWN_PROCESS = ['src/metrics/', 'src/base/process/paths-in-use.test.ts'];

/** State that stays in a process after a test: fake clocks, mocks, environment, working folder, listeners. */
const LASTING = /\bvi\.|\bprocess\.(?:chdir|env|exitCode|on|once)\b/;

/**
 * The tests that share a process, so that it loads the packages and the modules once and not for each file:
 * all tests of `src` that leave nothing behind.
 */
export const SHARED_PROCESS = globSync('src/**/*.test.ts', { cwd: root }).filter(
  (path) =>
    !/\.(?:long|system)\.test\.ts$/.test(path) &&
    !OWN_PROCESS.some((own) => path.startsWith(own)) &&
    !LASTING.test(readFileSync(join(root, path), 'utf8')),
);
