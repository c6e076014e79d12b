import { mapClips } from '../clips/map-clips.ts';
import type { Dialect } from '../dialect.ts';
import { isGenerated } from '../generated/generated-source.ts';
import type { Asset, Clip } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';
import type { Warning } from '../warnings/warning.ts';
import type { ParsedEdit } from './parsed-edit.ts';

/**
 * A valid edit on its way to the process that renders it. An edit can have hundreds of thousands of tweens. To copy
 * them between threads and processes as objects would block the server, so the whole edit travels as bytes.
 */
export interface PackedEdit {
  /**
   * The edit without the parts that only its renderer reads, such as tweens and texts. It is a valid edit, too:
   * its clips have the same places, times and files.
   */
  readonly outline: Edit;
  /** The whole edit as JSON in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The rules that the edit was written for. */
  readonly dialect: Dialect;
  /** Warnings about values that were accepted, but not as they are written. */
  readonly warnings: readonly Warning[];
}

/** Packs a parsed edit. For a large one this takes as long as to parse it. */
export function packEdit({ edit, dialect, warnings }: ParsedEdit): PackedEdit {
  const bytes = new TextEncoder().encode(JSON.stringify(edit));
  return { outline: outlineEdit(edit), bytes, dialect, warnings };
}

/** Returns the whole edit. */
export function unpackEdit({ bytes }: Pick<PackedEdit, 'bytes'>): Edit {
  // The bytes are those of a valid edit: `packEdit` has written them.
  return JSON.parse(new TextDecoder().decode(bytes)) as Edit;
}

function outlineEdit(edit: Edit): Edit {
  const { soundtrack } = edit.timeline;
  const timeline = {
    ...edit.timeline,
    ...(soundtrack && { soundtrack: { src: soundtrack.src } }),
  };
  const outlined = mapClips({ ...edit, timeline }, ({ clip }) => outlineClip(clip));
  return { ...outlined, ...(edit.others && { others: edit.others.map(outlineEdit) }) };
}

function outlineClip({ scale, ...clip }: Clip): Clip {
  const kept = { ...clip, asset: outlineAsset(clip.asset) };
  delete kept.offset;
  delete kept.opacity;
  delete kept.transform;
  delete kept.corners;
  delete kept.border;
  delete kept.shadow;
  if (kept.filters) kept.filters = kept.filters.filter(({ type }) => type === 'lut');
  return { ...kept, ...(scale !== undefined && { scale: largestOf(scale) }) };
}

/** Returns the largest value of a scale, on which the size of an HTML page depends. Without tweens, it is 1. */
function largestOf(scale: NonNullable<Clip['scale']>): number {
  if (typeof scale === 'number') return scale;
  return scale.length === 0 ? 1 : scale.reduce((most, { from = 0, to = 0 }) => Math.max(most, from, to), 0);
}

/**
 * True if the outline has all fields of an asset. They are few, or the parent process needs them. The clips of a
 * group are outlined themselves.
 */
function isKeptWhole(asset: Asset): asset is Extract<Asset, { type: 'html' | 'html5' | 'lottie' | 'group' }> {
  return asset.type === 'html' || asset.type === 'html5' || asset.type === 'lottie' || asset.type === 'group';
}

/** The types of assets that are drawn from their fields alone. */
const DRAWN_ALONE = ['progress', 'qr', 'rich-text', 'shape', 'text', 'title', 'waveform'] as const;

function isDrawnAlone(
  asset: Asset,
): asset is Extract<Asset, { readonly type: (typeof DRAWN_ALONE)[number] }> {
  return DRAWN_ALONE.some((type) => type === asset.type);
}

function outlineAsset(asset: Asset): Asset {
  if (isKeptWhole(asset)) return asset;
  if (isGenerated(asset)) {
    const kept = { ...asset };
    if ('volume' in kept) delete kept.volume;
    return kept;
  }
  if (isDrawnAlone(asset)) return { type: 'text', text: '' };
  switch (asset.type) {
    case 'svg':
      return { type: 'svg', src: '<svg/>' };
    case 'video':
    case 'audio':
      return { type: asset.type, src: asset.src, ...(asset.words && { words: asset.words }) };
    case 'image':
    case 'luma':
    case 'caption':
    case 'rich-caption':
      return { type: asset.type, src: asset.src };
  }
}
