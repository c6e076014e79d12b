import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { failureOf } from '../base/failure-of.fixture.ts';
import { SILENT } from '../base/logger.ts';
import { testBrowser } from './browse/browser.fixture.ts';
import { convertFile } from './convert-file.ts';
import { openSources } from './fetch/index.ts';

const MARKUP =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" style="fill:var(--a, #00ff00)"/></svg>';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-convert-'));
  await writeFile(join(folder, 'drawing.svg'), MARKUP);
});
afterAll(() => rm(folder, { recursive: true }));

/** Makes a rendition of the SVG with a browser that fails. @returns what was logged as warnings. */
async function convertBy(error: KinoraError): Promise<object[]> {
  const entries: object[] = [];
  const sources = openSources({ folder: join(folder, 'cache'), allowHosts: [] });
  const log = { ...SILENT, warn: (fields: object) => void entries.push(fields) };
  const browser = { ...testBrowser(), capture: () => Promise.reject(error) };
  const job = {
    path: join(folder, 'drawing.svg'),
    transformation: { format: 'png', size: { width: 80 } },
    to: { folder, name: 'drawn' },
  } as const;
  const context = { signal: new AbortController().signal };
  try {
    const made = await convertFile(job, { sources, browser, folder, log }, context);
    expect(made).toMatchObject({ width: 80, height: 80 });
  } finally {
    await sources.close();
  }
  return entries;
}

it('logs why the browser cannot draw an SVG that the SVG renderer draws in its place', async () => {
  const error = new KinoraError('page_failed', 'the drawing crashed.');
  expect(await convertBy(error)).toEqual([{ err: error }]);
});

it('fails with the other errors of the browser', async () => {
  expect(await failureOf(convertBy(new KinoraError('stopping', 'The browser is shutting down.')))).toBe(
    'stopping: The browser is shutting down.',
  );
});
