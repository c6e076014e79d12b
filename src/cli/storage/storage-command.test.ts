import { describe, expect, test } from 'vitest';
import { runIn } from '../run.fixture.ts';
import type { RunAdminOperation } from '../../operations/admin-operations.ts';
import type { StorageReport } from '../../operations/storage-report.ts';

const row = { count: 0, bytes: 0, oldest: null, stays: 'forever', settings: [] };
const REPORT: StorageReport = {
  account: null,
  storage: '/srv/files',
  rows: [
    {
      kind: 'renders',
      title: 'rendered files',
      count: 12,
      bytes: 3_450_000_000,
      oldest: '2026-03-04T05:06:07.000Z',
      stays: '30d',
      settings: ['KINORA_KEEP_FILES'],
    },
    { ...row, kind: 'sources', title: 'sources', settings: ['KINORA_KEEP_SOURCES'] },
    { ...row, kind: 'voice', title: 'voice model' },
  ],
  problem: null,
  disks: [{ folder: '/srv/files', freeBytes: 5e9, totalBytes: 5e11 }],
};

/** Returns an administration whose report is ready at the second look. */
function administer(report: StorageReport, inputs: unknown[] = []): RunAdminOperation {
  let looks = 0;
  const answer = (name: string, input: unknown): unknown => {
    inputs.push(input);
    if (name === 'beginStorageReport') return { report: '00000000-0000-4000-8000-000000000000' };
    return { files: 500, report: looks++ === 0 ? null : report };
  };
  // The answers have the types of the operations that the command runs.
  return ((name: string, input: unknown) => Promise.resolve(answer(name, input))) as RunAdminOperation;
}

describe('kinora storage', () => {
  test('shows what takes how much, and how long it stays', async () => {
    const { code, out } = await runIn('/', ['storage'], { runAdminOperation: administer(REPORT) });
    expect([code, out]).toEqual([
      0,
      `WHAT            NUMBER  SIZE    OLDEST (UTC)  STAYS
rendered files  12      3.5 GB  2026-03-04    30d (KINORA_KEEP_FILES)
sources         0       0 B     -             forever (KINORA_KEEP_SOURCES)
in all                  3.5 GB

Stored files: /srv/files
Free: 5.0 GB of 500.0 GB on the disk of /srv/files
`,
    ]);
  });

  test('prints JSON for programs', async () => {
    const { out } = await runIn('/', ['storage', '--json'], { runAdminOperation: administer(REPORT) });
    expect(JSON.parse(out)).toEqual(REPORT);
  });

  test('asks for one account, and says if it did not see everything', async () => {
    const inputs: unknown[] = [];
    const runAdminOperation = administer(
      { ...REPORT, account: 'acme', problem: 'The storage is away.' },
      inputs,
    );
    const { out } = await runIn('/', ['storage', '--account', 'acme'], { runAdminOperation });
    expect(inputs[0]).toEqual({ account: 'acme' });
    expect(out).toContain('\nThe numbers of stored files are too low. The storage is away.\n');
  });
});
