import type { Engine } from '../render/engine.ts';
import { openProcessPool } from '../render/child/process-pool.ts';

/**
 * Opens the engine with the settings of the environment. The child process that does the work starts while this
 * process loads its own code. Disposing the result ends the child process that waits.
 *
 * @returns its engine rejects with `invalid_setting` if a setting is invalid.
 */
export function openLocalEngine() {
  const children = openProcessPool({ refill: false });
  children.prewarm();
  const open = async (): Promise<Engine> => {
    const { createCommandLineEngine } = await import('../engine/command-line-engine.ts');
    const { loadSettings } = await import('./settings.ts');
    return createCommandLineEngine(loadSettings(), children);
  };
  return { engine: open(), [Symbol.dispose]: () => children.close() };
}
