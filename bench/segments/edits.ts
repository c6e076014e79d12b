/** The addresses of the sources. */
export interface SegmentMedia {
  /** Videos of half a minute at 1080p. */
  readonly films: readonly [string, string];
  /** A video of ten minutes at 1080p. */
  readonly long: string;
  readonly logo: string;
}

/** A part of a film in an edit. */
interface Shot {
  readonly src: string;
  readonly trim: number;
}

/** Seconds by which the parts of the films differ from round to round, so that nothing is kept from another. */
const ROUND_SHIFT = 0.2;

/** Returns a template of half a minute with a logo and a title of three seconds. */
export function templateOf({ films: [film], logo }: SegmentMedia, words: string): object {
  const mark = { asset: { type: 'image', src: logo }, fit: 'none', scale: 0.4, position: 'topRight' };
  return createEdit([
    [titleOf(words, 12, 3)],
    [{ ...mark, start: 0, length: 30 }],
    [{ asset: { type: 'video', src: film }, start: 0, length: 30 }],
  ]);
}

/** Returns ten minutes of one film with a logo and a title in each half minute. */
export function longOf({ long, logo }: SegmentMedia): object {
  const mark = { asset: { type: 'image', src: logo }, fit: 'none', scale: 0.4, position: 'topRight' };
  const titles = Array.from({ length: 20 }, (_, index) => titleOf(`Part ${index + 1}`, 30 * index + 5, 3));
  return createEdit([
    titles,
    [{ ...mark, start: 0, length: 600 }],
    [{ asset: { type: 'video', src: long }, start: 0, length: 600 }],
  ]);
}

/** Returns shots of both films in turns, each from another place. */
export function shotsOf({ films }: SegmentMedia, count: number, round: number): Shot[] {
  return Array.from({ length: count }, (_, index) => ({
    src: films[index % 2] ?? '',
    trim: ((index * 7) % 22) + ROUND_SHIFT * round,
  }));
}

/** Returns a film of shots in a row, with a title over it. */
export function filmOf(
  shots: readonly Shot[],
  length: number,
  title: { readonly words: string; readonly start: number; readonly length: number },
): object {
  const clips = shots.map(({ src, trim }, index) => ({
    asset: { type: 'video', src, trim },
    start: index * length,
    length,
  }));
  return createEdit([[titleOf(title.words, title.start, title.length)], clips]);
}

function titleOf(text: string, start: number, length: number): object {
  const font = { family: 'Montserrat', size: 72, weight: 700, color: '#ffffff' };
  return { asset: { type: 'text', text, font }, position: 'bottom', height: 200, start, length };
}

/** @param tracks their clips, the highest first. */
function createEdit(tracks: readonly (readonly object[])[]): object {
  return {
    timeline: { tracks: tracks.toReversed().map((clips) => ({ clips })) },
    output: { format: 'mp4', resolution: '1080' },
  };
}
