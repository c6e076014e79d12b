import { z } from 'zod';
import { KinoraError } from './errors.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting, declared by the module that uses it. */
export interface Setting<Value> {
  /** The name of the environment variable. */
  readonly name: string;
  /** The value if the variable is absent or empty. */
  readonly default: Value;
  /** The default in the settings table, in Markdown. Without it, the table shows {@link default} itself. */
  readonly defaultText?: string;
  /** Checks and converts the text of the variable. */
  readonly schema: z.ZodType<Value, string>;
  /** The valid values, in Markdown. Completes the sentence "NAME must be ...". */
  readonly mustBe: string;
  /** True if the value may hold a secret. Messages never repeat such a value. */
  readonly isSecret?: boolean;
  /** The meaning of the setting in the settings table: a sentence in Markdown. */
  readonly description: string;
}

/** Returns the value of one setting. @throws {KinoraError} `invalid_setting` if its text is not valid. */
export type SettingReader = <Value>(setting: Setting<Value>) => Value;

/**
 * Creates a reader of the settings in an environment.
 *
 * @param onWrong called with the error of a setting that is not valid. The reader then returns the default. Without
 *   it, the reader throws the error.
 */
export function createSettingReader(
  environment: Environment,
  onWrong?: (error: KinoraError) => void,
): SettingReader {
  return ({ name, default: defaultValue, schema, mustBe, isSecret }) => {
    const text = environment[name]?.trim();
    if (text === undefined || text === '') return defaultValue;
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    const given = isSecret === true ? '' : `, not \`${text}\``;
    const error = new KinoraError('invalid_setting', `\`${name}\` must be ${mustBe}${given}.`);
    if (onWrong === undefined) throw error;
    onWrong(error);
    return defaultValue;
  };
}

/** The places that paths in settings start from. */
export interface SettingPlaces {
  readonly workingFolder: string;
  /** Absolute path of the home folder. */
  readonly home: string;
}

/** The settings of a part of Kinora. */
export interface PartSettings<Values> {
  /** The declarations, in the order of the settings table. */
  readonly declared: readonly Setting<unknown>[];
  /** Reads the settings. @throws {KinoraError} `invalid_setting` if one is not valid, or if some do not fit together. */
  readonly read: (read: SettingReader, places: SettingPlaces) => Values;
}

/** The values of the settings of a part. */
export type SettingsOf<Part> = Part extends PartSettings<infer Values> ? Values : never;

type Declarations = Readonly<Record<string, Setting<unknown>>>;

type DeclaredValues<Declared extends Declarations> = {
  readonly [Name in keyof Declared]: z.output<Declared[Name]['schema']> | Declared[Name]['default'];
};

/**
 * Declares the settings of a part. Their values have the names of their declarations.
 *
 * @param combine makes the values of the part from those of its settings. By default, they are the same.
 */
export function declareSettings<const Declared extends Declarations>(
  declared: Declared,
): PartSettings<DeclaredValues<Declared>>;
export function declareSettings<const Declared extends Declarations, Values>(
  declared: Declared,
  combine: (values: DeclaredValues<Declared>, places: SettingPlaces) => Values,
): PartSettings<Values>;
export function declareSettings(
  declared: Declarations,
  combine: (values: Readonly<Record<string, unknown>>, places: SettingPlaces) => unknown = (values) => values,
): PartSettings<unknown> {
  const entries = Object.entries(declared);
  return {
    declared: Object.values(declared),
    read: (read, places) =>
      combine(Object.fromEntries(entries.map(([name, setting]) => [name, read(setting)])), places),
  };
}

/** An http or https URL. */
export const webUrl = z.url({ protocol: /^https?$/, hostname: /./ });

/** The base of other URLs: an http or https URL without query and fragment. Trailing slashes are removed. */
export const baseUrl = webUrl
  .refine((url) => !/[?#]/.test(url))
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''));

/** A word of printable ASCII characters, such as an access key. */
export const asciiWord = z.string().regex(/^[\x21-\x7e]+$/);

/** Creates the schema of a whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number): z.ZodType<number, string> {
  return z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((number) => number >= min && number <= max);
}

const MINUTE_MS = 60_000;
const UNITS_MS = { s: 1_000, m: MINUTE_MS, h: 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS } as const;

/** Creates the schema of a time span in milliseconds. @param form has the groups `count` and `unit`. */
function timeSpan(form: RegExp, min: number, max: number): z.ZodType<number, string> {
  return z.string().transform((text, context): number => {
    const { count, unit } = form.exec(text)?.groups ?? {};
    // The expressions allow only these units.
    const milliseconds = Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
    if (milliseconds >= min && milliseconds <= max) return milliseconds;
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  });
}

/** A time span such as `90m`, `12h` or `30d`, from a minute to 100 years, in milliseconds. */
export const duration = timeSpan(/^(?<count>\d{1,9}) ?(?<unit>[mhd])$/, MINUTE_MS, 36_500 * UNITS_MS.d);

/** The valid values of {@link duration}, for {@link Setting.mustBe}. */
export const DURATION_FORM = 'a number of minutes, hours or days, such as `90m`, `12h` or `30d`';

/** A time span such as `0s`, `30s` or `5m`, up to an hour, in milliseconds. */
export const shortDuration = timeSpan(/^(?<count>\d{1,4}) ?(?<unit>[sm])$/, 0, UNITS_MS.h);

/** The valid values of {@link shortDuration}, for {@link Setting.mustBe}. */
export const SHORT_DURATION_FORM = 'a number of seconds or minutes, such as `30s` or `5m`, at most `60m`';

/** Formats a time span of whole minutes as {@link duration} reads it: `30d`, but `24h` instead of `1d`. */
export function formatDuration(milliseconds: number): string {
  const fits = (unit: 'd' | 'h'): boolean =>
    milliseconds % UNITS_MS[unit] === 0 && milliseconds > UNITS_MS[unit];
  const unit = (['d', 'h'] as const).find(fits) ?? 'm';
  return `${Math.round(milliseconds / UNITS_MS[unit])}${unit}`;
}
