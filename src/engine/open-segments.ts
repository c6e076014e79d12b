import { join } from 'node:path';
import type { Home } from '../home/home.ts';
import { DiskSegments } from '../hosting/segments/disk-segments.ts';
import { SEGMENTS_FOLDER } from '../hosting/segments/kept-name.ts';
import type { Storage } from '../hosting/storage.ts';
import type { RenderSettings } from '../render/settings.ts';
import type { SegmentStore } from '../render/streams/segment-store.ts';

/**
 * Opens the store of segments in the storage of finished files, or in the home folder for the command line, which has
 * no storage. Returns undefined if nothing is kept.
 */
export function openSegments(
  storage: Pick<Storage, 'folder' | 'remote'> | undefined,
  home: Pick<Home, 'segments'>,
  { segmentBytes }: Pick<RenderSettings, 'segmentBytes'>,
): SegmentStore | undefined {
  if (segmentBytes === 0) return undefined;
  if (storage?.remote) return storage.remote.openSegments(segmentBytes);
  const folder = storage?.folder === undefined ? home.segments : join(storage.folder, SEGMENTS_FOLDER);
  return new DiskSegments(folder, segmentBytes);
}
