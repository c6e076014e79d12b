import type { Source } from '../../client/index.ts';
import { createClipOfFile } from '../assets/clip-of-file.ts';
import type { DraftClip, DraftEdit, DraftTrack } from '../document/edit-text.ts';

/** A shape of a video. */
export interface Shape {
  readonly title: string;
  readonly ratio: '16:9' | '9:16' | '1:1';
  /** The places where videos have it. */
  readonly about: string;
}

const LANDSCAPE: Shape = { title: 'Landscape', ratio: '16:9', about: 'YouTube, websites, television' };
const PORTRAIT: Shape = { title: 'Portrait', ratio: '9:16', about: 'Stories, reels and shorts' };
const SQUARE: Shape = { title: 'Square', ratio: '1:1', about: 'Posts in feeds' };

/** The shapes that a new edit can have. */
export const SHAPES: readonly Shape[] = [LANDSCAPE, PORTRAIT, SQUARE];

/** The size of a video: one of the usual shapes, or pixels. */
export type NewSize = Shape['ratio'] | { readonly width: number; readonly height: number };

/** Largest side of a video in pixels. */
const MOST_PIXELS = 4096;

/** Returns the sentence that says why a size is none. Undefined if it is one. */
export function refuseSize(name: string, written: string): string | undefined {
  const pixels = Number(written);
  if (Number.isInteger(pixels / 2) && pixels >= 2 && pixels <= MOST_PIXELS) return undefined;
  return `The ${name} must be an even number of pixels from 2 to ${MOST_PIXELS}, such as 1080.`;
}

/** Creates an edit with a title, so that its first picture shows something. */
export function createEdit(size: NewSize): DraftEdit {
  const font = { family: 'Montserrat', size: 84, weight: 800, color: '#ffffff' };
  const title = { asset: { type: 'rich-text', text: 'Your title', font }, start: 0, length: 4 };
  return {
    timeline: { background: '#101828', tracks: [{ clips: [title] }] },
    output: createOutput(size),
  };
}

/** A file with its address and its facts. */
export type BeginningFile = Pick<Source, 'width' | 'height' | 'duration'> & { readonly url: string };

/**
 * Creates an edit that shows films and pictures one after the other, with sounds and captions beside them. Its shape
 * is that of the first picture. Its last track is on top. A single sound ends with the pictures.
 */
export function createEditOfFiles(files: readonly BeginningFile[]): DraftEdit {
  const tracks: Record<'audio' | 'shown' | 'caption', DraftClip[]> = { audio: [], shown: [], caption: [] };
  for (const { url, duration } of files) {
    const clip = createClipOfFile(url, 0, duration);
    const type = clip?.asset?.type;
    const track = tracks[type === 'audio' || type === 'caption' ? type : 'shown'];
    if (clip) track.push({ ...clip, start: track.length === 0 ? 0 : 'auto' });
  }
  const [music, ...others] = tracks.audio;
  // A single sound beside pictures is their music.
  if (music?.asset && others.length === 0 && tracks.shown.length > 0)
    tracks.audio = [{ ...music, asset: { ...music.asset, effect: 'fadeOut' }, length: 'end' }];
  const filled = Object.values(tracks).filter((clips) => clips.length > 0);
  return {
    timeline: { tracks: filled.map((clips): DraftTrack => ({ clips })) },
    output: createOutput(findShape(files)),
  };
}

/** A picture whose sides differ less than this is a square. */
const SQUARE_UP_TO = 1.2;

function findShape(files: readonly BeginningFile[]): Shape['ratio'] {
  const { width = 16, height = 9 } = files.find((file) => file.width !== undefined) ?? {};
  if (width / height > SQUARE_UP_TO) return LANDSCAPE.ratio;
  return height / width > SQUARE_UP_TO ? PORTRAIT.ratio : SQUARE.ratio;
}

function createOutput(size: NewSize): NonNullable<DraftEdit['output']> {
  if (typeof size === 'object') return { format: 'mp4', size };
  return { format: 'mp4', resolution: '1080', aspectRatio: size };
}
