import { z } from 'zod';
import { FIRST_ACCOUNT_SETTINGS, readFirstAccountSettings } from '../administration/settings.ts';
import type { FirstAccountSettings } from '../administration/settings.ts';
import { COMMAND_SETTINGS, type CommandSettings, readCommandSettings } from '../cli/settings.ts';
import { KinoraError } from '../base/errors.ts';
import {
  createSettingReader,
  type Environment,
  type Setting,
  type SettingReader,
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

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = SETTINGS.map(({ name }) => name);

/**
 * Reads and validates all settings.
 *
 * @param workingFolder the folder that relative paths start from.
 * @throws {KinoraError} `invalid_setting`. The message is one line with the setting, its value unless it is
 *   secret, and the valid values.
 */
export function readSettings(environment: Environment, workingFolder: string): Settings {
  const read = createSettingReader(environment);
  return readParts((_part, readPart) => readPart(read), workingFolder);
}

/** The parts of Kinora whose settings are read together. */
export type SettingsPart =
  | ('server' | 'home' | 'disk' | 'account' | 'render' | 'worker' | 'outbound' | 'store' | 'hosting')
  | ('ingest' | 'providers' | 'generation' | 'speech' | 'metrics' | 'tracing' | 'commands' | 'process');

/** Reads the settings of one part. */
type PartReader = <Value>(part: SettingsPart, readPart: (read: SettingReader) => Value) => Value;

function readParts(of: PartReader, workingFolder: string): Settings {
  const home = of('home', (read) => readHomeSettings(read, workingFolder));
  return {
    ...of('server', readServerSettings),
    ...home,
    ...of('disk', readDiskSettings),
    ...of('account', readFirstAccountSettings),
    ...of('render', readRenderSettings),
    ...of('worker', readWorkerSettings),
    ...of('outbound', readOutboundSettings),
    ...of('store', readStoreSettings),
    ...of('hosting', (read) => readHostingSettings(read, workingFolder, home.home)),
    ...of('ingest', readIngestSettings),
    ...of('providers', (read) => readProviderSettings(read, workingFolder)),
    ...of('generation', readGenerationSettings),
    ...of('speech', (read) => readSpeakerSettings(read, workingFolder)),
    ...of('metrics', readMetricsSettings),
    ...of('tracing', readTracingSettings),
    ...of('commands', readCommandSettings),
    ...of('process', (read) => ({ startWaitMs: read(START_WAIT), logLevel: read(LOG_LEVEL) })),
  };
}

/** All that an environment says about the settings, right or wrong. */
export interface ExaminedSettings {
  /** The settings, with the default in place of each wrong one. */
  readonly settings: Settings;
  /** The errors of the wrong settings, with the sentences of {@link readSettings}. */
  readonly problems: readonly KinoraError[];
  /** The parts with a wrong setting. */
  readonly wrongParts: ReadonlySet<SettingsPart>;
  /** The names in the environment that look like settings and are none. */
  readonly unknownNames: readonly string[];
}

const PREFIX = 'KINORA_';

/** Reads all settings, as {@link readSettings} does, and goes on after a wrong one. */
export function examineSettings(environment: Environment, workingFolder: string): ExaminedSettings {
  const problems = new Map<string, KinoraError>();
  const add = (problem: KinoraError): unknown => problems.set(problem.message, problem);
  // Each setting alone first: a part ends with the first settings that do not fit together.
  const readAlone = createSettingReader(environment, add);
  for (const setting of SETTINGS) readAlone(setting);
  const wrongParts = new Set<SettingsPart>();
  const settings = readParts((part, readPart) => {
    const reader = createSettingReader(environment, () => wrongParts.add(part));
    try {
      return readPart(reader);
    } catch (error) {
      if (!(error instanceof KinoraError)) throw error;
      // With the default in place of a wrong setting, others may only seem not to fit.
      if (!wrongParts.has(part)) add(error);
      wrongParts.add(part);
      return readPart(createSettingReader({}));
    }
  }, workingFolder);
  const unknownNames = findUnknownNames(environment);
  return { settings, problems: [...problems.values()], wrongParts, unknownNames };
}

/** Reads the settings of this process from its environment. @throws {KinoraError} `invalid_setting`. */
export function loadSettings(): Settings {
  return readSettings(process.env, process.cwd());
}

/** Returns the names in an environment that look like settings and are none. */
export function findUnknownNames(environment: Environment): string[] {
  return Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !SETTING_NAMES.includes(name));
}

/** Examines the settings of this process. See {@link examineSettings}. */
export function examineOwnSettings(): ExaminedSettings {
  return examineSettings(process.env, process.cwd());
}
