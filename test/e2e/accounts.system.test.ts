import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TEST_DATABASES } from '../../src/store/test-databases.fixture.ts';
import { describeAccounts } from './accounts.ts';
import { kinora } from './processes.ts';

describeAccounts(TEST_DATABASES[0]);

it('cannot be created before Kinora has run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-keys-'));
  const { code, out, err } = await kinora(folder, ['keys', 'create', '--stage', 'v1']).ended;
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(`There is no database in ${join(folder, 'home')}. Start Kinora there first`);
  await rm(folder, { recursive: true });
});
