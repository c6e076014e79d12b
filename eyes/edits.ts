/** A clip in JSON form. */
export type ClipJson = Readonly<Record<string, unknown>>;

/** Size of an output in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Frame rate of the edits, in frames per second. */
export const FPS = 25;

/** The options of an edit. */
export interface EditOptions {
  readonly size: Size;
  readonly background?: string;
  readonly output?: object;
}

/** Returns an edit in JSON form, at {@link FPS} and in the best quality. Each clip gets a track, lowest first. */
export function editOf(clips: readonly ClipJson[], { size, background, output }: EditOptions): object {
  return {
    timeline: { ...(background && { background }), tracks: clips.map((clip) => ({ clips: [clip] })) },
    output: { format: 'mp4', size, fps: FPS, quality: 'veryhigh', ...output },
  };
}

/** Returns an edit as {@link editOf} does, with several clips on each track. */
export function editOfTracks(
  tracks: readonly (readonly ClipJson[])[],
  { size, background, output }: EditOptions,
): object {
  return {
    timeline: { ...(background && { background }), tracks: tracks.map((clips) => ({ clips })) },
    output: { format: 'mp4', size, fps: FPS, quality: 'veryhigh', ...output },
  };
}

/**
 * Returns a clip whose box has its upper left corner at a place, in pixels of the output.
 *
 * @param box the place and the size of the box.
 */
export function placeInBox(
  clip: ClipJson,
  [x, y, width, height]: readonly [number, number, number, number],
  output: Size,
): ClipJson {
  const offset = { x: x / output.width, y: -y / output.height };
  return { ...clip, width, height, position: 'topLeft', offset };
}
