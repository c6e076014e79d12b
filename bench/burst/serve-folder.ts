import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

/** Serves the files of a folder, like the storage of a client. The query of a URL has no effect. */
export async function serveFolder(folder: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server: Server = createServer((request, response) => {
    const file = join(folder, basename(new URL(request.url ?? '', 'http://localhost').pathname));
    const { size, mtimeMs } = statSync(file);
    const etag = `"${size}-${mtimeMs}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
    return createReadStream(file).pipe(response.writeHead(200, { etag, 'content-length': size }));
  });
  return listenLocally(server);
}

/** Starts a server on a free port of this machine. */
export async function listenLocally(server: Server): Promise<AsyncDisposable & { readonly url: string }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a TCP port has an address of this type.
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
