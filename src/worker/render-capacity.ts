import type { Capacity } from '../jobs/dispatcher.ts';
import type { WorkCost } from '../store/queue/work-cost.ts';
import { USUAL_RENDER_BYTES } from './machine.ts';
import type { WorkerSettings } from './settings.ts';

/**
 * Returns the capacity for renders: their number, and the memory that they share. A render that probably needs
 * more memory than the others leave over waits. It may always start if nothing else runs.
 */
export function createRenderCapacity({
  renders,
  rendersMemory,
}: Pick<WorkerSettings, 'renders' | 'rendersMemory'>): Capacity {
  if (rendersMemory === undefined) return { slots: renders };
  return {
    slots: renders,
    mayStart: (cost, running) => sumMemory([cost, ...running]) <= rendersMemory,
  };
}

function sumMemory(costs: readonly WorkCost[]): number {
  return costs.reduce((sum, { memoryBytes = USUAL_RENDER_BYTES }) => sum + memoryBytes, 0);
}
