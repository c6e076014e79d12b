import type { MediaFacts, RenditionFormat, RenditionTransformation } from '../../ingest/model.ts';
import type { AnimationMedia, AvMedia, StillMedia, VectorMedia } from '../media/media.ts';

/** A source that renditions can be made from. */
export interface RenditionSource {
  /** The local file. */
  readonly path: string;
  /** The FFmpeg demuxer that reads the file. Absent for a vector drawing. */
  readonly demuxer?: string | undefined;
  /** The extension that fits the bytes, such as `.mp4`. Absent if it is unknown. */
  readonly extension?: string | undefined;
  readonly media: AvMedia | StillMedia | AnimationMedia | VectorMedia;
  /** The PNG that a browser has drawn of a vector drawing. Absent if the SVG renderer draws it. */
  readonly drawing?: string | undefined;
}

/** A rendition to make. */
export interface RenditionTarget {
  /** The local file to write. After a failure, the caller removes it. */
  readonly path: string;
  readonly format: RenditionFormat;
  readonly transformation: RenditionTransformation;
  /** Called at each sign of progress. A long silence counts as a stalled process. */
  readonly onProgress: () => void;
}

/** A finished rendition. */
export interface RenditionFile extends MediaFacts {
  /** The local file. */
  readonly path: string;
  /** The extension of its format, such as `.mp4`. */
  readonly extension: string;
}
