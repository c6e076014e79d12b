import { join } from 'node:path';
import type { Home } from '../home/home.ts';
import { DiskSegments, SEGMENTS_FOLDER } from '../hosting/segments/disk-segments.ts';
import type { SegmentStore } from '../render/streams/segment-store.ts';
import type { RenderSettings } from '../render/settings.ts';

/**
 * Opens the store of segments: in the folder of the storage, or in the home folder if the storage has no folder.
 * Returns undefined if nothing is kept.
 */
export function openSegments(
  storageFolder: string | undefined,
  home: Pick<Home, 'segments'>,
  { segmentBytes }: Pick<RenderSettings, 'segmentBytes'>,
): SegmentStore | undefined {
  if (segmentBytes === 0) return undefined;
  const folder = storageFolder === undefined ? home.segments : join(storageFolder, SEGMENTS_FOLDER);
  return new DiskSegments(folder, segmentBytes);
}
