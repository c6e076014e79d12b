import { indexByAlias, speechAliasOf } from '../clips/aliases.ts';
import { type ClipLocation, clipPathOf, listClips } from '../clips/clip-location.ts';
import { providerOfAsset } from '../generated/generated-assets.ts';
import { isPrompted, type PromptedAsset } from '../generated/generated-source.ts';
import type { ModelService, ModelWork } from '../models/generation-model.ts';
import { modelOf } from '../models/models.ts';
import { MAX_PROBLEMS, type Path } from '../problems/problem.ts';
import type { Asset } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';

/**
 * Something that an edit may need and that a server or an owner may lack: a maker of generated images, a maker of
 * generated videos, the service ElevenLabs, a transcriber, or a service for a model.
 */
export type NeedKind = 'text-to-image' | 'image-to-video' | 'elevenlabs' | 'transcriber' | 'model';

/** Something that an edit needs, and the fields that need it. Plain JSON. */
export interface Need {
  readonly kind: NeedKind;
  /** The work of the model. Only for the kind `model`. */
  readonly model?: ModelNeed | undefined;
  /** Paths of the first {@link MAX_PROBLEMS} fields, in document order. */
  readonly paths: readonly Path[];
}

/** The work of a model that Kinora itself cannot do. */
export interface ModelNeed {
  readonly work: ModelWork;
  /** The only service that can do it. Absent: any service for the work. */
  readonly service?: ModelService | undefined;
}

/**
 * Returns what a model needs to make a file from a prompt and options.
 *
 * @returns undefined if it needs nothing: Kinora itself speaks, and moves a camera over a start image.
 */
export function findModelNeed({
  type,
  model: name,
  options = {},
}: Pick<PromptedAsset, 'type' | 'model' | 'options'>): ModelNeed | undefined {
  const model = modelOf(type, name);
  if (model === undefined || model.work === 'text-to-speech') return undefined;
  const hasStart = options['startSrc'] !== undefined || options['inputSrc'] !== undefined;
  const work = model.work === 'text-to-video' && hasStart ? 'image-to-video' : model.work;
  return work === 'image-to-video' && model.service === undefined
    ? undefined
    : { work, service: model.service };
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
  const found = new Map<string, { readonly need: Omit<Need, 'paths'>; readonly paths: Path[] }>();
  for (const location of clips) {
    const need = findNeed(location.clip.asset, byAlias);
    if (need === undefined) continue;
    const { field, ...rest } = need;
    const key = JSON.stringify(rest);
    const known = found.get(key) ?? { need: rest, paths: [] };
    found.set(key, known);
    if (known.paths.length < MAX_PROBLEMS) known.paths.push([...clipPathOf(location), 'asset', field]);
  }
  return [...found.values()].map(({ need, paths }) => ({ ...need, paths }));
}

function findNeed(
  asset: Asset,
  byAlias: ReadonlyMap<string, ClipLocation>,
): (Omit<Need, 'paths'> & { readonly field: string }) | undefined {
  const { type } = asset;
  const model = isPrompted(asset) ? findModelNeed(asset) : undefined;
  if (model) {
    const isNamed = isPrompted(asset) && asset.model !== undefined;
    return { kind: 'model', model, field: isNamed ? 'model' : 'prompt' };
  }
  if (type === 'text-to-image' || type === 'image-to-video') return { kind: type, field: 'type' };
  if (type === 'text-to-speech' && providerOfAsset(asset) === 'elevenlabs')
    return { kind: 'elevenlabs', field: 'voice' };
  if ((type === 'caption' || type === 'rich-caption') && needsTranscriber(asset, byAlias))
    return { kind: 'transcriber', field: 'src' };
  return needsWords(asset) ? { kind: 'transcriber', field: 'words' } : undefined;
}

/** True if the words of a clip are certainly found by a transcriber. Those of generated speech are known. */
function needsWords(asset: Asset): boolean {
  if (asset.type !== 'audio' && asset.type !== 'video') return false;
  const { words } = asset;
  return words !== undefined && words.transcript === undefined && !hasKnownWords(asset);
}

/** True if captions are certainly made by a transcriber. The words of generated speech are known. */
function needsTranscriber(
  asset: Extract<Asset, { type: 'caption' | 'rich-caption' }>,
  byAlias: ReadonlyMap<string, ClipLocation>,
): boolean {
  const alias = speechAliasOf(asset);
  if (alias !== undefined) {
    const target = byAlias.get(alias)?.clip.asset;
    return (target?.type === 'audio' && !isSpeech(target)) || target?.type === 'video';
  }
  return asset.type === 'rich-caption' && MEDIA_EXTENSION.test(URL.parse(asset.src)?.pathname ?? '');
}

/** True for an asset whose words are known, because Kinora speaks them. */
function hasKnownWords(asset: Asset): boolean {
  return asset.type === 'audio' && isSpeech(asset);
}

/** True for a sound that is spoken from a prompt. */
function isSpeech(asset: Extract<Asset, { type: 'audio' }>): boolean {
  return isPrompted(asset) && modelOf('audio', asset.model)?.work === 'text-to-speech';
}
