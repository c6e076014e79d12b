/**
 * Loads the SDK on first use, because it is large. Its warnings go nowhere: they concern options that the
 * provider files here choose, and the console is not for them.
 */
export async function loadSdk(): Promise<typeof import('ai')> {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return import('ai');
}
