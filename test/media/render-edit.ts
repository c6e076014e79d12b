import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import {
  type Dialect,
  type Edit,
  nameRenderFiles,
  type ParsedEdit,
  parseEdit,
} from '../../src/edit/index.ts';
import { SILENT } from '../../src/base/logger.ts';
import { testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { openSources } from '../../src/render/fetch/index.ts';
import { openRenderer, type RendererConfig, type RenderResult } from '../../src/render/renderer.ts';

/** Creates a folder for the media of one test file. It is removed when disposed. */
export async function createMediaFolder(): Promise<AsyncDisposable & { path: (name: string) => string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-media-'));
  return {
    path: (name) => join(folder, name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Parses an edit as the service does. @throws if it is not valid. */
export function toEdit(input: unknown): Edit {
  return readEdit(input).edit;
}

/** Parses an edit in a dialect, as the service does. @throws if it is not valid. */
export function readEdit(input: unknown, dialect: Dialect = 'interface'): ParsedEdit {
  const result = parseEdit(input, { dialect });
  if (!result.ok)
    throw new Error(result.problems.map(({ field, message }) => `${field}: ${message}`).join('\n'));
  return result.value;
}

/**
 * Renders an edit whose sources are absolute local paths, as the command line does.
 *
 * @param to Path of the output. Stills are written to the same folder.
 * @param segments keeps coded segments. By default, nothing is kept.
 */
export async function renderEdit(
  input: unknown,
  to: string,
  segments?: RendererConfig['segments'],
): Promise<RenderResult> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-render-'));
  const sources = openSources({ folder: join(folder, 'cache'), allowHosts: [], localFiles: folder });
  const browser = testBrowser();
  try {
    const parsed = readEdit(input);
    const { dir, name, ext } = parse(to);
    const renderer = openRenderer({ sources, browser, folder, log: SILENT, segments });
    const { signal } = new AbortController();
    const files = nameRenderFiles(parsed.edit.output, join(dir, name), ext);
    return await renderer.render(parsed, files, { owner: 'test', watermark: false, folder, signal });
  } finally {
    await browser.close();
    await sources.close();
    await rm(folder, { recursive: true, force: true });
  }
}
