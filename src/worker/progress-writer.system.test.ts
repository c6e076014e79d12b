import { expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import type { Database } from '../store/database.ts';
import { waitUntil } from '../store/test-databases.fixture.ts';
import { ProgressWriter } from './progress-writer.ts';

it('keeps the attempt alive while the database is briefly unavailable', async () => {
  const tables = {
    with(): never {
      throw new Error('The connection broke.');
    },
  };
  let warnings = 0;
  const log = { ...SILENT, warn: () => (warnings += 1) };
  // The stub has only the first method that a write calls.
  const away = tables as unknown as Database['tables'];
  await using progress = new ProgressWriter(away, { id: 'a', attempt: 1 }, log, 1);
  progress.report({ phase: 'rendering' });
  await waitUntil(() => warnings > 3);
  expect(progress.lost.aborted).toBe(false);
});
