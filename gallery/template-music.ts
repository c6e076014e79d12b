/** Samples per second of the music. */
export const MUSIC_RATE = 48_000;

/** Beats per minute. Eight bars of four beats last 26.67 s, a little longer than the slideshow. */
const BEAT = 60 / 72;
const BARS = 8;
const LENGTH = Math.round(BARS * 4 * BEAT * MUSIC_RATE);

/** The chords, one a bar, as MIDI notes from the bass upwards: F, Am7, Dm7, Bb; F, C, Dm7, Bb with a ninth. */
const CHORDS = [
  [41, 57, 60, 64],
  [45, 55, 60, 64],
  [38, 57, 60, 65],
  [46, 58, 62, 65],
  [41, 57, 60, 65],
  [48, 55, 60, 64],
  [38, 57, 60, 65],
  [46, 58, 60, 65],
] as const;

/** The order in which the three upper notes of a chord are plucked, in eighths. 3 is an octave above the first. */
const PATTERN = [0, 1, 2, 3, 2, 1, 2, 1] as const;

/** A voice: the level of a note at a second after its beginning. */
type Voice = (hertz: number, second: number) => number;

const turn = (hertz: number, second: number): number => Math.sin(2 * Math.PI * hertz * second);

/** A soft chord that swells and fades within a bar and a bit of the next one. */
const pad: Voice = (hertz, second) => {
  const swell = Math.min(1, second / 1.2) * Math.min(1, Math.max(0, (4.6 - second) / 1.4));
  const [low, high] = [turn(hertz * 0.9985, second), turn(hertz * 1.0015, second)];
  return swell * (low + high + 0.22 * turn(2 * hertz, second) + 0.08 * turn(3.002 * hertz, second));
};

/** A plucked string with a bright beginning. */
const pluck: Voice = (hertz, second) => {
  const attack = Math.min(1, second / 0.004);
  const tone = Math.exp(-second * 3.2) * turn(hertz, second);
  const bright =
    Math.exp(-second * 9) * (0.5 * turn(2 * hertz, second) + 0.22 * turn(3 * hertz, second)) +
    Math.exp(-second * 22) * 0.16 * turn(5 * hertz, second);
  return attack * (tone + bright);
};

const bass: Voice = (hertz, second) =>
  Math.min(1, second / 0.02) *
  Math.exp(-second * 0.9) *
  Math.max(0, Math.min(1, (3.2 - second) / 0.3)) *
  (turn(hertz, second) + 0.35 * turn(2 * hertz, second));

/** A soft beat, the sound of a hand on wood. */
const beat: Voice = (hertz, second) =>
  Math.exp(-second * 16) * Math.min(1, second / 0.002) * turn(hertz * (1 + Math.exp(-second * 60)), second);

/** One note of the music. */
interface Note {
  readonly voice: Voice;
  readonly hertz: number;
  /** Seconds from the beginning. */
  readonly start: number;
  /** Seconds after which it is not heard any more. */
  readonly length: number;
  readonly level: number;
  /** From -1, the left side, to 1. */
  readonly side: number;
}

/**
 * Computes the music of the slideshow: stereo samples from -1 to 1, left and right in turns. Its end leads into
 * its beginning, so that it repeats without a seam.
 */
export function makeMusic(): Float32Array {
  const dry = [new Float32Array(LENGTH), new Float32Array(LENGTH)] as const;
  for (const note of listNotes()) play(note, dry);
  const wet = [echo(dry[0], [1687, 1949, 2311, 2753]), echo(dry[1], [1747, 2017, 2251, 2683])] as const;
  const mixed = Float32Array.from({ length: 2 * LENGTH }, (_, at) => {
    const [side, sample] = [at % 2 === 0 ? 0 : 1, at >> 1] as const;
    return (dry[side][sample] ?? 0) + 0.32 * (wet[side][sample] ?? 0);
  });
  const peak = mixed.reduce((most, level) => Math.max(most, Math.abs(level)), 0);
  return mixed.map((level) => (0.7 * level) / peak);
}

function listNotes(): Note[] {
  return CHORDS.flatMap((chord, bar) => {
    const start = bar * 4 * BEAT;
    const [root, ...upper] = chord;
    const chords = upper.map((note, at) => ({
      voice: pad,
      hertz: toHertz(note),
      start,
      length: 4.6,
      level: 0.1,
      side: 0.5 * (at - 1),
    }));
    const plucks = PATTERN.map((step, at) => ({
      voice: pluck,
      hertz: toHertz((upper[step % 3] ?? root) + (step === 3 ? 24 : 12)),
      length: 1.8,
      start: start + (at * BEAT) / 2,
      level: at % 4 === 0 ? 0.3 : 0.2,
      side: at % 2 === 0 ? -0.35 : 0.35,
    }));
    const low = { voice: bass, hertz: toHertz(root), start, length: 3.2, level: 0.34, side: 0 };
    const beats = bar < 2 ? [] : [0, 2.5].map((at) => beatAt(start + at * BEAT, at === 0 ? 0.3 : 0.18));
    return [...chords, ...plucks, low, ...beats];
  });
}

function beatAt(start: number, level: number): Note {
  return { voice: beat, hertz: 62, start, length: 0.5, level, side: 0 };
}

function toHertz(note: number): number {
  return 440 * 2 ** ((note - 69) / 12);
}

/** Adds a note. A part beyond the end continues at the beginning. */
function play(note: Note, [left, right]: readonly [Float32Array, Float32Array]): void {
  const from = Math.round(note.start * MUSIC_RATE);
  const [toLeft, toRight] = [Math.sqrt((1 - note.side) / 2), Math.sqrt((1 + note.side) / 2)];
  for (let sample = 0; sample < note.length * MUSIC_RATE; sample++) {
    const level = note.level * note.voice(note.hertz, sample / MUSIC_RATE);
    const at = (from + sample) % LENGTH;
    left[at] = (left[at] ?? 0) + toLeft * level;
    right[at] = (right[at] ?? 0) + toRight * level;
  }
}

/** Returns the echo of a room: four delays that feed themselves. It goes round twice, so that it has no seam. */
function echo(sound: Float32Array, delays: readonly number[]): Float32Array {
  const heard = new Float32Array(LENGTH);
  for (const delay of delays) {
    const line = new Float32Array(delay);
    let soft = 0;
    for (let sample = 0; sample < 2 * LENGTH; sample++) {
      const slot = sample % delay;
      const back = line[slot] ?? 0;
      // Rooms swallow high tones first.
      soft += 0.35 * (back - soft);
      line[slot] = (sound[sample % LENGTH] ?? 0) + 0.8 * soft;
      if (sample >= LENGTH) heard[sample - LENGTH] = (heard[sample - LENGTH] ?? 0) + 0.25 * back;
    }
  }
  return heard;
}
