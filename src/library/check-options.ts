import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { DIALECTS } from '../edit/index.ts';
import { findNearest } from '../edit/problems/find-nearest.ts';
import type { FramePictureOptions, LibraryEditOptions, LibraryOptions, RenderFileOptions } from './calls.ts';

/** The rule for the value of an option, for programs without types, which may pass anything. */
interface OptionRule {
  /** Completes the sentence "It must be ...". */
  readonly mustBe: string;
  readonly allows: (value: unknown) => boolean;
  readonly isRequired?: boolean;
}

/** A rule for each option of a call. */
type OptionRules<Options> = Readonly<Record<keyof Options, OptionRule>>;

const COMMON_RULES: OptionRules<LibraryOptions> = {
  folder: { mustBe: 'a string, the path of a folder', allows: isPath },
  signal: { mustBe: 'an AbortSignal', allows: (value) => value instanceof AbortSignal },
};

/** The rules for the options of `probe`. */
export const PROBE_RULES = COMMON_RULES;

/** The rules for the options of `validate`. */
export const EDIT_RULES: OptionRules<LibraryEditOptions> = {
  ...COMMON_RULES,
  dialect: createChoice(DIALECTS),
};

/** The rules for the options of `render`. */
export const RENDER_RULES: OptionRules<RenderFileOptions> = {
  ...EDIT_RULES,
  output: {
    mustBe: 'the path of a file, or a list of paths',
    allows: (value) => [value].flat().length > 0 && [value].flat().every(isPath),
    isRequired: true,
  },
  onProgress: { mustBe: 'a function', allows: (value) => typeof value === 'function' },
  cache: { mustBe: 'true or false', allows: (value) => typeof value === 'boolean' },
};

/** The rules for the options of `frame`. */
export const FRAME_RULES: OptionRules<FramePictureOptions> = {
  ...EDIT_RULES,
  at: {
    mustBe: 'a number of seconds from 0',
    allows: (value) => Number.isFinite(value) && Number(value) >= 0,
    isRequired: true,
  },
  format: createChoice(['png', 'jpeg']),
  for: {
    mustBe: 'a whole number from 0, the place of an output of the edit',
    allows: (value) => Number.isInteger(value) && Number(value) >= 0,
  },
};

/** The options of a call after the check, with the absolute path of its folder, and a signal in any case. */
export type CheckedOptions<Options> = Omit<Options, 'folder' | 'signal'> & {
  readonly folder: string;
  readonly signal: AbortSignal;
};

/**
 * Checks the options of a call. An option that is undefined counts as left out.
 *
 * @throws {KinoraError} `validation_failed` if an option is unknown or wrong, or if the folder does not exist.
 */
export async function checkOptions<Options extends LibraryOptions>(
  given: unknown,
  rules: OptionRules<Options>,
): Promise<CheckedOptions<Options>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw createInvalidError(`The options must be an object, not ${nameValue(given)}.`);
  for (const name of Object.keys(given))
    if (!Object.hasOwn(rules, name)) throw createUnknownError(name, rules);
  for (const [name, { mustBe, allows, isRequired = false }] of Object.entries<OptionRule>(rules)) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined ? isRequired : !allows(value))
      throw createInvalidError(`\`${name}\` must be ${mustBe}, not ${nameValue(value)}.`);
  }
  // The cast is safe, because every option fits its rule.
  const { folder = '.', signal = new AbortController().signal, ...others } = given as Options;
  return { ...others, folder: await findFolder(folder), signal };
}

/** True if a value can be the path of a file. The system takes no path with a NUL. */
export function isPath(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0');
}

/** Names a wrong value in a message: short values as they are in JSON, others by their type. */
export function nameValue(value: unknown): string {
  if (value === null || ['number', 'boolean', 'undefined'].includes(typeof value)) return String(value);
  if (typeof value === 'string' && value.length <= MAX_NAMED_LENGTH) return JSON.stringify(value);
  return Array.isArray(value) ? 'a list' : `a value of the type ${typeof value}`;
}

const MAX_NAMED_LENGTH = 80;

function createChoice(values: readonly string[]): OptionRule {
  const mustBe = values.map((each) => `"${each}"`).join(' or ');
  return { mustBe, allows: (value) => values.some((each) => each === value) };
}

function createUnknownError(name: string, rules: object): KinoraError {
  const names = Object.keys(rules);
  const nearest = findNearest(name, names);
  const hint =
    nearest === undefined
      ? `The options here are ${names.map((each) => `\`${each}\``).join(', ')}.`
      : `Did you mean \`${nearest}\`?`;
  return createInvalidError(`\`${name}\` is not a known option. ${hint}`);
}

async function findFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) return path;
  const reason = found === undefined ? 'cannot be found' : 'is a file';
  throw createInvalidError(`\`folder\` must be the path of a folder. "${path}" ${reason}.`);
}

function createInvalidError(message: string): KinoraError {
  return new KinoraError('validation_failed', message);
}
