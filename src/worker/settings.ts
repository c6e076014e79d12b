import { availableParallelism } from 'node:os';
import { type Setting, type SettingReader, wholeNumber } from '../base/setting.ts';

/** The settings of a worker. */
export interface WorkerSettings {
  /** Number of renders at the same time, at least 1. */
  readonly renders: number;
  /** Number of renditions at the same time, at least 1. */
  readonly renditions: number;
}

const RENDERS: Setting<number> = {
  name: 'KINORA_RENDERS',
  default: Math.max(1, Math.floor(availableParallelism() / 2)),
  defaultText: 'half the cores',
  schema: wholeNumber(1, 64),
  mustBe: 'a whole number from 1 to 64',
  description: 'Number of renders at the same time on this machine.',
};

const RENDITIONS: Setting<number> = {
  name: 'KINORA_RENDITIONS',
  default: Math.max(1, Math.floor(availableParallelism() / 2)),
  defaultText: 'half the cores',
  schema: wholeNumber(1, 64),
  mustBe: 'a whole number from 1 to 64',
  description:
    'Number of renditions of ingested files at the same time on this machine. They use the CPU time that renders leave over.',
};

/** The declarations of {@link WorkerSettings}. */
export const WORKER_SETTINGS = [RENDERS, RENDITIONS];

/** Reads the settings of a worker. @throws {KinoraError} `invalid_setting`. */
export function readWorkerSettings(read: SettingReader): WorkerSettings {
  return { renders: read(RENDERS), renditions: read(RENDITIONS) };
}
