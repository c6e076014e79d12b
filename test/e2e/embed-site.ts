import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { createMediaFolder } from '../media/render-edit.ts';
import { unpackBrowserWithGraphics } from '../preview/browser-with-graphics.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A Kinora server, the site of `examples/embed` that shows its edit, and a browser. Close it with `await using`. */
export interface EmbedSite extends AsyncDisposable {
  readonly service: ServerProcess;
  readonly browser: Browser;
  /** The address of the site. */
  readonly url: string;
  /** Sends a request to Kinora. Returns `response` of the answer. @param token that of the request, instead of a key. */
  ask<Answer>(method: string, path: string, body?: unknown, token?: string): Promise<Answer>;
}

/** Opens everything with which a page embeds the elements, as `examples/embed/server.mjs` does. */
export async function openEmbedSite(): Promise<EmbedSite> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await createMediaFolder());
  await mkdir(folder.path('tmp'));
  const service = await startServer(folder.path('.'));
  opened.defer(() => endServer(service));
  const site = spawn(process.execPath, [join(ROOT, 'examples/embed/server.mjs')], {
    env: { KINORA_URL: service.url, KINORA_KEY: service.keys.v1, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  opened.defer(() => void site.kill('SIGKILL'));
  const [said] = (await once(site.stdout, 'data')) as [Buffer];
  const { program, libraries } = opened.use(await unpackBrowserWithGraphics());
  const browser = await chromium.launch({
    executablePath: program,
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
    args: [
      // WebGL2 in software.
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
      // Pages that a test makes up come from no address, and may not ask this machine otherwise.
      '--disable-features=LocalNetworkAccessChecks',
    ],
  });
  opened.defer(() => browser.close());
  const resources = opened.move();
  return {
    service,
    browser,
    url: said.toString().trim().split(' ').at(-1) ?? '',
    ask: async <Answer>(method: string, path: string, body?: unknown, token = service.keys.v1) => {
      const response = await fetch(`${service.url}/edit/v1${path}`, {
        method,
        headers: { 'x-api-key': token, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return ((await response.json()) as { readonly response: Answer }).response;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
