import type { Home } from '../home/home.ts';
import { DiskSegments } from '../hosting/segments/disk-segments.ts';
import type { Storage } from '../hosting/storage.ts';
import type { RenderSettings } from '../render/settings.ts';
import type { SegmentStore } from '../render/streams/segment-store.ts';

/**
 * Opens the store of segments in the storage of finished files, or in the home folder for the command line, which has
 * no storage. Returns undefined if nothing is kept.
 */
export function openSegments(
  storage: Pick<Storage, 'openSegments'> | undefined,
  home: Pick<Home, 'segments'>,
  { segmentBytes }: Pick<RenderSettings, 'segmentBytes'>,
): SegmentStore | undefined {
  if (segmentBytes === 0) return undefined;
  return storage?.openSegments(segmentBytes) ?? new DiskSegments(home.segments, segmentBytes);
}
