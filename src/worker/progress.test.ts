import { expect, it } from 'vitest';
import { SILENT } from '../base/log.ts';
import type { Database } from '../store/database.ts';
import { until } from '../store/databases.fixture.ts';
import { Progress } from './progress.ts';

it('a database that is away for a moment ends no attempt', async () => {
  const tables = {
    updateTable(): never {
      throw new Error('The connection broke.');
    },
  };
  let warnings = 0;
  const log = { ...SILENT, warn: () => (warnings += 1) };
  // Only what a write begins with is there.
  const away = tables as unknown as Database['tables'];
  await using progress = new Progress(away, { id: 'a', attempt: 1 }, log, 1);
  progress.note({ stage: 'rendering' });
  await until(() => warnings > 3);
  expect(progress.lost.aborted).toBe(false);
});
