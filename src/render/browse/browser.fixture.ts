import { join } from 'node:path';
import { SILENT } from '../../base/logger.ts';
import { type Browser, type BrowserConfig, openBrowser } from './browser.ts';
import { findSandboxObstacle } from './sandbox.ts';

/**
 * The folder for the browser of the tests, so that it is unpacked only once. Root has a folder of its own.
 */
const FOLDER =
  process.getuid?.() === 0 ? '/var/cache/kinora' : join(import.meta.dirname, '../../../.kinora/browser');

/** The reason why this machine cannot run the browser, in which case tests that need it are skipped. */
export const obstacle = (await findSandboxObstacle())?.reason;
if (obstacle !== undefined) process.stderr.write(`Skipping tests with HTML pages: ${obstacle}.\n`);

/** Returns a browser for tests. It starts with the first page. */
export function testBrowser(config: Partial<BrowserConfig> = {}): Browser {
  return openBrowser({ folder: FOLDER, log: SILENT, ...config });
}
