import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import type { PreviewState } from '../../src/preview/preview-state.ts';
import { unpackBrowserWithGraphics } from './browser-with-graphics.ts';
import type { MadeLayers } from './made-layers.ts';

const ROOT = join(import.meta.dirname, '../..');
/** A name of this machine that is not secure for a browser, as a name in a local network is not. */
const INSECURE_HOST = 'kinora.test';
const ARGUMENTS = [
  // WebGL2 in software.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--autoplay-policy=no-user-gesture-required',
  `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
];

/** An edit that the browser can open. */
export interface OfferedEdit {
  readonly layers: MadeLayers;
  /** Returns the frame of the engine at a second as a picture. */
  readonly frame?: (second: number) => Promise<Buffer>;
  /** Reads its files in place of `layers`. */
  read?: MadeLayers['read'];
  /** The status that all requests but the one for the timeline are answered with. */
  status?: number;
}

/** What a preview has told, as `preview-page.fixture.ts` collects it. */
export interface Report {
  readonly states: readonly PreviewState[];
  readonly shown: readonly { readonly second: number; readonly at: number }[];
}

/** A page with the preview in the browser that Kinora brings along. */
export class PreviewBrowser implements AsyncDisposable {
  readonly page: Page;
  /** The edits that the page can open, by names of its own. */
  readonly edits: Map<string, OfferedEdit>;
  /** Errors of the page. */
  readonly faults: string[] = [];
  private readonly port: number;
  private readonly resources: AsyncDisposableStack;

  private constructor(
    page: Page,
    edits: Map<string, OfferedEdit>,
    port: number,
    resources: AsyncDisposableStack,
  ) {
    this.page = page;
    this.edits = edits;
    this.port = port;
    this.resources = resources;
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(message.text());
    });
    page.on('pageerror', (error) => this.faults.push(error.message));
  }

  /** Opens the page of `src/preview/preview-page.fixture.ts`. */
  static async open(): Promise<PreviewBrowser> {
    await using opened = new AsyncDisposableStack();
    const script = await bundlePage();
    const edits = new Map<string, OfferedEdit>();
    const server = createServer((request, response) => {
      answer(edits, script, request.url ?? '').then(
        (body) => (typeof body === 'number' ? response.writeHead(body).end() : response.end(body)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    opened.defer(async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    });
    const { program, libraries } = opened.use(await unpackBrowserWithGraphics());
    const browser = await chromium.launch({
      executablePath: program,
      env: { ...process.env, LD_LIBRARY_PATH: libraries },
      args: ARGUMENTS,
    });
    opened.defer(() => browser.close());
    // The address of a server that listens on a port is an object.
    const { port } = server.address() as AddressInfo;
    const made = new PreviewBrowser(await browser.newPage(), edits, port, opened.move());
    await made.load('127.0.0.1');
    return made;
  }

  /** Loads the page again. @param host `kinora.test` for a page that is not secure. */
  async load(host: '127.0.0.1' | typeof INSECURE_HOST): Promise<void> {
    await this.page.goto(`http://${host}:${this.port}/`);
  }

  /** Calls a function of the page. */
  call<Result>(name: string, ...given: readonly unknown[]): Promise<Result> {
    // The cast is safe: the page has these functions.
    return this.page.evaluate(
      ([called, args]) =>
        (globalThis as unknown as Record<string, (...args: unknown[]) => Result>)[called]!(...args),
      [name, [...given]] as const,
    );
  }

  /** Waits until the state of the preview is as wanted, and returns what it has told. */
  async until(isWanted: (state: PreviewState, report: Report) => boolean): Promise<Report> {
    for (;;) {
      const report = await this.call<Report>('readReport');
      const last = report.states.at(-1);
      if (last && isWanted(last, report)) return report;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.resources.disposeAsync();
  }
}

async function bundlePage(): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: join(ROOT, 'src/preview/preview-page.fixture.ts'),
        formats: ['iife'],
        name: 'page',
      },
    },
  });
  const code = Array.isArray(built) ? built[0]?.output[0].code : undefined;
  if (code === undefined) throw new Error('The page of the preview was not built.');
  return code;
}

/** Answers a request with a body or a status. */
async function answer(
  edits: ReadonlyMap<string, OfferedEdit>,
  script: string,
  url: string,
): Promise<string | Buffer | number> {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, name = '', , , kind, file, piece] = pathname.split('/');
  if (name === '') return '<!doctype html><title>Preview</title><body><script src="/preview.js"></script>';
  if (name === 'preview.js') return script;
  const edit = edits.get(name);
  if (!edit) return 404;
  if (kind === 'layers' && !file) return JSON.stringify({ response: { timeline: edit.layers.timeline } });
  if (edit.status !== undefined) return edit.status;
  const read: MadeLayers['read'] = edit.read ?? ((...wanted) => edit.layers.read(...wanted));
  const found = file
    ? await read(file, piece === undefined ? undefined : Number(piece))
    : await edit.frame?.(Number(searchParams.get('at')));
  return found ?? 404;
}
