import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The kind of database for the tables. */
export type DatabaseKind = 'embedded' | 'postgres';
/** The kind of storage for the files. */
export type StorageKind = 'disk' | 's3';

/** The arguments of `npm run chaos`. */
export interface ChaosArguments {
  /** Minutes with faults, 0 for none. The time to settle and to check comes on top. */
  readonly minutes: number;
  /** Number of power cuts with each database. */
  readonly powerCuts: Readonly<Partial<Record<DatabaseKind, number>>>;
  readonly seed: number;
  readonly database: DatabaseKind;
  readonly storage: StorageKind;
  /** Folder of the checkout to put under test. */
  readonly kinora: string;
  /** Folder for everything that the run makes. Undefined for a new temporary folder. */
  readonly folder: string | undefined;
  /** True to keep the folder also if all is well. */
  readonly keep: boolean;
  /** True to print the result as JSON. */
  readonly json: boolean;
  /** Minutes that everything may take to settle after the faults. */
  readonly settle: number;
  readonly help: boolean;
}

export const CHAOS_USAGE = `Usage: npm run chaos [-- options]

Runs Kinora in real processes, gives it hundreds of small jobs, and kills, stops and breaks what it
needs. At the end, each accepted job must be done with a right file, or failed for a true reason.
Then cuts the power of another Kinora: nothing that was answered with success may be lost.
Exits with 1 if a check fails, and keeps the logs.

Options:
  --minutes N                    minutes with faults (default: 20; 0 for none)
  --power-cuts N                 simulated power cuts (default: 100; 0 for none). Without --database,
                                 half of them with each one that is there
  --seed S                       whole number that decides all faults (default: a random one, printed)
  --database embedded|postgres   default: postgres if it is installed, else embedded
  --storage disk|s3              default: s3 with postgres, disk with the embedded database
  --kinora FOLDER                checkout to put under test (default: this one)
  --folder FOLDER                folder for homes, files and logs (default: a temporary one)
  --keep                         keeps the folder also if all is well
  --settle N                     minutes for everything to settle after the faults (default: 10)
  --json                         prints the result as JSON
  -h, --help                     shows this text`;

/**
 * Parses the command line.
 *
 * @param root the folder of this checkout.
 * @param hasPostgres true if PostgreSQL is installed.
 * @throws with a sentence for the user if an option is unknown or wrong.
 */
export function parseChaosArguments(
  args: readonly string[],
  root: string,
  hasPostgres: boolean,
): ChaosArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '20' },
      'power-cuts': { type: 'string', default: '100' },
      seed: { type: 'string' },
      database: { type: 'string' },
      storage: { type: 'string' },
      kinora: { type: 'string', default: root },
      folder: { type: 'string' },
      settle: { type: 'string', default: '10' },
      keep: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const asked = choose('database', ['embedded', 'postgres'], values.database);
  const database = asked === 'postgres' && !hasPostgres ? 'embedded' : asked;
  const isShared = (database ?? (hasPostgres ? 'postgres' : 'embedded')) === 'postgres';
  const cuts = Math.trunc(readNumber('power-cuts', values['power-cuts'], true));
  const shared = database === undefined ? Math.trunc(cuts / 2) : cuts;
  return {
    minutes: readNumber('minutes', values.minutes, true),
    powerCuts: {
      ...(database !== 'postgres' && { embedded: isShared ? cuts - shared : cuts }),
      ...(isShared && { postgres: shared }),
    },
    seed: Math.trunc(values.seed === undefined ? Math.random() * 1e6 : readNumber('seed', values.seed)),
    database: isShared ? 'postgres' : 'embedded',
    storage: choose('storage', ['disk', 's3'], values.storage) ?? (isShared ? 's3' : 'disk'),
    kinora: resolve(values.kinora),
    folder: values.folder === undefined ? undefined : resolve(values.folder),
    settle: readNumber('settle', values.settle),
    keep: values.keep,
    json: values.json,
    help: values.help,
  };
}

function choose<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  value: string | undefined,
): Choice | undefined {
  if (value === undefined) return undefined;
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new Error(`--${name} must be ${choices.join(' or ')}, not "${value}".`);
  return found;
}

function readNumber(name: string, value: string, mayBeZero = false): number {
  const number = Number(value);
  if (!(number > 0 || (mayBeZero && number === 0)) || value.trim() === '')
    throw new Error(`--${name} must be a number ${mayBeZero ? 'from 0' : 'above 0'}, not "${value}".`);
  return number;
}
