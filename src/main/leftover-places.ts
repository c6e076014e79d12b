import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COPY_PREFIX } from '../backup/open-backup-source.ts';
import { RESTORED_PREFIX } from '../backup/unpacker.ts';
import type { Home } from '../home/home.ts';
import { PARTIAL_FOLDER } from '../hosting/disk-storage.ts';
import { isPartFolder } from '../base/disk/part-folder.ts';
import type { Storage } from '../hosting/storage.ts';
import type { LeftoverPlace } from '../worker/leftovers.ts';

const all = (): boolean => true;

/** Lists the folders in which dead processes of this installation may have left temporary files. */
export function listLeftoverPlaces(home: Home, storage: Storage): LeftoverPlace[] {
  const places: LeftoverPlace[] = [
    { folder: home.frames, isOurs: all },
    // The copies of the database for backups, and files on their way to S3.
    {
      folder: home.temporary,
      isOurs: (name) => name.startsWith(COPY_PREFIX) || name.startsWith(RESTORED_PREFIX),
    },
    { folder: join(home.cache, 'readers'), isOurs: all },
    { folder: join(home.cache, 'partial'), isOurs: all },
    { folder: join(home.transcripts, 'partial'), isOurs: all },
    // The folders of the speech that Whisper reads.
    { folder: home.models, isOurs: (name) => name.startsWith('sound-') },
    // The private sockets of processes that died while they locked the home.
    { folder: home.folder, isOurs: (name) => /^kinora\.sock\.[0-9a-f]{8}$/.test(name) },
    { folder: home.browser, isOurs: (name) => name.startsWith('unpacking-') },
    { folder: tmpdir(), isOurs: (name) => /^kinora-browser-\w{6}$/.test(name) || isPartFolder(name) },
  ];
  const { folder } = storage;
  return folder === undefined ? places : [...places, { folder: join(folder, PARTIAL_FOLDER), isOurs: all }];
}
