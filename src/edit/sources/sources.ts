import { speechAliasOf } from '../clips/aliases.ts';
import { listClips, clipPathOf, type ClipLocation } from '../clips/clip-location.ts';
import {
  contentFieldOf,
  generatedTypeOf,
  isPrompted,
  NO_PLACEHOLDER,
  type PromptedAsset,
} from '../generated/generated-source.ts';
import { speechWordsOf } from './speech-words.ts';
import { formatPath, type Path } from '../problems/problem.ts';
import type { PartialEdit } from '../check/well-formed-parts.ts';
import type { Asset } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';

/** A file that a render needs, and the field that refers to it. */
export interface Source {
  /**
   * The URL as the client wrote it. It may contain credentials, so never put it into a message unredacted.
   */
  readonly url: string;
  readonly path: Path;
  /** The path in readable form: `timeline.tracks[0].clips[0].asset.src`. */
  readonly field: string;
  readonly kind: Exclude<FileAsset['type'], 'image-to-video'> | 'soundtrack' | 'font' | 'lut' | 'wipe';
  /** The label of the encoding of the file. Absent unless the edit says it. */
  readonly encoding?: string;
}

/** Returns the encodings that an edit says, by the URLs of their files. */
export function encodingsOf(sources: readonly Source[]): ReadonlyMap<string, string> {
  return new Map(
    sources.flatMap(({ url, encoding }) => (encoding === undefined ? [] : [[url, encoding] as const])),
  );
}

/** True if the sources of an edit, and what is made of them, may come from a cache and be kept there. */
export function usesCache({ timeline }: Edit): boolean {
  return timeline.cache ?? true;
}

/**
 * Lists the files that an edit refers to, in document order. A URL that is used twice is listed twice. The image
 * of an `image-to-video` asset is one of them. A render replaces generated assets before it fetches the files.
 */
export function listSources(edit: Edit): Source[] {
  return listSourcesIn(edit.timeline, listClips(edit));
}

/** Lists the sources of a soundtrack, of fonts and of clips. */
export function listSourcesIn(
  { soundtrack, fonts = [] }: Pick<PartialEdit['timeline'], 'soundtrack' | 'fonts'>,
  clips: readonly ClipLocation[],
): Source[] {
  const soundtrackSources = soundtrack
    ? [createSource(['timeline', 'soundtrack', 'src'], soundtrack.src, 'soundtrack')]
    : [];
  const fontSources = fonts.map(({ src }, index) =>
    createSource(['timeline', 'fonts', index, 'src'], src, 'font'),
  );
  return [
    ...soundtrackSources,
    ...fontSources,
    ...clips.flatMap((clip) => [
      ...listAssetSources(clip),
      ...listTranscripts(clip),
      ...listFilterSources(clip),
      ...listTransitionSources(clip),
    ]),
  ];
}

function listAssetSources(location: ClipLocation): Source[] {
  const { asset } = location.clip;
  if (!hasSourceFile(asset)) return [];
  const started = isPrompted(asset) ? listStartSources(asset, location) : [];
  if (isPrompted(asset) && asset.src === NO_PLACEHOLDER) return started;
  // A generated file is named after the field that it was generated from.
  const type = generatedTypeOf(asset.src);
  const name = type === undefined ? 'src' : contentFieldOf(type);
  const kind = asset.type === 'image-to-video' ? 'image' : asset.type;
  const source = createSource([...clipPathOf(location), 'asset', name], asset.src, kind);
  const encoding = 'encoding' in asset ? asset.encoding : undefined;
  return [...started, { ...source, ...(encoding !== undefined && { encoding }) }];
}

/** Lists the subtitle file with the words of a clip. */
function listTranscripts(location: ClipLocation): Source[] {
  const transcript = speechWordsOf(location.clip.asset)?.transcript;
  if (transcript === undefined) return [];
  return [createSource([...clipPathOf(location), 'asset', 'words', 'transcript'], transcript, 'caption')];
}

/** Lists the lookup tables of the filters of a clip. */
function listFilterSources(location: ClipLocation): Source[] {
  const { filters = [] } = location.clip;
  return filters.flatMap((filter, index) =>
    filter.type === 'lut'
      ? [createSource([...clipPathOf(location), 'filters', index, 'src'], filter.src, 'lut')]
      : [],
  );
}

/** Lists the pictures of the transitions of a clip. */
function listTransitionSources(location: ClipLocation): Source[] {
  const { transition } = location.clip;
  return (['in', 'out'] as const).flatMap((side) => {
    const step = transition?.[side];
    if (typeof step !== 'object' || step.name !== 'luma' || step.src === undefined) return [];
    return [createSource([...clipPathOf(location), 'transition', side, 'src'], step.src, 'wipe')];
  });
}

/** Lists the image that a video starts with. */
function listStartSources({ options = {} }: PromptedAsset, location: ClipLocation): Source[] {
  return START_OPTIONS.flatMap((name) => {
    const url = options[name];
    if (typeof url !== 'string') return [];
    return [createSource([...clipPathOf(location), 'asset', 'options', name], url, 'image')];
  });
}

/** The options with the address of the image that a video starts with. */
const START_OPTIONS = ['startSrc', 'inputSrc'];

/** An asset that refers to a file. The `src` of a drawing is its markup. */
type FileAsset = Exclude<Extract<Asset, { readonly src: string }>, { readonly type: 'svg' }>;

/** True if the asset refers to a file. Captions that transcribe another clip do not. */
function hasSourceFile(asset: Asset): asset is FileAsset {
  return 'src' in asset && asset.type !== 'svg' && speechAliasOf(asset) === undefined;
}

function createSource(path: Path, url: string, kind: Source['kind']): Source {
  return { url, path, field: formatPath(path), kind };
}
