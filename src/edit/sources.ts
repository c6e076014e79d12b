import { voiceIn } from './alias.ts';
import { clipsOf, pathOf, type ClipPlace } from './places.ts';
import { fieldOf, MAX_PROBLEMS, type Path, type Problem, problemAt } from './problem.ts';
import type { EditParts } from './right-parts.ts';
import type { Asset } from './schema/asset.ts';
import type { CaptionAsset, RichCaptionAsset } from './schema/caption-asset.ts';
import type { AudioAsset, ImageAsset, LumaAsset, VideoAsset } from './schema/media-asset.ts';
import type { Edit } from './schema/edit.ts';

/** A file that a render needs, and the field that asks for it. */
export interface Source {
  /** As the client wrote it; may hold credentials, so it never goes into a message as it is. */
  readonly url: string;
  readonly path: Path;
  /** The path as one reads it: `timeline.tracks[0].clips[0].asset.src`. */
  readonly field: string;
  readonly kind: 'video' | 'image' | 'audio' | 'luma' | 'caption' | 'rich-caption' | 'soundtrack' | 'font';
}

/** Every file to fetch for an edit, in the order of the document; a URL that is used twice is listed twice. */
export function sourcesOf(edit: Edit): Source[] {
  return sourcesIn(edit.timeline, clipsOf(edit));
}

function sourcesIn(
  { soundtrack, fonts = [] }: Pick<EditParts['timeline'], 'soundtrack' | 'fonts'>,
  places: readonly ClipPlace[],
): Source[] {
  const under = soundtrack ? [sourceAt(['timeline', 'soundtrack', 'src'], soundtrack.src, 'soundtrack')] : [];
  const letters = fonts.map(({ src }, index) => sourceAt(['timeline', 'fonts', index, 'src'], src, 'font'));
  return [...under, ...letters, ...places.flatMap(assetSource)];
}

/** Where sources may come from: http(s) addresses only, or files as well, as on the command line. */
export type SourcesFrom = 'http' | 'anywhere';

/** The sources that cannot come from there. At most {@link MAX_PROBLEMS} problems. */
export function sourceProblems(
  { timeline }: Pick<EditParts, 'timeline'>,
  places: readonly ClipPlace[],
  from: SourcesFrom,
): Problem[] {
  const http = 'must be an address that begins with http:// or https://';
  const phrase = from === 'http' ? http : `${http}, or the path of a file`;
  const found: Problem[] = [];
  for (const { url, path } of sourcesIn(timeline, places)) {
    if (isHttp(url) || (from === 'anywhere' && isFile(url))) continue;
    found.push(problemAt(path, 'wrong_form', phrase));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found;
}

function isHttp(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}

/** A path, or a `file:` address. One letter before a colon is a drive. */
function isFile(url: string): boolean {
  const [, scheme = 'file'] = /^([a-z][a-z0-9+.-]+):/i.exec(url) ?? [];
  return scheme.toLowerCase() === 'file';
}

function assetSource(place: ClipPlace): Source[] {
  const { asset } = place.clip;
  if (!isFromFile(asset)) return [];
  return [sourceAt([...pathOf(place), 'asset', 'src'], asset.src, asset.type)];
}

type FileAsset = VideoAsset | ImageAsset | AudioAsset | LumaAsset | CaptionAsset | RichCaptionAsset;

/** Captions of the words of another clip have no file of their own. */
function isFromFile(asset: Asset): asset is FileAsset {
  const kinds: readonly Asset['type'][] = ['video', 'image', 'audio', 'luma', 'caption', 'rich-caption'];
  return kinds.includes(asset.type) && voiceIn(asset) === undefined;
}

function sourceAt(path: Path, url: string, kind: Source['kind']): Source {
  return { url, path, field: fieldOf(path), kind };
}
