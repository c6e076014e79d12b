import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { type Edit, nameRenderFiles, parseEdit } from '../../src/edit/index.ts';
import { SILENT } from '../../src/base/logger.ts';
import { testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { openSources } from '../../src/render/fetch/index.ts';
import { openRenderer, type RenderResult } from '../../src/render/renderer.ts';

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
export async function rendered(input: unknown, to: string): Promise<RenderResult> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-render-'));
  const sources = openSources({ folder: join(folder, 'cache'), allowHosts: [], localFiles: folder });
  const browser = testBrowser();
  try {
    const edit = edited(input);
    const { dir, name, ext } = parse(to);
    const renderer = openRenderer({ dialect: 'interface', sources, browser, folder, log: SILENT });
    const { signal } = new AbortController();
    const files = nameRenderFiles(edit.output, join(dir, name), ext);
    return await renderer.render(edit, files, { owner: 'test', watermark: false, folder, signal });
  } finally {
    await browser.close();
    await sources.close();
    await rm(folder, { recursive: true, force: true });
  }
}
