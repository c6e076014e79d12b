import { sep } from 'node:path';
import type { DiskSettings, HomeSettings } from '../home/settings.ts';
import type { HostingSettings } from '../hosting/settings.ts';
import type { RenderSettings } from '../render/settings.ts';
import type { ServerSettings } from '../server/settings.ts';
import type { SpeakerSettings } from '../speech/settings.ts';
import type { StoreSettings } from '../store/settings.ts';
import type { DeploymentCheck } from './check.ts';
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

/** Lists the checks of a deployment, in the order in which Kinora needs what they check. */
export function listChecks(settings: CheckedSettings): readonly DeploymentCheck[] {
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
    { about: 'disk', find: inHome(() => checkDisk(home, settings)) },
    ...(other === undefined ? [] : [{ about: 'disk', find: () => checkDisk(other, settings) }]),
    { about: 'secrets', find: inHome(() => checkSecrets(settings)) },
    { about: 'database', find: databaseUrl === undefined ? inHome(findDatabase) : findDatabase },
    ...(databaseUrl === undefined ? [] : [findUnreadable(databaseUrl)]),
    { about: 'storage', find: isStorageInHome ? inHome(findStorage) : findStorage },
    { about: 'media', find: () => checkContainment(settings) },
    { about: 'pages', find: () => checkBrowser(settings) },
    { about: 'fonts', find: () => Promise.resolve(checkFontFiles()) },
    { about: 'voices', find: () => checkVoice(settings) },
    { about: 'build', find: () => Promise.resolve(checkBuild()) },
    { about: 'ports', find: () => checkPorts(settings) },
    { about: 'addresses', find: (signal) => checkAddresses(settings, signal) },
  ];
}
