import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { extensionOfFile, isShownByBrowsers, kindOfFile, type MediaKind } from './media-kind.ts';
import { useFilePicture } from './server-picture.ts';

/** A file of which a small picture is wanted. */
interface ThumbnailProps {
  /** Undefined if there is no file yet. */
  readonly url: string | undefined;
  /** True if the page may show the file itself. Default: true. */
  readonly isOwn?: boolean;
  /** A picture of it that exists already. */
  readonly picture?: string | null | undefined;
  /** The text if there is no file. */
  readonly placeholder?: string | undefined;
}

/** A small picture of a file, or the name of its format. It says nothing that its surroundings do not say. */
export function Thumbnail({ url, isOwn = true, picture, placeholder }: ThumbnailProps): JSX.Element {
  const isBroken = useSignal(false);
  const given = picture ?? findShown(url, isOwn);
  const kind = typeof picture === 'string' ? 'image' : kindOfFile(url ?? '');
  const shown = isBroken.value || !PICTURED.includes(kind) ? undefined : given;
  const drawn = useFilePicture(shown === undefined && DRAWN_BY_SERVER.includes(kind) ? url : undefined);
  return (
    <div class={kind === 'drawing' ? 'thumb drawing' : 'thumb'} aria-hidden="true">
      {drawn !== undefined && <img src={drawn} alt="" />}
      {drawn === undefined && shown === undefined && <span>{nameFormat(url) ?? placeholder}</span>}
      {shown !== undefined && (
        <FilePicture url={shown} isFilm={kind === 'video'} onError={() => (isBroken.value = true)} />
      )}
    </div>
  );
}

function findShown(url: string | undefined, isOwn: boolean): string | undefined {
  return isOwn && url !== undefined && isShownByBrowsers(url) ? url : undefined;
}

function nameFormat(url: string | undefined): string | undefined {
  return url === undefined ? undefined : extensionOfFile(url).toUpperCase() || 'FILE';
}

/** The kinds of files of which the server can draw a picture. */
const DRAWN_BY_SERVER: readonly MediaKind[] = ['video', 'image'];

/** The kinds of files that have a picture. */
const PICTURED: readonly MediaKind[] = ['video', 'image', 'drawing'];

interface FilePictureProps {
  readonly url: string;
  readonly isFilm: boolean;
  readonly onError: () => void;
}

/** The picture of a file that the browser may be able to show. */
function FilePicture({ url, isFilm, onError }: FilePictureProps): JSX.Element {
  if (!isFilm) return <img src={url} alt="" loading="lazy" onError={onError} />;
  return (
    <video
      // The first frame is often black.
      src={`${url}#t=0.5`}
      muted
      playsInline
      preload="metadata"
      tabIndex={-1}
      onError={onError}
      onLoadedMetadata={({ currentTarget }) => {
        // Of a film in a format that it does not know, the browser plays the sound alone.
        if (currentTarget.videoWidth === 0) onError();
      }}
    />
  );
}
