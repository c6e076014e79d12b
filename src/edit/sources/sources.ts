import { speechAliasOf } from '../clips/aliases.ts';
import { listClips, clipPathOf, type ClipLocation } from '../clips/clip-location.ts';
import { formatPath, type Path } from '../problems/problem.ts';
import type { PartialEdit } from '../check/well-formed-parts.ts';
import type { Asset } from '../schema/asset.ts';
import type { CaptionAsset, RichCaptionAsset } from '../schema/caption-asset.ts';
import type { AudioAsset, ImageAsset, LumaAsset, VideoAsset } from '../schema/media-asset.ts';
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
  readonly kind: 'video' | 'image' | 'audio' | 'luma' | 'caption' | 'rich-caption' | 'soundtrack' | 'font';
}

/** Lists the files to fetch for an edit, in document order. A URL that is used twice is listed twice. */
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
  return [...soundtrackSources, ...fontSources, ...clips.flatMap(listAssetSources)];
}

function listAssetSources(location: ClipLocation): Source[] {
  const { asset } = location.clip;
  if (!hasSourceFile(asset)) return [];
  return [createSource([...clipPathOf(location), 'asset', 'src'], asset.src, asset.type)];
}

type FileAsset = VideoAsset | ImageAsset | AudioAsset | LumaAsset | CaptionAsset | RichCaptionAsset;

/** True if the asset refers to a file. Captions that transcribe another clip do not. */
function hasSourceFile(asset: Asset): asset is FileAsset {
  const kinds: readonly Asset['type'][] = ['video', 'image', 'audio', 'luma', 'caption', 'rich-caption'];
  return kinds.includes(asset.type) && speechAliasOf(asset) === undefined;
}

function createSource(path: Path, url: string, kind: Source['kind']): Source {
  return { url, path, field: formatPath(path), kind };
}
