import type { Reporter, TestModule } from 'vitest/node';

const COUNT = 20;

/** Prints the files that took the longest, so that a lane that becomes slow shows where. */
export class SlowestFiles implements Reporter {
  /** Prints a line for each of the slowest files. */
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules
      .map((module) => ({ path: module.relativeModuleId, ms: module.diagnostic().duration }))
      .sort((one, other) => other.ms - one.ms)
      .slice(0, COUNT);
    console.log(`The slowest of ${modules.length} files, in seconds:`);
    for (const { path, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${path}`);
  }
}
