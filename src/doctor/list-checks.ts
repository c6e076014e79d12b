import { sep } from 'node:path';
import type { DiskSettings, HomeSettings } from '../home/settings.ts';
import type { HostingSettings } from '../hosting/settings.ts';
import type { RenderSettings } from '../render/settings.ts';
import type { ServerSettings } from '../server/settings.ts';
import type { SpeakerSettings } from '../speech/settings.ts';
import type { StoreSettings } from '../store/settings.ts';
import type { DeploymentCheck, Found } from './check.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkDatabase } from './check-database.ts';
import { checkBrowser } from './check-browser.ts';
import { checkDisk, checkHome, findHomeObstacle } from './check-home.ts';
import { checkBuild, checkContainment, checkFontFiles } from './check-media.ts';
import { checkPorts, type ListenSettings } from './check-ports.ts';
import { checkCredentials, checkSecrets, type SecretSettings } from './check-secrets.ts';
import { checkStorage } from './check-storage.ts';
import { checkVoice } from './check-voice.ts';

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
  isWrong: (part: NeededPart) => boolean = () => false,
): readonly DeploymentCheck[] {
  const unless =
    (parts: readonly NeededPart[], find: DeploymentCheck['find']): DeploymentCheck['find'] =>
    async (signal) =>
      parts.some(isWrong) ? WRONG_SETTINGS : await find(signal);
  const { home, storage, databaseUrl } = settings;
  const isStorageInHome = typeof storage === 'string' && storage.startsWith(home + sep);
  const other = typeof storage === 'string' && !isStorageInHome ? storage : undefined;
  /** Leaves a check out if this user cannot use the home, which has its own finding. */
  const inHome =
    (find: DeploymentCheck['find']): DeploymentCheck['find'] =>
    async (signal) =>
      (await findHomeObstacle(settings)) === undefined
        ? await find(signal)
        : { state: 'skipped', found: 'It needs the home.' };
  const findStorage: DeploymentCheck['find'] = (signal) => checkStorage(settings, signal);
  const findUnreadable = (url: string): DeploymentCheck => ({
    about: 'secrets',
    find: inHome(() => checkCredentials(settings, url)),
  });
  const findDatabase = () => checkDatabase(settings);
  return [
    { about: 'home', find: () => checkHome(settings) },
    {
      about: 'disk',
      find: unless(
        ['disk'],
        inHome(() => checkDisk(home, settings)),
      ),
    },
    ...(other === undefined
      ? []
      : [{ about: 'disk', find: unless(['disk'], () => checkDisk(other, settings)) }]),
    {
      about: 'secrets',
      find: unless(
        ['account', 'hosting'],
        inHome(() => checkSecrets(settings)),
      ),
    },
    {
      about: 'database',
      find: unless(['store'], databaseUrl === undefined ? inHome(findDatabase) : findDatabase),
    },
    ...(databaseUrl === undefined || isWrong('hosting') ? [] : [findUnreadable(databaseUrl)]),
    { about: 'storage', find: unless(['hosting'], isStorageInHome ? inHome(findStorage) : findStorage) },
    { about: 'media', find: unless(['render'], () => checkContainment(settings)) },
    { about: 'pages', find: unless(['render'], () => checkBrowser(settings)) },
    { about: 'fonts', find: () => Promise.resolve(checkFontFiles()) },
    { about: 'voices', find: unless(['speech'], () => checkVoice(settings)) },
    { about: 'build', find: () => Promise.resolve(checkBuild()) },
    { about: 'ports', find: unless(['server', 'metrics', 'store'], () => checkPorts(settings)) },
    { about: 'addresses', find: unless(['server'], (signal) => checkAddresses(settings, signal)) },
  ];
}
