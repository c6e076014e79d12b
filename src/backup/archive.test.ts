import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readArchive } from './archive-reader.ts';
import { type ArchiveWriter, writeArchive } from './archive-writer.ts';
import { BACKUP_FORMAT, type BackupHeader, HEADER_NAME } from './backup-format.ts';
import { ENTRIES_PER_LIST } from './checksums.ts';

const HEADER: BackupHeader = {
  format: BACKUP_FORMAT,
  kinora: '1.2.3',
  created: '2026-11-20T10:00:00.000Z',
  database: 'embedded',
  schema: '031_source_names',
  queue: 1,
  files: true,
};
const MANIFEST = { rows: {}, jobs: 0, sequences: [], secrets: [], files: { count: 1, bytes: 3 }, missing: 0 };
const { signal } = new AbortController();
const DAMAGED = expect.objectContaining({
  code: 'validation_failed',
  message: expect.stringContaining('is damaged') as string,
}) as unknown;

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-archive-'));
  path = join(folder, 'backup.tar');
});
afterEach(() => rm(folder, { recursive: true }));

async function writeSample(work: (archive: ArchiveWriter) => Promise<void>, header = HEADER): Promise<void> {
  await writeArchive(path, signal, async (archive) => {
    await archive.add(HEADER_NAME, JSON.stringify(header));
    await work(archive);
    await archive.finish(MANIFEST);
  });
}

/** Reads everything. Returns the contents by name. */
async function readAll(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await readArchive(path, signal, {
    onEntry: async ({ name, content }) =>
      void found.set(name, (await buffer(Readable.from(content))).toString()),
  });
  return found;
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => error,
  );

