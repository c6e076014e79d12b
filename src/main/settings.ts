import { z } from 'zod';
import { FIRST_ACCOUNT_SETTINGS, readFirstAccountSettings } from '../administration/settings.ts';
import type { FirstAccountSettings } from '../administration/settings.ts';
import { COMMAND_SETTINGS, type CommandSettings, readCommandSettings } from '../cli/settings.ts';
import {
  createSettingReader,
  type Environment,
  type Setting,
  SHORT_DURATION_FORM,
  shortDuration,
} from '../base/setting.ts';
import {
  GENERATION_SETTINGS,
  type GenerationSettings,
  readGenerationSettings,
} from '../generation/settings.ts';
import {
  DISK_SETTINGS,
  type DiskSettings,
  HOME_SETTINGS,
  type HomeSettings,
  readDiskSettings,
  readHomeSettings,
} from '../home/settings.ts';
import { HOSTING_SETTINGS, type HostingSettings, readHostingSettings } from '../hosting/settings.ts';
import { INGEST_SETTINGS, type IngestSettings, readIngestSettings } from '../ingest/settings.ts';
import { METRICS_SETTINGS, type MetricsSettings, readMetricsSettings } from '../metrics/settings.ts';
import { OUTBOUND_SETTINGS, type OutboundSettings, readOutboundSettings } from '../outbound/settings.ts';
import { PROVIDER_SETTINGS, type ProviderSettings, readProviderSettings } from '../providers/settings.ts';
import { readRenderSettings, RENDER_SETTINGS, type RenderSettings } from '../render/settings.ts';
import { readSpeakerSettings, SPEAKER_SETTINGS, type SpeakerSettings } from '../speech/settings.ts';
import { readServerSettings, SERVER_SETTINGS, type ServerSettings } from '../server/settings.ts';
import { readStoreSettings, STORE_SETTINGS, type StoreSettings } from '../store/settings.ts';
import { readTracingSettings, TRACING_SETTINGS, type TracingSettings } from '../tracing/settings.ts';
import { readWorkerSettings, WORKER_SETTINGS, type WorkerSettings } from '../worker/settings.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** All settings, validated. Times, sizes and limits that no operator needs to change are not settings. */
export interface Settings
  extends
    ServerSettings,
    HomeSettings,
    DiskSettings,
    FirstAccountSettings,
    RenderSettings,
    WorkerSettings,
    OutboundSettings,
    StoreSettings,
    HostingSettings,
    IngestSettings,
    ProviderSettings,
    GenerationSettings,
    SpeakerSettings,
    MetricsSettings,
    TracingSettings,
    CommandSettings {
  /** Undefined for the default: `warn` on a terminal, otherwise `info`. */
  readonly logLevel: LogLevel | undefined;
  /** Milliseconds that a start waits for a database or a storage that is away. */
  readonly startWaitMs: number;
}

const START_WAIT: Setting<number> = {
  name: 'KINORA_START_WAIT',
  default: 60_000,
  defaultText: '`60s`',
  schema: shortDuration,
  mustBe: SHORT_DURATION_FORM,
  description:
    'Time that a start waits for a database or an S3 storage that is away ([docs/faults.md](docs/faults.md#starting-and-the-database)).',
};

const LOG_LEVEL: Setting<LogLevel | undefined> = {
  name: 'LOG_LEVEL',
  default: undefined,
  defaultText: '`info`; on a terminal `warn`',
  schema: z.enum(LOG_LEVELS),
  mustBe: `one of ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}`,
  description: 'Lowest level of the log lines to write.',
};

/** The declarations of all settings, in the order of the table in docs/settings.md. */
export const SETTINGS: readonly Setting<unknown>[] = [
  ...SERVER_SETTINGS,
  ...HOME_SETTINGS,
  ...DISK_SETTINGS,
  ...FIRST_ACCOUNT_SETTINGS,
  ...RENDER_SETTINGS,
  ...WORKER_SETTINGS,
  ...OUTBOUND_SETTINGS,
  ...STORE_SETTINGS,
  ...HOSTING_SETTINGS,
  ...INGEST_SETTINGS,
  ...PROVIDER_SETTINGS,
  ...GENERATION_SETTINGS,
  ...SPEAKER_SETTINGS,
  ...METRICS_SETTINGS,
  ...TRACING_SETTINGS,
  ...COMMAND_SETTINGS,
  START_WAIT,
  LOG_LEVEL,
];

/**
 * Reads and validates all settings.
 *
 * @param workingFolder the folder that relative paths start from.
 * @throws {KinoraError} `invalid_setting`. The message is one line with the setting, its value unless it is
 *   secret, and the valid values.
 */
export function readSettings(environment: Environment, workingFolder: string): Settings {
  const read = createSettingReader(environment);
  const home = readHomeSettings(read, workingFolder);
  return {
    ...readServerSettings(read),
    ...home,
    ...readDiskSettings(read),
    ...readFirstAccountSettings(read),
    ...readRenderSettings(read),
    ...readWorkerSettings(read),
    ...readOutboundSettings(read),
    ...readStoreSettings(read),
    ...readHostingSettings(read, workingFolder, home.home),
    ...readIngestSettings(read),
    ...readProviderSettings(read, workingFolder),
    ...readGenerationSettings(read),
    ...readSpeakerSettings(read, workingFolder),
    ...readMetricsSettings(read),
    ...readTracingSettings(read),
    ...readCommandSettings(read),
    startWaitMs: read(START_WAIT),
    logLevel: read(LOG_LEVEL),
  };
}

/** Reads the settings of this process from its environment. @throws {KinoraError} `invalid_setting`. */
export function loadSettings(): Settings {
  return readSettings(process.env, process.cwd());
}
