import type { Transaction } from 'kysely';
import type { Destination } from '../destinations/destination.ts';
import type { Destinations } from '../destinations/destinations.ts';
import { mediaType } from '../hosting/media-type.ts';
import type { Elsewhere, Places } from '../hosting/places.ts';
import { sentFilename } from '../hosting/sent-filename.ts';
import type { NewAsset } from '../store/assets.ts';
import { beginCopies, type NewCopy } from '../store/copies.ts';
import type { Schema } from '../store/schema.ts';
import type { WorkerParts } from './parts.ts';

/** A destination by the name that a row or an edit has; its options and credentials are for itself to check. */
export function destinationOf(
  destinations: Destinations,
  provider: string,
): Destination<unknown, unknown> | undefined {
  return Object.hasOwn(destinations, provider) ? destinations[provider as keyof Destinations] : undefined;
}

/**
 * Notes that files are to be sent to the destinations of their edit, each to each, and has it done. A destination gets only what it
 * takes: Mux no pictures.
 */
export async function submitCopies(
  { queue, destinations }: Pick<WorkerParts, 'queue' | 'destinations'>,
  transaction: Transaction<Schema>,
  files: readonly NewAsset[],
  { elsewhere }: Places,
): Promise<void> {
  const copies = files.flatMap((file) =>
    elsewhere.flatMap(({ place, destination }) => {
      const takes = destinationOf(destinations, destination.provider)?.takes(mediaType(file.filename));
      return takes === false ? [] : [copyOf(file, place, destination)];
    }),
  );
  for (const id of await beginCopies(transaction, copies)) {
    const owner = copies[0]?.owner ?? '';
    await queue.copies.submit(transaction, { kind: 'asset', id, owner });
  }
}

function copyOf(
  { owner, stage, render, part, filename, file }: NewAsset,
  destination: number,
  elsewhere: Elsewhere,
): NewCopy {
  const { provider, options } = elsewhere;
  const ending = filename.slice(render.length);
  return {
    ...{ owner, stage, render, part, destination, provider, file },
    options: options === undefined ? null : JSON.stringify(options),
    filename: sentFilename({ name: render, ending }, elsewhere),
  };
}
