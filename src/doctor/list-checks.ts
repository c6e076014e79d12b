import { sep } from 'node:path';
import type { DiskSettings, HomeSettings } from '../home/settings.ts';
import type { HostingSettings } from '../hosting/settings.ts';
import type { RenderSettings } from '../render/settings.ts';
import type { ServerSettings } from '../server/settings.ts';
import type { StoreSettings } from '../store/settings.ts';
import type { DeploymentCheck } from './check.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk, checkHome } from './check-home.ts';
import { checkBrowser, checkBuild, checkContainment, checkFontFiles } from './check-media.ts';
import { checkStorage } from './check-storage.ts';

/** The settings that the checks need. */
export type CheckedSettings = HomeSettings &
  DiskSettings &
  StoreSettings &
  HostingSettings &
  RenderSettings &
  ServerSettings;

/** Lists the checks of a deployment, in the order in which Kinora needs what they check. */
export function listChecks(settings: CheckedSettings): readonly DeploymentCheck[] {
  const { home, storage } = settings;
  const folders = typeof storage === 'string' && !storage.startsWith(home + sep) ? [home, storage] : [home];
  return [
    { about: 'home', find: () => checkHome(settings) },
    { about: 'disk', find: () => Promise.all(folders.map((folder) => checkDisk(folder, settings))) },
    { about: 'database', find: () => checkDatabase(settings) },
    { about: 'storage', find: (signal) => checkStorage(settings, signal) },
    { about: 'media', find: () => checkContainment(settings) },
    { about: 'pages', find: () => checkBrowser(settings) },
    { about: 'fonts', find: () => checkFontFiles() },
    { about: 'build', find: () => Promise.resolve(checkBuild()) },
    { about: 'addresses', find: (signal) => checkAddresses(settings, signal) },
  ];
}
