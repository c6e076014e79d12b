import type { Examination, Finding } from '../operations/finding.ts';
import type { Engine } from '../render/engine.ts';
import { type DeploymentCheck, type Found, runChecks } from '../doctor/check.ts';
import { checkEncoding } from '../doctor/check-encoding.ts';
import { checkSettingNames } from '../doctor/check-setting-names.ts';
import { listChecks, WRONG_SETTINGS } from '../doctor/list-checks.ts';
import { findKeyWarning } from './find-key-warning.ts';
import { type ExaminedSettings, SETTING_NAMES, type Settings } from './settings.ts';

/**
 * Checks the deployment that the settings describe. Leaves out checks that need a wrong setting.
 *
 * @param openEngine opens the engine, only to render.
 */
export async function* examine(
  examined: ExaminedSettings,
  openEngine: () => Promise<Engine>,
  { encode, signal }: Examination,
): AsyncGenerator<Finding, void> {
  const { settings, wrongParts } = examined;
  for (const found of checkSettings(examined)) yield { about: 'settings', ...found };
  yield* runChecks(
    listChecks(settings, (part) => wrongParts.has(part)),
    signal,
  );
  if (!encode) return;
  const find: DeploymentCheck['find'] = (limit) =>
    wrongParts.size === 0 ? checkEncoding(openEngine, limit) : Promise.resolve(WRONG_SETTINGS);
  yield* runChecks([{ about: 'encoding', find }], signal);
}

function checkSettings({ settings, problems, unknownNames }: ExaminedSettings): readonly Found[] {
  const keys = checkKeys(settings);
  const wrong = problems.map(({ message }) => ({ state: 'error', found: message }) as const);
  return [
    ...wrong,
    ...(wrong.length > 0 && keys.state === 'ok' ? [] : [keys]),
    ...checkSettingNames(unknownNames, SETTING_NAMES),
  ];
}

function checkKeys(settings: Settings): Found {
  const warning = findKeyWarning(settings);
  if (warning === undefined) return { state: 'ok', found: 'All settings can be read.' };
  return { state: 'warning', found: warning, advice: 'Set KINORA_KEYS to new keys and restart.' };
}
