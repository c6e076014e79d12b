import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createMediaFolder } from '../../test/media/render-edit.ts';
import { failureOf } from '../base/failure-of.fixture.ts';
import { SILENT } from '../base/logger.ts';
import { testBrowser } from './browse/browser.fixture.ts';
import { openSources } from './fetch/index.ts';
import { openRenderer } from './renderer.ts';

it('inspects a source in another process', async () => {
  await using folder = await createMediaFolder();
  const sources = openSources({ folder: folder.path('cache'), allowHosts: [] });
  const browser = testBrowser();
  const renderer = openRenderer({
    sources,
    browser,
    folder: folder.path('.'),
    log: SILENT,
  });
  const inspection = {
    limits: { maxBytes: 1e9, maxSeconds: 60, maxPixels: 1000 },
    signal: new AbortController().signal,
  };
  await writeFile(folder.path('a'), 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n');
  expect(await renderer.inspectSource(folder.path('a'), inspection)).toEqual({
    kind: 'subtitles',
    extension: '.vtt',
  });
  await writeFile(folder.path('b'), 'GIF89a');
  expect(await failureOf(renderer.inspectSource(folder.path('b'), inspection))).toMatch(
    /^asset_not_media: The file is incomplete/,
  );
  expect(
    await failureOf(renderer.inspectSource(folder.path('a'), { ...inspection, signal: AbortSignal.abort() })),
  ).toMatch(/^cancelled/);
  await renderer.close();
  await sources.close();
  await browser.close();
});
