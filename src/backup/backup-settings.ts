import type { HostingSettings } from '../hosting/settings.ts';

/** The settings that a backup and a restore need. */
export interface BackupSettings extends Pick<HostingSettings, 'storage'> {
  readonly databaseUrl: string | undefined;
  readonly home: string;
}
