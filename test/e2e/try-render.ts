import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { KinoraError } from '../../src/base/errors.ts';
import { SILENT } from '../../src/base/logger.ts';
import { testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { openSources, type SourcesConfig } from '../../src/render/fetch/index.ts';
import {
  openRenderer,
  type RendererConfig,
  type RenderOptions,
  type RenderResult,
} from '../../src/render/renderer.ts';
import { type FixtureServer, startFixtureServer } from '../../src/outbound/server.fixture.ts';
import { readEdit } from '../media/render-edit.ts';

/** The result of a render: the output, or the error message for the user. */
export type Outcome =
  | { readonly produced: RenderResult }
  | { readonly code: string; readonly sentence: string };

type TryOptions = Partial<Omit<SourcesConfig, 'folder'>> &
  Partial<Pick<RenderOptions, 'onProgress'> & Pick<RendererConfig, 'log'>>;

/**
 * Renders an edit as the service does, with sources from this machine. Checks that an error message is clean.
 */
export async function tryRender(input: unknown, tryOptions: TryOptions = {}): Promise<Outcome> {
  const { onProgress = () => undefined, log = SILENT, ...config } = tryOptions;
  const folder = await mkdtemp(join(tmpdir(), 'kinora-attempt-'));
  const sources = openSources({ folder: join(folder, 'cache'), allowHosts: ['127.0.0.1'], ...config });
  const browser = testBrowser();
  const signal = new AbortController().signal;
  try {
    const renderer = openRenderer({ sources, browser, folder, log });
    const options = { owner: 'test', watermark: false, folder, signal, onProgress };
    return { produced: await renderer.render(readEdit(input), { output: join(folder, 'out.mp4') }, options) };
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    expectCleanMessage(error.message, folder);
    return { code: error.code, sentence: error.message };
  } finally {
    await browser.close();
    await sources.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checks that a message is one line with a full stop, without any path, stack, credentials or query. */
export function expectCleanMessage(sentence: string, ...secrets: readonly string[]): void {
  expect(sentence).toMatch(/^[^\n]+\.$/);
  for (const secret of [tmpdir(), process.cwd(), 'node_modules', '    at ', 'S3CRET', ...secrets]) {
    expect(sentence).not.toContain(secret);
  }
}

/** Serves files by their names. Any other path returns 404. */
export function serveFiles(files: Readonly<Record<string, Buffer>>): Promise<FixtureServer> {
  return startFixtureServer((request, response) => {
    const body = files[basename(new URL(request.url ?? '', 'http://localhost').pathname)];
    if (!body) response.writeHead(404).end('<h1>Not found</h1>');
    else response.writeHead(200, { 'content-length': body.length }).end(body);
  });
}

/** Creates an edit with one clip, small enough to render quickly. */
export function createOneClipEdit(asset: object, clip: object = {}): object {
  return {
    timeline: { tracks: [{ clips: [{ asset, start: 0, length: 0.2, ...clip }] }] },
    output: { format: 'mp4', size: { width: 160, height: 90 }, fps: 12 },
  };
}

/** Reads files. Returns their contents by name. */
export async function readFiles(...paths: readonly string[]): Promise<Record<string, Buffer>> {
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [basename(path), await readFile(path)] as const)),
  );
}
