import type { Engine } from '../render/engine.ts';
import { openProcessPool } from '../render/child/process-pool.ts';

/** The engine of this process, without server and database. Disposing it ends its waiting child process. */
export interface LocalEngine extends Disposable {
  /** Rejects with `invalid_setting` if a setting is invalid. */
  readonly engine: Promise<Engine>;
}

/**
 * Opens the engine with the settings of the environment. The child process that does the work starts while this
 * process loads its own code.
 */
export function openLocalEngine(): LocalEngine {
  const children = openProcessPool({ refill: false });
  children.prewarm();
  const open = async (): Promise<Engine> => {
    const { createCommandLineEngine } = await import('../engine/command-line-engine.ts');
    const { loadSettings } = await import('./settings.ts');
    return createCommandLineEngine(loadSettings(), children);
  };
  return { engine: open(), [Symbol.dispose]: () => children.close() };
}
