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
  const isPicture = typeof picture === 'string' || kind === 'image' || kind === 'drawing';
  const isShown = !isBroken.value && (isPicture || kind === 'video');
  return (
    <div class={kind === 'drawing' ? 'thumb drawing' : 'thumb'} aria-hidden="true">
      {shown !== undefined && isShown ? (
        <Moment isPicture={isPicture} url={shown} onError={onError} />
      ) : (
        <span>{url === undefined ? placeholder : nameFormat(url)}</span>
      )}
    </div>
  );
}

function nameFormat(url: string): string {
  return extensionOfFile(url).toUpperCase() || 'FILE';
}

function Moment(props: {
  readonly isPicture: boolean;
  readonly url: string;
  readonly onError: () => void;
}): JSX.Element {
  const { isPicture, url, onError } = props;
  if (isPicture) return <img src={url} alt="" loading="lazy" onError={onError} />;
  // The first frame is often black.
  return <video src={`${url}#t=0.5`} muted playsInline preload="metadata" tabIndex={-1} onError={onError} />;
}
