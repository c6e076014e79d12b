import { clipsOf, pathOf, type ClipPlace } from './places.ts';
import { fieldOf, type Path, problemAt, type Problem } from './problem.ts';
import type { Edit } from './schema/edit.ts';

/** A file that a render needs, and the field that asks for it. */
export interface Source {
  /** As the client wrote it; may hold credentials, so it never goes into a message as it is. */
  readonly url: string;
  readonly path: Path;
  /** The path as one reads it: `timeline.tracks[0].clips[0].asset.src`. */
  readonly field: string;
  readonly kind: 'video' | 'image' | 'audio' | 'soundtrack';
}

/** Every file to fetch for an edit, in the order of the document; a URL that is used twice is listed twice. */
export function sourcesOf(edit: Edit): Source[] {
  const { soundtrack } = edit.timeline;
  const under = soundtrack ? [sourceAt(['timeline', 'soundtrack', 'src'], soundtrack.src, 'soundtrack')] : [];
  return [...under, ...clipsOf(edit).flatMap(assetSource)];
}

/** Sources that are no http(s) addresses: right on the command line, where paths are too, and nowhere else. */
export function unfetchable(edit: Edit): Problem[] {
  return sourcesOf(edit)
    .filter(({ url }) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    .map(({ path }) =>
      problemAt(path, 'wrong_form', 'must be an address that begins with http:// or https://'),
    );
}

function assetSource(place: ClipPlace): Source[] {
  const { asset } = place.clip;
  if (asset.type !== 'video' && asset.type !== 'image' && asset.type !== 'audio') return [];
  return [sourceAt([...pathOf(place), 'asset', 'src'], asset.src, asset.type)];
}

function sourceAt(path: Path, url: string, kind: Source['kind']): Source {
  return { url, path, field: fieldOf(path), kind };
}
