import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { extensionOfFile, isShownByBrowsers, kindOfFile, nameOfFile } from './media-kind.ts';
import type { FileFacts } from './describe-facts.ts';

/** The file to play. */
interface MediaPlayerProps {
  readonly url: string;
  readonly poster?: string | null | undefined;
  /** URL of captions. */
  readonly captions?: string | undefined;
  /** Called with the facts about the file that the browser has found. */
  readonly onFacts?: (facts: FileFacts) => void;
}

/**
 * Plays a video or a sound, or shows an image. Only elements that run nothing show a file, so that an SVG or an
 * HTML file never runs in the origin of the page.
 */
export function MediaPlayer({ url, poster, captions, onFacts }: MediaPlayerProps): JSX.Element {
  const isBroken = useSignal(false);
  const onError = (): void => void (isBroken.value = true);
  const kind = kindOfFile(url);
  if (isBroken.value || !isShownByBrowsers(url)) return <NotShown url={url} />;
  if (kind === 'sound')
    return (
      <audio
        controls
        preload="metadata"
        src={url}
        onError={onError}
        onLoadedMetadata={({ currentTarget: { duration } }) => onFacts?.({ duration })}
      />
    );
  if (kind === 'video')
    return (
      <video
        controls
        playsInline
        preload="metadata"
        src={url}
        poster={poster ?? undefined}
        onError={onError}
        onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height, duration } }) =>
          onFacts?.({ width, height, duration })
        }
      >
        {captions !== undefined && extensionOfFile(captions) === 'vtt' && (
          <track kind="captions" label="Captions" src={captions} />
        )}
      </video>
    );
  return (
    <img
      src={url}
      alt={nameOfFile(url)}
      onError={onError}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
        // A drawing has any size.
        kind === 'image' && onFacts?.({ width, height })
      }
    />
  );
}

function NotShown({ url }: { readonly url: string }): JSX.Element {
  return (
    <p class="soft">
      Browsers do not show a file like {nameOfFile(url)}. Download it to open it in another program.
    </p>
  );
}
