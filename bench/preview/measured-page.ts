import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import type { ServerProcess } from '../../test/e2e/server-process.ts';
import { unpackBrowserWithGraphics } from '../../test/preview/browser-with-graphics.ts';

/** Files that the server and the browser read by HTTP, whole or in parts. */
export class ServedMedia {
  readonly files = new Map<string, string>();
  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Offers a file under a name. Returns its URL. */
  add(name: string, path: string): string {
    this.files.set(`/${name}`, path);
    return this.url(name);
  }

  url(name: string): string {
    return `${this.origin}/${name}`;
  }
}

/** The page of bench/preview/page.js on a server of its own, as a page that embeds the preview. */
export class MeasuredPage implements AsyncDisposable {
  readonly media: ServedMedia;
  private readonly page: Page;
  private readonly browser: CDPSession;
  private readonly server: ServerProcess;
  private readonly resources: AsyncDisposableStack;

  private constructor(
    server: ServerProcess,
    media: ServedMedia,
    page: Page,
    browser: CDPSession,
    resources: AsyncDisposableStack,
  ) {
    this.server = server;
    this.media = media;
    this.page = page;
    this.browser = browser;
    this.resources = resources;
    page.on('pageerror', (error) => console.error(error));
  }

  static async open(server: ServerProcess): Promise<MeasuredPage> {
    await using opened = new AsyncDisposableStack();
    const files = createServer();
    await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening));
    opened.defer(() => close(files));
    // The address of a server that listens on a port is an object.
    const media = new ServedMedia(`http://127.0.0.1:${(files.address() as AddressInfo).port}`);
    media.add('page.js', join(import.meta.dirname, 'page.js'));
    files.on('request', (request, response) => {
      const path = media.files.get(request.url ?? '');
      if (!path) {
        const imports = JSON.stringify({ imports: { '@kinora/preview': `${server.url}/embed/preview.js` } });
        response.setHeader('content-type', 'text/html');
        response.end(
          `<!doctype html><script type="importmap">${imports}</script><script type="module" src="page.js"></script><body>`,
        );
        return;
      }
      void stat(path).then(({ size, mtimeMs }) => {
        // A server that says nothing of versions has every file read anew for each frame.
        const etag = `"${size}-${mtimeMs}"`;
        if (request.headers['if-none-match'] === etag) {
          response.writeHead(304, { etag }).end();
          return;
        }
        const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
        const [start, end] = [Number(from), Math.min(size - 1, to === '' ? Infinity : Number(to))];
        response.writeHead(request.headers.range ? 206 : 200, {
          'content-type': path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream',
          'accept-ranges': 'bytes',
          etag,
          'content-length': end - start + 1,
          ...(request.headers.range && { 'content-range': `bytes ${start}-${end}/${size}` }),
        });
        if (request.method === 'HEAD') response.end();
        else createReadStream(path, { start, end }).pipe(response);
      });
    });
    const { program, libraries } = opened.use(await unpackBrowserWithGraphics());
    const browser = await chromium.launch({
      executablePath: program,
      env: { ...process.env, LD_LIBRARY_PATH: libraries },
      args: [
        '--use-gl=angle',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--ignore-gpu-blocklist',
        '--autoplay-policy=no-user-gesture-required',
      ],
    });
    opened.defer(() => browser.close());
    console.log(`Chromium ${browser.version()}, WebGL2 by SwiftShader`);
    const page = await browser.newPage({ viewport: { width: 1940, height: 1100 } });
    await page.goto(media.url(''));
    await page.waitForFunction('"settle" in globalThis');
    const session = await browser.newBrowserCDPSession();
    return new MeasuredPage(server, media, page, session, opened.move());
  }

  /** Calls a function of the page. It opens edits of the server. */
  async call<Result>(name: string, ...given: readonly unknown[]): Promise<Result> {
    const server = { url: this.server.url, token: this.server.keys.v1 };
    return (await this.page.evaluate(
      ([called, args]) =>
        (globalThis as unknown as Record<string, (...args: unknown[]) => unknown>)[called]!(...args),
      [name, name === 'open' ? [server, ...given] : [...given]] as const,
    )) as Result;
  }

  wait(ms: number): Promise<void> {
    return wait(ms);
  }

  /** Returns the CPU time of all processes of the browser in seconds. */
  async cpu(): Promise<number> {
    const { processInfo } = await this.browser.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  }

  /** Returns the memory of all processes of the browser in MB; what several of them share counts once. */
  async memory(): Promise<number> {
    const { processInfo } = await this.browser.send('SystemInfo.getProcessInfo');
    const sizes = processInfo.map(async ({ id }) => {
      const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.resources.disposeAsync();
  }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}
