import { z } from 'zod';
import { FIRST_ACCOUNT_SETTINGS } from '../administration/settings.ts';
import { COMMAND_SETTINGS } from '../cli/settings.ts';
import { KinoraError } from '../base/errors.ts';
import {
  createSettingReader,
  declareSettings,
  type Environment,
  type PartSettings,
  type Setting,
  type SettingReader,
  type SettingsOf,
  SHORT_DURATION_FORM,
  shortDuration,
} from '../base/setting.ts';
import { GENERATION_SETTINGS } from '../generation/settings.ts';
import { DISK_SETTINGS, HOME_SETTINGS } from '../home/settings.ts';
import { HOSTING_SETTINGS } from '../hosting/settings.ts';
import { INGEST_SETTINGS } from '../ingest/settings.ts';
import { METRICS_SETTINGS } from '../metrics/settings.ts';
import { OUTBOUND_SETTINGS } from '../outbound/settings.ts';
import { PROVIDER_SETTINGS } from '../providers/settings.ts';
import { RENDER_SETTINGS } from '../render/settings.ts';
import { SPEAKER_SETTINGS } from '../speech/settings.ts';
import { SERVER_SETTINGS } from '../server/settings.ts';
import { STORE_SETTINGS } from '../store/settings.ts';
import { TRACING_SETTINGS } from '../tracing/settings.ts';
import { WORKER_SETTINGS } from '../worker/settings.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const PROCESS_SETTINGS = declareSettings({
  /** Milliseconds that a start waits for a database or a storage that is away. */
  startWaitMs: {
    name: 'KINORA_START_WAIT',
    default: 60_000,
    defaultText: '`60s`',
    schema: shortDuration,
    mustBe: SHORT_DURATION_FORM,
    description:
      'Time that a start waits for a database or an S3 storage that is away ([docs/faults.md](docs/faults.md#starting-and-the-database)).',
  },
  /** Undefined for the default: `warn` on a terminal, otherwise `info`. */
  logLevel: {
    name: 'LOG_LEVEL',
    default: undefined,
    defaultText: '`info`; on a terminal `warn`',
    schema: z.enum(LOG_LEVELS),
    mustBe: `one of ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}`,
    description: 'Lowest level of the log lines to write.',
  },
});

/** The parts of Kinora whose settings are read together, in the order of the table in docs/settings.md. */
const PARTS = {
  server: SERVER_SETTINGS,
  home: HOME_SETTINGS,
  disk: DISK_SETTINGS,
  account: FIRST_ACCOUNT_SETTINGS,
  render: RENDER_SETTINGS,
  worker: WORKER_SETTINGS,
  outbound: OUTBOUND_SETTINGS,
  store: STORE_SETTINGS,
  hosting: HOSTING_SETTINGS,
  ingest: INGEST_SETTINGS,
  providers: PROVIDER_SETTINGS,
  generation: GENERATION_SETTINGS,
  speech: SPEAKER_SETTINGS,
  metrics: METRICS_SETTINGS,
  tracing: TRACING_SETTINGS,
  commands: COMMAND_SETTINGS,
  process: PROCESS_SETTINGS,
};

/** The name of a part whose settings are read together. */
export type SettingsPart = keyof typeof PARTS;

/** One type with the members of all types of a union. */
type All<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer Each) => void
  ? Each
  : never;

/** All settings, validated. Times, sizes and limits that no operator needs to change are not settings. */
export type Settings = All<SettingsOf<(typeof PARTS)[SettingsPart]>>;

/** The declarations of all settings, in the order of the table in docs/settings.md. */
export const SETTINGS: readonly Setting<unknown>[] = Object.values(PARTS).flatMap(({ declared }) => declared);

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
  return readParts((_part, readWith) => readWith(read), workingFolder);
}

/** Reads the settings of one part. */
type PartReader = <Value>(part: SettingsPart, readWith: (read: SettingReader) => Value) => Value;

function readParts(of: PartReader, workingFolder: string): Settings {
  const { home } = of('home', (read) => PARTS.home.read(read, { workingFolder, home: workingFolder }));
  // The table has the values of each part, but its entries have no common type.
  const parts = Object.entries(PARTS) as [SettingsPart, PartSettings<object>][];
  const values = parts.map(([name, part]) => of(name, (read) => part.read(read, { workingFolder, home })));
  return Object.assign({}, ...values) as Settings;
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
  const settings = readParts((part, readWith) => {
    const reader = createSettingReader(environment, () => wrongParts.add(part));
    try {
      return readWith(reader);
    } catch (error) {
      if (!(error instanceof KinoraError)) throw error;
      // With the default in place of a wrong setting, others may only seem not to fit.
      if (!wrongParts.has(part)) add(error);
      wrongParts.add(part);
      return readWith(createSettingReader({}));
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
