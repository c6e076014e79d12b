import type { Examination, Finding } from '../cli/doctor/finding.ts';
import type { Engine } from '../cli/engine.ts';
import { KinoraError } from '../base/errors.ts';
import { type Found, runChecks } from '../doctor/check.ts';
import { checkEncoding } from '../doctor/check-encoding.ts';
import { listChecks } from '../doctor/list-checks.ts';
import { findKeyWarning } from './find-key-warning.ts';
import type { Settings } from './settings.ts';

/**
 * Checks the deployment that the settings describe.
 *
 * @param load reads the settings. If they are wrong, nothing else can be checked.
 * @param openEngine opens the engine, only to render.
 */
export async function* examine(
  load: () => Promise<Settings>,
  openEngine: () => Promise<Engine>,
  { encode, signal }: Examination,
): AsyncGenerator<Finding, void> {
  let settings: Settings;
  try {
    settings = await load();
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    yield { about: 'settings', state: 'error', found: error.message };
    return;
  }
  yield { about: 'settings', ...checkKeys(settings) };
  yield* runChecks(listChecks(settings), signal);
  if (encode)
    yield* runChecks([{ about: 'encoding', find: (limit) => checkEncoding(openEngine, limit) }], signal);
}

function checkKeys(settings: Settings): Found {
  const warning = findKeyWarning(settings);
  if (warning === undefined) return { state: 'ok', found: 'All settings can be read.' };
  return { state: 'warning', found: warning, advice: 'Set KINORA_KEYS to new keys and restart.' };
}
