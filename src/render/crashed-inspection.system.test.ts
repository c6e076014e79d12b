import type { ChildProcess, ForkOptions } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { createMediaFolder } from '../../test/media/render-edit.ts';
import { failureOf } from '../base/failure-of.fixture.ts';
import { SILENT } from '../base/logger.ts';
import { testBrowser } from './browse/browser.fixture.ts';
import { openSources } from './fetch/index.ts';
import { openRenderer } from './renderer.ts';

/** The number of the next processes to kill when their task is sent, and what else happens then. */
const killing = vi.hoisted(() => ({ left: 0, started: 0, onKill: (): void => undefined }));

vi.mock('node:child_process', async (original) => {
  const actual = await original<typeof import('node:child_process')>();
  const fork = (program: string, args: readonly string[], options: ForkOptions): ChildProcess => {
    const child = actual.fork(program, args, options);
    killing.started += 1;
    if (killing.left <= 0) return child;
    killing.left -= 1;
    child.kill('SIGKILL');
    child.once('exit', killing.onKill);
    return child;
  };
  return { ...actual, fork };
});

const LIMITS = { maxBytes: 1e9, maxSeconds: 60, maxPixels: 1000 };

function kill(processes: number, onKill = (): void => undefined): void {
  Object.assign(killing, { left: processes, started: 0, onKill });
}

it('blames a file only for the third crash of its process', async () => {
  await using folder = await createMediaFolder();
  const sources = openSources({ folder: folder.path('cache'), allowHosts: [] });
  const browser = testBrowser();
  const renderer = openRenderer({ sources, browser, folder: folder.path('.'), log: SILENT });
  const path = folder.path('a.vtt');
  await writeFile(path, 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n');
  const inspect = (signal = new AbortController().signal): Promise<unknown> =>
    renderer.inspectSource(path, { limits: LIMITS, signal });

  kill(2);
  expect(await inspect()).toEqual({ kind: 'subtitles', extension: '.vtt' });
  expect(killing.started).toBe(3);

  kill(3);
  expect(await failureOf(inspect())).toBe(
    'asset_not_media: The file cannot be read: it needs more time or memory than any media file should.',
  );
  expect(killing.started).toBe(3);

  const stopping = new AbortController();
  kill(2, () => stopping.abort());
  expect(await failureOf(inspect(stopping.signal))).toMatch(/^cancelled/);
  await renderer.close();
  await sources.close();
  await browser.close();
});
