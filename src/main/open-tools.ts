import { createRemoteAdministration } from '../administration/remote-administration.ts';
import { openBackupTools } from '../backup/open-backup-tools.ts';
import type { BackupTools } from '../operations/backup-tools.ts';
import { sendToHolder } from '../home/lock.ts';
import type { Settings } from './settings.ts';

/** Opens the tools that make and restore backups of the installation that the settings describe. */
export function openTools(settings: Settings, version: string): BackupTools {
  const { keys, webhookSecret, credentialsKey, files } = settings;
  const secrets: Readonly<Record<string, unknown>> = {
    KINORA_KEYS: keys,
    KINORA_WEBHOOK_SECRET: webhookSecret,
    KINORA_CREDENTIALS_KEY: credentialsKey,
    KINORA_FILES_SECRET: files.secret,
  };
  return openBackupTools({
    settings,
    version,
    secretSettings: Object.keys(secrets).filter((name) => secrets[name] !== undefined),
    askServer: createRemoteAdministration((message) => sendToHolder(settings.home, message)),
  });
}
