import { indexByAlias, speechAliasOf } from '../clips/aliases.ts';
import { type ClipLocation, clipPathOf, listClips } from '../clips/clip-location.ts';
import { providerOfAsset } from '../generated/generated-assets.ts';
import { MAX_PROBLEMS, type Path } from '../problems/problem.ts';
import type { Asset } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';

/**
 * Something that an edit may need and that a server or an owner may lack: a maker of generated images, a maker of
 * generated videos, the service ElevenLabs, or a transcriber.
 */
export type NeedKind = 'text-to-image' | 'image-to-video' | 'elevenlabs' | 'transcriber';

/** Something that an edit needs, and the fields that need it. Plain JSON. */
export interface Need {
  readonly kind: NeedKind;
  /** Paths of the first {@link MAX_PROBLEMS} fields, in document order. */
  readonly paths: readonly Path[];
}

/**
 * Extensions of media files. A rich caption with another URL may be one of a media file, too, but only its bytes
 * show that.
 */
const MEDIA_EXTENSION = /\.(?:mp3|mp4|wav|m4a|m4v|mov|webm|mkv|avi|flac|aac|ogg|oga|opus)$/i;

/** Lists what an edit needs besides its files, each thing once. */
export function listNeeds(edit: Edit): Need[] {
  const clips = listClips(edit);
  const byAlias = indexByAlias(clips);
  const found = new Map<NeedKind, Path[]>();
  for (const location of clips) {
    const need = findNeed(location.clip.asset, byAlias);
    if (need === undefined) continue;
    const paths = found.get(need.kind) ?? [];
    found.set(need.kind, paths);
    if (paths.length < MAX_PROBLEMS) paths.push([...clipPathOf(location), 'asset', need.field]);
  }
  return [...found].map(([kind, paths]) => ({ kind, paths }));
}

function findNeed(
  asset: Asset,
  byAlias: ReadonlyMap<string, ClipLocation>,
): { readonly kind: NeedKind; readonly field: string } | undefined {
  const { type } = asset;
  if (type === 'text-to-image' || type === 'image-to-video') return { kind: type, field: 'type' };
  if (type === 'text-to-speech' && providerOfAsset(asset) === 'elevenlabs')
    return { kind: 'elevenlabs', field: 'voice' };
  if ((type === 'caption' || type === 'rich-caption') && needsTranscriber(asset, byAlias))
    return { kind: 'transcriber', field: 'src' };
  return undefined;
}

/** True if captions are certainly made by a transcriber. The words of generated speech are known. */
function needsTranscriber(
  asset: Extract<Asset, { type: 'caption' | 'rich-caption' }>,
  byAlias: ReadonlyMap<string, ClipLocation>,
): boolean {
  const alias = speechAliasOf(asset);
  if (alias !== undefined) {
    const type = byAlias.get(alias)?.clip.asset.type;
    return type === 'audio' || type === 'video';
  }
  return asset.type === 'rich-caption' && MEDIA_EXTENSION.test(URL.parse(asset.src)?.pathname ?? '');
}
