import { availableParallelism } from 'node:os';
import { countRenders, readMachineResources, renderMemoryOf } from './machine.ts';
import { wholeNumber, declareSettings } from '../base/setting.ts';

/** The settings of a worker. */
export interface WorkerSettings {
  /** Number of renders at the same time, at least 1. */
  readonly renders: number;
  /**
   * Bytes of memory that renders at the same time share. Undefined if the operator has set their number: then the
   * memory does not count.
   */
  readonly rendersMemory?: number | undefined;
  /** Number of renditions at the same time, at least 1. */
  readonly renditions: number;
}

/** The settings of a worker. */
export const WORKER_SETTINGS = declareSettings(
  {
    renders: {
      name: 'KINORA_RENDERS',
      default: undefined,
      defaultText: 'half the cores, or less if the memory is small',
      schema: wholeNumber(1, 64),
      mustBe: 'a whole number from 1 to 64',
      description:
        'Number of renders at the same time on this machine. If all of them are long, one more short render may run beside them ([docs/limits.md](docs/limits.md#how-many-renders-at-the-same-time)).',
    },
    renditions: {
      name: 'KINORA_RENDITIONS',
      default: Math.max(1, Math.floor(availableParallelism() / 2)),
      defaultText: 'half the cores',
      schema: wholeNumber(1, 64),
      mustBe: 'a whole number from 1 to 64',
      description:
        'Number of renditions of ingested files at the same time on this machine. They use the CPU time that renders leave over.',
    },
  },
  ({ renditions, renders }): WorkerSettings => {
    if (renders !== undefined) return { renders, renditions };
    const machine = readMachineResources();
    return { renders: countRenders(machine), rendersMemory: renderMemoryOf(machine), renditions };
  },
);
