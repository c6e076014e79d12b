import { join } from 'node:path';
import { SILENT } from '../../base/logger.ts';
import { type Browser, type BrowserConfig, openBrowser } from './browser.ts';
import { findSandboxObstacle } from './sandbox.ts';

/**
 * Folder of the unpacked Chromium for tests. Test runs share it, because unpacking takes seconds. Root uses
 * another folder, which the user of the sandbox can read.
 */
export const BROWSER_FOLDER =
  process.getuid?.() === 0 ? '/var/cache/kinora' : join(import.meta.dirname, '../../../.kinora/browser');

/**
 * The reason why this machine cannot run the browser. If there is one, tests that need the browser are
 * skipped.
 */
export const obstacle = (await findSandboxObstacle())?.reason;
if (obstacle !== undefined) process.stderr.write(`Skipping tests with HTML pages: ${obstacle}.\n`);

/** Returns a browser for tests. Chromium starts when the first page is captured. */
export function testBrowser(config: Partial<BrowserConfig> = {}): Browser {
  return openBrowser({ folder: BROWSER_FOLDER, log: SILENT, ...config });
}
