import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { type Edit, fileNames, parseEdit } from '../../src/edit/index.ts';
import { SILENT } from '../../src/base/log.ts';
import { testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { openSources } from '../../src/render/fetch/index.ts';
import type { Produced } from '../../src/render/render.ts';
import { render } from '../../src/render/render.ts';

/** A folder for one test file's media, removed afterwards. */
export async function mediaFolder(): Promise<AsyncDisposable & { path: (name: string) => string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-media-'));
  return {
    path: (name) => join(folder, name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The edit, checked as the service checks it. */
export function edited(input: unknown): Edit {
  const result = parseEdit(input);
  if (!result.ok)
    throw new Error(result.problems.map(({ field, message }) => `${field}: ${message}`).join('\n'));
  return result.value;
}

/**
 * Renders an edit whose sources are absolute local paths, as the command line does.
 *
 * @param to the output; stills are written beside it.
 */
export async function rendered(input: unknown, to: string): Promise<Produced> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-render-'));
  const sources = openSources({ folder: join(folder, 'cache'), allowHosts: [], localFiles: folder });
  const browser = testBrowser();
  try {
    const edit = edited(input);
    const { dir, name, ext } = parse(to);
    return await render(edit, fileNames(edit.output, join(dir, name), ext), {
      dialect: 'interface',
      sources,
      browser,
      owner: 'test',
      watermark: false,
      folder,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      log: SILENT,
    });
  } finally {
    await browser.close();
    await sources.close();
    await rm(folder, { recursive: true, force: true });
  }
}
