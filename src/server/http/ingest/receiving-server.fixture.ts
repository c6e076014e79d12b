import type { AddressInfo } from 'node:net';
import { createUploadAddresses } from '../../../hosting/addresses/upload-addresses.ts';
import { findSourceById, type SourceRow } from '../../../store/sources.ts';
import { openTestServer, type TestServer } from '../server.fixture.ts';
import type { ReceivingParts } from './receive-routes.ts';

/** Maximum size of a file on a {@link ReceivingServer}, in bytes. */
export const MAX_BYTES = 2_000_000;

/** A server for tests that listens, and that takes small files. */
export interface ReceivingServer extends TestServer {
  readonly origin: string;
  /** Creates an upload by `POST /upload`. */
  createUpload(options?: object): Promise<{ readonly id: string; readonly url: string }>;
  /** Reads a source from the database. */
  readSource(id: string): Promise<SourceRow>;
  /** Returns the names of the bytes in the incoming area. */
  listIncoming(): Promise<readonly string[]>;
}

/** Opens a server with its own parts. Its uploads expire in an hour. */
export async function openReceivingServer(overrides: Partial<ReceivingParts> = {}): Promise<ReceivingServer> {
  let origin = '';
  const publicUrl = (): string => origin;
  const server = await openTestServer(undefined, undefined, {
    publicUrl,
    uploadAddresses: createUploadAddresses({ publicUrl, secret: 'uploads' }),
    ingest: {
      ingestLimits: { maxBytes: MAX_BYTES, maxSeconds: 100, maxPixels: 1000 },
      uploadMs: 3_600_000,
    },
    ...overrides,
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  return {
    ...server,
    origin,
    async createUpload(options) {
      const { data } = (await server.ask('POST', '/ingest/v1/upload', options)).json<{
        data: { id: string; attributes: { url: string } };
      }>();
      return { id: data.id, url: data.attributes.url };
    },
    async readSource(id) {
      const source = await findSourceById(server.parts.database.tables, id);
      if (source === undefined) throw new Error(`There is no source ${id}.`);
      return source;
    },
    listIncoming: async () => (await server.parts.storage.incoming.list()).map(({ name }) => name),
  };
}
