import { sep } from 'node:path';
import type { DiskSettings, HomeSettings } from '../home/settings.ts';
import type { HostingSettings } from '../hosting/settings.ts';
import type { RenderSettings } from '../render/settings.ts';
import type { ServerSettings } from '../server/settings.ts';
import type { SpeakerSettings } from '../speech/settings.ts';
import type { StoreSettings } from '../store/settings.ts';
import type { DeploymentCheck, Found } from './check.ts';
import { checkAddresses, checkPorts, type ListenSettings } from './check-addresses.ts';
import { checkDatabase } from './check-database.ts';
import { checkBrowser } from './check-browser.ts';
import { checkDisk, checkHome, findHomeObstacle } from './check-home.ts';
import { checkBuild, checkContainment, checkFontFiles, checkVoice } from './check-media.ts';
import { checkCredentials, checkSecrets, type SecretSettings } from './check-secrets.ts';
import { checkStorage } from './check-storage.ts';

/** The settings that the checks need. */
export type CheckedSettings = HomeSettings &
  DiskSettings &
  StoreSettings &
  HostingSettings &
  RenderSettings &
  ServerSettings &
  SpeakerSettings &
  SecretSettings &
  ListenSettings;

/** The parts whose wrong settings keep a check from being done. */
type NeededPart = 'server' | 'account' | 'disk' | 'render' | 'store' | 'hosting' | 'speech' | 'metrics';

/** The finding of a check that needs a wrong setting. */
export const WRONG_SETTINGS: Found = { state: 'skipped', found: 'It needs a setting that is wrong.' };

/**
 * Lists the checks of a deployment, in the order in which Kinora needs their parts.
 *
 * @param isWrong true if a part has a wrong setting. Checks that need it are left out.
 */
export function listChecks(
  settings: CheckedSettings,
  isWrong: (part: NeededPart) => boolean,
): readonly DeploymentCheck[] {
  const { home, storage, databaseUrl } = settings;
  const isStorageInHome = typeof storage === 'string' && storage.startsWith(home + sep);
  const other = typeof storage === 'string' && !isStorageInHome ? storage : undefined;
  /** Creates a check. It is left out if a part is wrong, or if it is in the home, which has its own finding. */
  const check = (
    about: string,
    parts: readonly NeededPart[],
    find: DeploymentCheck['find'],
    isInHome = false,
  ): DeploymentCheck => ({
    about,
    find: async (signal) => {
      if (parts.some(isWrong)) return WRONG_SETTINGS;
      if (isInHome && (await findHomeObstacle(settings)) !== undefined)
        return { state: 'skipped', found: 'It needs the home.' };
      return await find(signal);
    },
  });
  return [
    check('home', [], () => checkHome(settings)),
    check('disk', ['disk'], () => checkDisk(home, settings), true),
    ...(other === undefined ? [] : [check('disk', ['disk'], () => checkDisk(other, settings))]),
    check('secrets', ['account', 'hosting'], () => checkSecrets(settings), true),
    check('database', ['store'], () => checkDatabase(settings), databaseUrl === undefined),
    ...(databaseUrl === undefined || isWrong('hosting')
      ? []
      : [check('secrets', [], () => checkCredentials(settings, databaseUrl), true)]),
    check('storage', ['hosting'], (signal) => checkStorage(settings, signal), isStorageInHome),
    check('media', ['render'], () => checkContainment(settings)),
    check('pages', ['render'], () => checkBrowser(settings)),
    check('fonts', [], () => Promise.resolve(checkFontFiles())),
    check('voices', ['speech'], () => checkVoice(settings)),
    check('build', [], () => Promise.resolve(checkBuild())),
    check('ports', ['server', 'metrics', 'store'], () => checkPorts(settings)),
    check('addresses', ['server'], (signal) => checkAddresses(settings, signal)),
  ];
}
