import { loadOptional } from '../../base/load-optional.ts';

/**
 * Loads the SDK on first use, because it is large. Its warnings go nowhere: they concern options that the
 * provider files here choose, and the console is not for them.
 *
 * @throws {KinoraError} `no_credentials` if it is not installed.
 */
export async function loadSdk(): Promise<typeof import('ai')> {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return loadOptional(() => import('ai'), 'ai', 'no_credentials');
}
