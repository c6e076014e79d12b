import { createReadStream, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { measureCost } from '../measure-cost.ts';
import { makeLogo, makeMainClip } from '../media.ts';
import { RunningServer } from './running-server.ts';

/** What a server took, in seconds. */
export interface ServerTimes {
  /** From the start of the process until it was ready: in a new home, and in the same again. */
  readonly starts: { readonly first: number; readonly later: number };
  /** `POST /frame` at 1080p: the first of an edit, and one of a near second of it. */
  readonly frames: { readonly first: number; readonly near: number };
  readonly burst: {
    /** One edit from accepted to done, all of it cached. */
    readonly alone: number;
    /** Twenty at once until the last is done, and the same by the bare library. */
    readonly all: number;
    readonly bare: number;
  };
}

const BURST = 20;
/** Starts a server twice, asks it for frames, and gives it twenty edits at once. @param folder an empty one. */
export async function measureServer(folder: string): Promise<ServerTimes> {
  const [clip, mark] = [await makeMainClip(), await makeLogo()];
  await using media = await serveFolder(dirname(clip));
  const at = (file: string) => `${media.url}/${basename(file)}`;
  const home = join(folder, 'home');
  const first = await measureStart(home);
  await using server = await RunningServer.start(home);
  const edit = (from: number, resolution = 'hd') => editOf(at(clip), at(mark), from, resolution);
  const frames = {
    first: await server.frame(edit(0, '1080'), 2),
    near: await server.frame(edit(0, '1080'), 2.4),
  };
  await server.render(edit(0));
  const alone = await server.render(edit(1));
  const started = performance.now();
  await Promise.all(Array.from({ length: BURST }, (_, index) => server.render(edit(index))));
  const all = (performance.now() - started) / 1000;
  const list = join(folder, 'burst.json');
  const local = Array.from({ length: BURST }, (_, index) => editOf(clip, mark, index, 'hd'));
  await writeFile(list, JSON.stringify(local));
  const { stdout } = await measureCost(process.execPath, [
    join(import.meta.dirname, 'bare-library.ts'),
    list,
    folder,
  ]);
  return { starts: { first, later: server.startedIn }, frames, burst: { alone, all, bare: Number(stdout) } };
}

async function measureStart(home: string): Promise<number> {
  await using server = await RunningServer.start(home);
  return server.startedIn;
}

/** Five seconds of the clip with a logo and a text. */
function editOf(src: string, mark: string, trim: number, resolution: string): object {
  const text = {
    type: 'text',
    text: `From second ${trim}`,
    font: { family: 'Montserrat', size: 48, weight: 700 },
  };
  const clips = [
    { asset: { type: 'video', src, trim } },
    { asset: { type: 'image', src: mark }, fit: 'none', scale: 0.4, position: 'topRight' },
    { asset: text, position: 'bottom', height: 160 },
  ].map((clip) => ({ clips: [{ ...clip, start: 0, length: 5 }] }));
  return { timeline: { tracks: clips }, output: { format: 'mp4', resolution } };
}

/** Serves the files of a folder, as the storage of a client would. */
async function serveFolder(folder: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server: Server = createServer((request, response) => {
    const file = join(folder, basename(request.url ?? ''));
    const { size, mtimeMs } = statSync(file);
    const etag = `"${size}-${mtimeMs}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
    return createReadStream(file).pipe(response.writeHead(200, { etag, 'content-length': size }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
