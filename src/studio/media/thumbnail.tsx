import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { extensionOfFile, isShownByBrowsers, kindOfFile } from './media-kind.ts';

/** A file of which a small picture is wanted. */
interface ThumbnailProps {
  /** Undefined if there is no file yet. */
  readonly url: string | undefined;
  /** A picture of it that exists already. */
  readonly picture?: string | null | undefined;
  /** The text if there is no file. */
  readonly placeholder?: string | undefined;
}

/** A small picture of a file, or the name of its format. It says nothing that its surroundings do not say. */
export function Thumbnail({ url, picture, placeholder = '' }: ThumbnailProps): JSX.Element {
  const isBroken = useSignal(false);
  const onError = (): void => void (isBroken.value = true);
  const shown = picture ?? (url !== undefined && isShownByBrowsers(url) ? url : undefined);
  const kind = kindOfFile(shown ?? url ?? '');
  const isPicture = kind === 'image' || kind === 'drawing';
  return (
    <div class={`thumb ${kind}`} aria-hidden="true">
      {isBroken.value || shown === undefined || (!isPicture && kind !== 'video') ? (
        <span>{url === undefined ? placeholder : extensionOfFile(url).toUpperCase() || 'FILE'}</span>
      ) : isPicture ? (
        <img src={shown} alt="" loading="lazy" onError={onError} />
      ) : (
        // The first frame is often black.
        <video src={`${shown}#t=0.5`} muted playsInline preload="metadata" tabIndex={-1} onError={onError} />
      )}
    </div>
  );
}
