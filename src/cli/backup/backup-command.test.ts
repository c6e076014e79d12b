import { expect, it } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { runIn } from '../run.fixture.ts';
import type { BackupReport, BackupTools, RestoreReport } from '../../operations/backup-tools.ts';

const CONTENT = {
  rows: { account: 2, render: 7, attempt: 51 },
  jobs: 2,
  files: { count: 10, bytes: 21_400_000 },
  secrets: ['keys.json', 'credentials.key'],
};
const BACKUP: BackupReport = {
  ...CONTENT,
  path: '/data/a.tar',
  size: 21_500_000,
  missing: { count: 0, names: [] },
  skipped: { count: 0, names: [] },
  without: undefined,
  settings: [],
};
const RESTORED: RestoreReport = {
  ...CONTENT,
  version: '1.2.3',
  created: new Date('2026-11-27T12:15:28Z'),
  hasFiles: true,
  missing: 0,
  replaced: [],
  database: '/var/lib/kinora',
};

async function kinora(
  args: string,
  backup: Partial<BackupReport> = {},
  restored: Partial<RestoreReport> = {},
) {
  const asked: unknown[] = [];
  const backupTools: BackupTools = {
    backup: (path, options) => {
      asked.push(path, options);
      return Promise.resolve({ ...BACKUP, ...backup });
    },
    check: (path, options) => {
      asked.push(path, options);
      if (path.endsWith('bad.tar')) throw new KinoraError('validation_failed', 'The backup is damaged.');
      return Promise.resolve({
        restore: () => Promise.resolve({ ...RESTORED, ...restored }),
      });
    },
  };
  return { ...(await runIn('/data', args.split(' '), { backupTools })), asked };
}

it('writes a file and says in one line what it has', async () => {
  const { code, out, err, asked } = await kinora('backup a.tar');
  expect([code, err, asked]).toEqual([0, '', ['/data/a.tar', { files: true }]]);
  expect(out).toMatch(
    /^Wrote \/data\/a\.tar: 60 rows \(2 accounts, 7 renders\), 2 jobs, 10 files \(21\.4 MB\) and 2 secrets of the home, 21\.5 MB in [\d.]+ s\.\n$/,
  );
});

it('says what is not in the backup', async () => {
  const s3 = await kinora('backup a.tar', { without: 's3', settings: ['KINORA_KEYS'] });
  expect(s3.err).toContain('The stored files are in S3, and not in this backup.');
  expect(s3.err).toContain('Keep these settings yourself, because no backup has them: KINORA_KEYS.');
  const without = await kinora('backup a.tar --without-files', { without: 'option' });
  expect([without.asked[1], without.err]).toEqual([
    { files: false },
    'The stored files are not in this backup.\n',
  ]);
  const missing = await kinora('backup a.tar', { missing: { count: 2, names: ['v1/a/b.mp4'] } });
  expect(missing.err).toBe(
    'Warning: missing in the storage, although the database has a record: 2 files, v1/a/b.mp4, ...\n',
  );
  const skipped = await kinora('backup a.tar', { skipped: { count: 1, names: ['generated/a+\u001b.txt'] } });
  expect(skipped.err).toBe(
    'Warning: left out, because Kinora gives no such names: 1 file, "generated/a+\\u001b.txt"\n',
  );
});

it('restores a file after its check, and says where everything is', async () => {
  const { code, out, err, asked } = await kinora(
    'restore a.tar --replace',
    {},
    { replaced: ['/var/lib/kinora/replaced-1'] },
  );
  expect([code, asked]).toEqual([0, ['/data/a.tar', { replaces: true }]]);
  expect(out).toContain('Restored /var/lib/kinora: 60 rows (2 accounts, 7 renders)');
  expect(out).toContain('Made by Kinora 1.2.3 at 2026-11-27 12:15:28 UTC. Start Kinora now.');
  expect(err).toBe(
    'What was there before is now in /var/lib/kinora/replaced-1. Remove it when all is well.\n',
  );
  const other = await kinora('restore a.tar', {}, { hasFiles: false, missing: 3 });
  expect(other.err).toContain('The backup has no stored files.');
  expect(other.err).toContain('3 files already missing');
});

it('restores nothing from a damaged file', async () => {
  expect(await kinora('restore bad.tar')).toMatchObject({
    code: 1,
    out: '',
    err: 'The backup is damaged.\n',
    asked: ['/data/bad.tar', { replaces: false }],
  });
});
