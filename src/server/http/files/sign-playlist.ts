import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FileAddresses } from '../../../hosting/file-addresses.ts';
import { addQueries } from '../../../hosting/sets/file-set.ts';
import type { AddressQuery } from '../../../hosting/signed-query.ts';
import type { ByteRange, Storage, StoredFile } from '../../../hosting/storage.ts';

/** A file to send. */
export interface HostedFile extends StoredFile {
  open(range: ByteRange): Promise<Readable>;
}

/**
 * Signs the names in a list of a set, so that they give access for as long as the address of the list. Players do
 * not add the query of the list to the names in it.
 *
 * @param key storage key of the list.
 * @param query the query of the address of the list, which gives access.
 */
export async function signPlaylist(
  { storage, addresses }: { readonly storage: Storage; readonly addresses: FileAddresses },
  key: string,
  file: StoredFile,
  query: AddressQuery,
): Promise<HostedFile> {
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  const stored = await text(await storage.open(key));
  const list = Buffer.from(addQueries(stored, (name) => addresses.queryLike(query, `${folder}${name}`)));
  const etag = file.etag.replace(/"$/, `-${String(query['expires'])}"`);
  const open = ({ from, to }: ByteRange): Promise<Readable> =>
    Promise.resolve(Readable.from([list.subarray(from, to + 1)]));
  return { ...file, size: list.length, etag, open };
}
