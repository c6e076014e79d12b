import type { Logger } from 'pino';
import { createAdministration } from '../administration/operations.ts';
import { createRenderControl } from '../administration/renders/render-control.ts';
import { createAdministrationHandler } from '../administration/remote-administration.ts';
import { nameStorage } from '../administration/storage/storage-kinds.ts';
import { createStorageReports } from '../administration/storage/storage-reports.ts';
import { createDatabaseCopies } from '../backup/database-copies.ts';
import type { MessageHandler } from '../home/control-socket.ts';
import type { Home } from '../home/home.ts';
import type { SecretBox } from '../hosting/secret-box.ts';
import type { Storage } from '../hosting/storage.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Database } from '../store/database.ts';
import type { Settings } from './settings.ts';

interface AdministeredParts {
  readonly settings: Settings;
  readonly home: Home;
  readonly database: Database;
  readonly queue: Queue;
  readonly storage: Storage;
  readonly secretBox: SecretBox;
  readonly log: Logger;
}

/** Creates the handler of the commands that other processes send through the control socket. */
export function answerCommands(parts: AdministeredParts): MessageHandler {
  const { settings, home, database, queue, storage, secretBox, log } = parts;
  const storageName = nameStorage(settings);
  const reports = createStorageReports({ database, storage, storageName, home, settings });
  const administration = createAdministration(database.tables, {
    services: settings.services,
    signsFiles: settings.files.signed,
    openSecretBox: () => Promise.resolve(secretBox),
    openFiles: () => Promise.resolve({ reports, remover: storage }),
    openRenderControl: () => Promise.resolve(createRenderControl(queue)),
    copyDatabase: createDatabaseCopies(database, home, storage.folder ?? 's3'),
  });
  return createAdministrationHandler(administration, log);
}
