import { writeFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { createMediaFolder } from '../../../test/media/render-edit.ts';
import { SILENT } from '../../base/logger.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { runInChild } from './run-in-child.ts';

// This process must not read the bytes. The mock does not reach the child process.
vi.mock('file-type', () => {
  throw new Error('The bytes of a stranger were parsed in the parent process.');
});

it('finds out the type of a file in another process', async () => {
  await using folder = await createMediaFolder();
  const sniff = (name: string, signal = new AbortController().signal) =>
    runInChild({ kind: 'sniff', path: folder.path(name) }, { log: SILENT, signal });
  for (const [name, content, extension] of [
    ['a', 'GIF89a', '.gif'],
    ['b', '<!doctype html><p>Hi', '.html'],
    ['c', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n', '.vtt'],
    ['d', '\x1aE\xdf\xa3'.repeat(9999), undefined],
  ] as const) {
    await writeFile(folder.path(name), content);
    const { extension: found } = await sniff(name);
    expect([name, found]).toEqual([name, extension]);
  }
  expect(await failureOf(sniff('a', AbortSignal.abort()))).toMatch(/^cancelled/);
});
