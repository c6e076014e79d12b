/** A text at a time: a caption or a chapter. */
export interface TimedText {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  /** Returns the text with its styles. */
  readonly show: () => Node;
  /** The text without styles. */
  readonly text: string;
}

/**
 * Reads a WebVTT file by the reader of the browser.
 *
 * @returns no texts if the file cannot be read.
 */
export async function readTextTrack(src: string): Promise<readonly TimedText[]> {
  // It plays nothing. A track is only read for a video, and from another server only with this attribute.
  const video = document.createElement('video');
  video.crossOrigin = 'anonymous';
  const track = document.createElement('track');
  track.src = src;
  video.append(track);
  const read = new Promise((resolve) => {
    track.addEventListener('load', resolve);
    track.addEventListener('error', resolve);
  });
  track.track.mode = 'hidden';
  await read;
  return [...(track.track.cues ?? [])].filter((cue) => cue instanceof VTTCue).map(toTimedText);
}

function toTimedText(cue: VTTCue): TimedText {
  return {
    from: cue.startTime,
    to: cue.endTime,
    show: () => cue.getCueAsHTML(),
    text: cue.getCueAsHTML().textContent,
  };
}

/** Reads the `<track>` of some kinds in an element that a visitor wants: the default, that of the language, or the first. */
export async function readTracks(
  element: Element,
  ...kinds: readonly string[]
): Promise<readonly TimedText[]> {
  const tracks = [...element.children]
    .filter((child) => child instanceof HTMLTrackElement)
    .filter(({ kind }) => kinds.includes(kind));
  const isOfLanguage = ({ srclang }: HTMLTrackElement): boolean =>
    srclang !== '' && navigator.language.startsWith(srclang);
  const track = tracks.find((each) => each.default) ?? tracks.find(isOfLanguage) ?? tracks[0];
  return track ? await readTextTrack(track.src) : [];
}

/** Returns the texts of a moment. @param second seconds. */
export function textsAt(texts: readonly TimedText[], second: number): readonly TimedText[] {
  return texts.filter(({ from, to }) => from <= second && second < to);
}
