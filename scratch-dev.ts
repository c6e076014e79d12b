import { mkdir, copyFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { unpackBrowserWithGraphics } from './test/preview/browser-with-graphics.ts';
import { startServer, endServer } from './test/e2e/server-process.ts';
import { createMediaFolder, renderEdit } from './test/media/render-edit.ts';

export const NARRATED = join(import.meta.dirname, 'examples/narrated');
export async function setup(csp?: string) {
  const media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  const service = await startServer(media.path('.'));
  const key = service.keys.v1;
  const api = async (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST', token = key) => {
    const r = await fetch(`${service.url}/edit/v1${path}`, { method, headers: { 'x-api-key': token, ...(body !== undefined && { 'content-type': 'application/json' }) }, ...(body !== undefined && { body: JSON.stringify(body) }) });
    return ((await r.json()) as any).response;
  };
  const pages = new Map<string, { body: string | Buffer; type: string; csp?: string }>();
  const web = createServer(async (q, r) => {
    const p = pages.get(q.url!.split('?')[0]!);
    const f = files.get(q.url!.split('?')[0]!);
    if (f) { const b = await f(); r.setHeader('access-control-allow-origin', '*'); r.end(b); return; }
    if (!p) { r.writeHead(404).end(); return; }
    r.setHeader('content-type', p.type); if (p.csp) r.setHeader('content-security-policy', p.csp);
    r.setHeader('access-control-allow-origin', '*');
    const range = /bytes=(\d+)-(\d*)/.exec(q.headers.range ?? '');
    if (range) { const b = Buffer.from(p.body); const from = Number(range[1]); const to = Math.min(b.length - 1, range[2] ? Number(range[2]) : b.length - 1); r.writeHead(206, { 'content-range': `bytes ${from}-${to}/${b.length}`, 'content-length': to - from + 1, 'accept-ranges': 'bytes' }); r.end(b.subarray(from, to + 1)); return; }
    r.end(p.body);
  });
  const files = new Map<string, () => Promise<string>>();
  await new Promise<void>((ok) => web.listen(0, '127.0.0.1', ok));
  const origin = `http://127.0.0.1:${(web.address() as any).port}`;
  const { program, libraries } = await unpackBrowserWithGraphics();
  const browser = await chromium.launch({ executablePath: program, env: { ...process.env, LD_LIBRARY_PATH: libraries }, args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--autoplay-policy=no-user-gesture-required', '--host-resolver-rules=MAP kinora.test 127.0.0.1'] });
  return { media, service, api, pages, files, origin, browser, key, close: async () => { await browser.close(); web.closeAllConnections(); web.close(); await endServer(service); await media[Symbol.asyncDispose](); } };
}
