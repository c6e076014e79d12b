import type { Transaction } from 'kysely';
import type { DestinationAdapter, FileToSend } from '../destinations/destination-adapter.ts';
import type { DestinationAdapters } from '../destinations/destination-adapters.ts';
import { mediaTypeOf } from '../hosting/media-type.ts';
import type { ExternalDestination, DeliveryPlan } from '../hosting/delivery-plan.ts';
import { suffixInSet } from '../hosting/sets/file-set.ts';
import { toDestinationFileName } from '../hosting/file-names.ts';
import type { NewAsset } from '../store/assets.ts';
import { beginCopies, type NewCopy } from '../store/copies.ts';
import type { Schema } from '../store/schema.ts';
import type { WorkerContext } from './worker-context.ts';

/** Returns the adapter of a provider. The adapter itself validates its options and credentials. */
export function findAdapter(
  destinations: DestinationAdapters,
  provider: string,
): DestinationAdapter<unknown, unknown> | undefined {
  return Object.hasOwn(destinations, provider)
    ? destinations[provider as keyof DestinationAdapters]
    : undefined;
}

/**
 * Records that every file is to be sent to every destination of the edit, and enqueues the copies. Leaves out
 * files that a destination does not accept: Mux, for example, accepts no images.
 *
 * @param toName returns the name of a file at a destination that does not rename it. Default: its name as a
 *   file of a render.
 */
export async function enqueueCopies(
  { queue, destinations }: Pick<WorkerContext, 'queue' | 'destinations'>,
  transaction: Transaction<Schema>,
  files: readonly NewAsset[],
  { external }: DeliveryPlan,
  toName: (file: NewAsset) => Pick<FileToSend, 'name' | 'suffix'> = toNameOfRender,
): Promise<void> {
  const copies = files.flatMap((file) =>
    external.flatMap(({ position, destination }) => {
      const isAccepted = findAdapter(destinations, destination.provider)?.accepts(mediaTypeOf(file.filename));
      return isAccepted === false ? [] : [toNewCopy(file, toName(file), position, destination)];
    }),
  );
  for (const id of await beginCopies(transaction, copies)) {
    const owner = copies[0]?.owner ?? '';
    await queue.copies.enqueue(transaction, { kind: 'asset', id, owner });
  }
}

/** The file of a render is named by the id of the render, with a suffix such as `-poster.jpg`. */
function toNameOfRender({ render, filename, file }: NewAsset): Pick<FileToSend, 'name' | 'suffix'> {
  return { name: render, suffix: suffixInSet(file) ?? filename.slice(render.length) };
}

function toNewCopy(
  { owner, stage, render, part, position = 0, file }: NewAsset,
  name: Pick<FileToSend, 'name' | 'suffix'>,
  destination: number,
  external: ExternalDestination,
): NewCopy {
  const { provider, options } = external;
  return {
    owner,
    stage,
    render,
    part,
    position,
    destination,
    provider,
    file,
    options: options === undefined ? null : JSON.stringify(options),
    filename: toDestinationFileName(name, external),
  };
}