describe('an archive', () => {
  it('returns what was written, in the same order, and only to its owner', async () => {
    const names = Array.from({ length: ENTRIES_PER_LIST + 5 }, (_, index) => `files/v1/owner/${index}.txt`);
    const long = `files/v1/owner/${'n'.repeat(180)}.mp4`;
    await writeFile(join(folder, 'film'), 'x'.repeat(600_000));
    await writeSample(async (archive) => {
      for (const name of names) await archive.add(name, name);
      expect(await archive.addFile(long, join(folder, 'film'), () => undefined)).toBe(600_000);
      expect(
        await archive.addFile('files/v1/owner/gone.mp4', join(folder, 'gone'), () => undefined),
      ).toBeUndefined();
      await archive.add('files/v1/owner/empty', '');
    });
    const found = await readAll();
    expect([...found.keys()]).toEqual([...names, long, 'files/v1/owner/empty']);
    expect(found.get(names[7]!)).toBe(names[7]);
    expect(found.get(long)).toBe('x'.repeat(600_000));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('keeps the exact time of a file', async () => {
    await writeFile(join(folder, 'film'), 'film');
    // Between two milliseconds, and nearer to the next.
    await utimes(join(folder, 'film'), 1_795_784_897.2086, 1_795_784_897.2086);
    await writeSample(async (archive) => {
      await archive.addFile('files/a', join(folder, 'film'), () => undefined);
    });
    let modified = new Date(0);
    await readArchive(path, signal, {
      onEntry: async (entry) => {
        modified = await Promise.resolve(entry.modified);
      },
    });
    expect(modified.getTime()).toBe(1_795_784_897_208);
  });

  it('leaves nothing behind, and the earlier file, if its work fails or is stopped', async () => {
    await writeFile(path, 'earlier');
    await expect(writeSample(() => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
    const stopping = new AbortController();
    const stopped = writeArchive(path, stopping.signal, async (archive) => {
      stopping.abort(new Error('Stopped.'));
      await archive.add('a', 'b');
    });
    await expect(stopped).rejects.toThrow('Stopped.');
    expect(await readdir(folder)).toEqual(['backup.tar']);
    expect(await readFile(path, 'utf8')).toBe('earlier');
  });

  it('removes what a killed process has left, but not what another one is writing', async () => {
    await writeFile(join(folder, '.earlier.tar.123.unfinished'), 'secrets');
    await writeFile(join(folder, '.notes.unfinished'), 'of somebody else');
    const left: string[][] = [];
    const look = async (): Promise<void> => void left.push((await readdir(folder)).toSorted());
    await writeArchive(path, signal, look);
    await writeArchive(path, signal, look, { deadMs: -1000 });
    const own = `.backup.tar.${process.pid}.unfinished`;
    expect(left).toEqual([
      [own, '.earlier.tar.123.unfinished', '.notes.unfinished'],
      [own, '.notes.unfinished', 'backup.tar'],
    ]);
  });

  it.runIf(process.platform === 'linux')('says that the disk is full, and leaves no half file', async () => {
    // The device behaves as a full disk.
    const failure = await failureOf(pipeline(Readable.from(['x']), createWriteStream('/dev/full')));
    expect(failure).toMatchObject({ code: 'ENOSPC' });
    await expect(writeSample(() => Promise.reject(failure as Error))).rejects.toMatchObject({
      code: 'disk_full',
      message: `The disk of ${path} is full. Nothing was written. Make space, or name a file on another disk.`,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('ends with the reason if it is stopped in the middle of a file, and leaves no half file', async () => {
    const source = join(folder, 'film');
    await writeFile(source, Buffer.alloc(5_000_000));
    const controller = new AbortController();
    const stopped = writeArchive(path, controller.signal, async (archive) => {
      await archive.addFile('files/v1/owner/a.mp4', source, () => controller.abort(new Error('Stopped.')));
    });
    await expect(stopped).rejects.toThrow('Stopped.');
    expect(await readdir(folder)).toEqual(['film']);
  });

  it('rejects a folder that does not exist, and a folder as the file', async () => {
    const write = (target: string) => failureOf(writeArchive(target, signal, () => Promise.resolve()));
    expect(await write(join(folder, 'none/a.tar'))).toMatchObject({ code: 'not_found' });
    expect(await write(folder)).toMatchObject({ code: 'not_found' });
  });
});

describe('a damaged archive', () => {
  it('is rejected wherever a byte has changed', async () => {
    await writeSample(async (archive) => {
      await archive.add('home/keys.json', 'k'.repeat(700));
      await archive.add('files/v1/owner/a.mp4', 'film'.repeat(300));
    });
    const bytes = await readFile(path);
    const used = [...bytes.entries()].filter(([, byte]) => byte !== 0).map(([index]) => index);
    for (let place = 0; place < used.length; place += 97) {
      const index = used[place]!;
      const changed = Buffer.from(bytes);
      changed[index]! ^= 1;
      await writeFile(path, changed);
      const failure = await failureOf(readAll());
      expect([index, failure]).toEqual([index, expect.objectContaining({ code: 'validation_failed' })]);
    }
  });

  it('is rejected wherever its end is missing', async () => {
    await writeSample((archive) => archive.add('files/v1/owner/a.mp4', 'film'.repeat(300)));
    const bytes = await readFile(path);
    // The last blocks of a tar archive are empty.
    for (let length = 0; length < bytes.length - 1024; length += 256) {
      await writeFile(path, bytes.subarray(0, length));
      expect([length, await failureOf(readAll())]).toEqual([
        length,
        expect.objectContaining({ code: 'validation_failed' }),
      ]);
    }
  });

  it('is rejected if an entry leads out of its folder, or is a link', async () => {
    for (const entry of [
      { name: 'files/../../etc/passwd' },
      { name: '/etc/passwd' },
      { name: 'files/a', type: 'symlink' as const, linkname: '/etc/passwd' },
    ]) {
      const archive = pack();
      archive.entry({ name: HEADER_NAME }, JSON.stringify(HEADER));
      archive.entry({ ...entry, size: 0 }, '');
      archive.finalize();
      await writeFile(path, await buffer(archive));
      expect(await failureOf(readAll())).toEqual(DAMAGED);
    }
  });

  it('is told apart from another file, a missing one and a newer one', async () => {
    for (const content of ['', 'hello', 'x'.repeat(5000)]) {
      await writeFile(path, content);
      expect(await failureOf(readAll())).toMatchObject({
        message: expect.stringContaining('is not a backup of Kinora') as string,
      });
    }
    await rm(path);
    expect(await failureOf(readAll())).toMatchObject({ code: 'not_found' });
    await writeSample(() => Promise.resolve(), { ...HEADER, format: BACKUP_FORMAT + 1, kinora: '9.0.0' });
    expect(await failureOf(readAll())).toMatchObject({
      message: expect.stringContaining('A newer version of Kinora (9.0.0)') as string,
    });
  });
});
