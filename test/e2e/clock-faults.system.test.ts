import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FRAMES, makeFilm } from '../corpus/strange-films.ts';
import { expectBeeps, range, WHOLE } from '../corpus/numbered-films.ts';
import { toSeconds, ZERO } from '../../src/base/time.ts';
import { AudioReader } from '../../src/render/av/sound/audio-reader.ts';
import { inspectFile } from '../../src/render/probe/inspect-file.ts';
import { probeAv } from '../../src/render/av/input/probe-av.ts';
import { inspectSource } from '../../src/render/probe/inspect-source.ts';
import { encodeSound } from '../media/encode-sound.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { FILM_SIZE, playFile, readFrames } from '../media/play-file.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { type Remux, remux } from '../media/remux.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
  await makeFilm(media.path('film.mp4'));
});
afterAll(() => media[Symbol.asyncDispose]());

const DEMUXERS = { matroska: 'matroska', mp4: 'mov', mpegts: 'mpegts', flv: 'flv' } as const;
type Container = keyof typeof DEMUXERS;

/** Ticks of a second of the video and of the sound of the film. */
const clockOf = (isVideo: boolean): number => (isVideo ? 12_800 : 48_000);

async function write(name: string, container: Container, how: Partial<Remux>): Promise<string> {
  const path = media.path(name);
  const filter = container === 'mpegts' ? { filter: 'h264_mp4toannexb' } : {};
  await remux(media.path('film.mp4'), path, { demuxer: 'mov', container, ...filter, ...how });
  return path;
}

/** Moves all packets by seconds. */
const moveBy =
  (seconds: number): Required<Remux>['edit'] =>
  (packet, _, isVideo) => {
    const ticks = BigInt(Math.round(seconds * clockOf(isVideo)));
    packet.pts += ticks;
    packet.dts += ticks;
    return true;
  };

/** Appends copies of the film whose clocks begin at given seconds. */
async function join(name: string, container: Container, starts: readonly number[]): Promise<string> {
  const parts: Buffer[] = [];
  for (const [index, start] of starts.entries())
    parts.push(await readFile(await write(`${index}-${name}`, container, { edit: moveBy(start) })));
  await writeFile(media.path(name), Buffer.concat(parts));
  return media.path(name);
}

const SECONDS = FRAMES / 25;

describe('a clock that jumps', () => {
  it.each([
    ['forward and back.ts', [10, 5000, 10]],
    ['forward a little.ts', [1, 15]],
    ['back a little.ts', [10, 8]],
    ['back before the start.ts', [1000, 2]],
  ] as const)('%s plays on', async (name, starts) => {
    const path = await join(name, 'mpegts', starts);
    const { video, audio, notes } = await probeAv(path, 'mpegts');
    const lasts = SECONDS * starts.length;
    expect(Math.abs((video?.duration?.valueOf() ?? 0) - lasts)).toBeLessThan(0.05);
    expect(Math.abs((audio?.duration?.valueOf() ?? 0) - lasts)).toBeLessThan(0.1);
    expect(notes).toEqual([expect.stringMatching(/^The clock of the file jumps at 2\.0\d/)]);
    const { numbers, beeps } = await playFile(path, { seconds: lasts });
    // The sound of a transport stream begins 21 ms early, because nothing states the delay of its encoder.
    const shown = starts.flatMap(() => WHOLE);
    expect(numbers.slice(1)).toEqual(shown.slice(0, -1));
    expectBeeps(
      beeps,
      starts.flatMap((_, part) => [0.52, 1.52].map((beep) => beep + part * SECONDS)),
      0.045,
    );
    const trimmed = await playFile(path, { seconds: 1, trim: 1.6 });
    expect(trimmed.numbers).toEqual(numbers.slice(40, 65));
    expect(await readFrames(path, [1.6, 0.4])).toEqual([40, 10].map((frame) => numbers[frame]));
    const limits = { maxSeconds: 60, maxPixels: 4000, maxBytes: 1e9 } as never;
    const facts = await inspectSource(path, limits);
    expect(Math.abs((facts.duration ?? 0) - lasts)).toBeLessThan(0.1);
  });

  it('plays on in Ogg', async () => {
    const path = media.path('jump.ogg');
    const wave = (time: number): number => Math.sin(time * 2000) / 4;
    const stamp = (time: number): number => (time < 1 ? time : time + 300);
    await encodeSound(path, { codec: 'flac', container: 'ogg', seconds: 2, wave, stamp });
    const { audio, notes } = await probeAv(path, 'ogg');
    expect(notes).toEqual([expect.stringMatching(/^The clock of the file jumps at (0\.9|1)/)]);
    expect(Math.abs((audio?.duration?.valueOf() ?? 0) - 2)).toBeLessThan(0.1);
    using reader = await AudioReader.open(audio!.location, ZERO);
    const { left } = await reader.read(2 * 48_000);
    expect(left.subarray(52_800, 57_600).some((sample) => Math.abs(sample) > 0.2)).toBe(true);
  });

  it.each([
    ['jump.mkv', 'matroska'],
    ['jump.flv', 'flv'],
  ] as const)('also plays on in %s, if picture and sound jump together', async (name, container) => {
    let hasJumped = false;
    const path = await write(name, container, {
      edit: (packet, index, isVideo) => {
        if (isVideo && packet.isKeyframe && packet.pts >= 12_000n) hasJumped = true;
        const isLater = isVideo ? hasJumped : packet.dts >= 48_000n;
        return isLater ? moveBy(300)(packet, index, isVideo) : true;
      },
    });
    const { notes } = await probeAv(path, DEMUXERS[container]);
    expect(notes).toEqual([expect.stringMatching(/^The clock of the file jumps at (0\.98|1)/)]);
    const { numbers, beeps } = await playFile(path);
    // As in a transport stream, the sound of FLV begins 21 ms early.
    const late = container === 'flv' ? 1 : 0;
    expect(numbers.slice(late)).toEqual(WHOLE.slice(0, FRAMES - late));
    expectBeeps(beeps, [0.5, 1.5], 0.03);
  });
});

describe('a wrong time', () => {
  const strayAt = (wrong: number, seconds: number): Required<Remux>['edit'] => {
    return (packet, index, isVideo) => {
      moveBy(20)(packet, index, isVideo);
      // The time of decoding is not stored, but the writer compares it.
      packet.dts -= BigInt(20 * clockOf(isVideo));
      if (index === wrong && isVideo) packet.pts += BigInt(seconds * clockOf(isVideo));
      return true;
    };
  };
  it.each<readonly [string, Container, number, number]>([
    ['forward.mkv', 'matroska', 20, 60],
    ['forward at a keyframe.mkv', 'matroska', 25, 60],
    ['back.mkv', 'matroska', 20, -15],
    ['forward.mp4', 'mp4', 20, 60],
    ['far.mp4', 'mp4', 21, 10_000],
  ])('%s does not stop the picture', async (name, container, wrong, seconds) => {
    const path = await write(name, container, { edit: strayAt(wrong, seconds) });
    const { video, notes } = await probeAv(path, DEMUXERS[container]);
    expect(video?.duration?.valueOf()).toBeCloseTo(SECONDS, 2);
    expect(notes).toEqual([expect.stringMatching(/^The file has wrong times at (0|1)/)]);
    expect((await playFile(path)).numbers).toEqual(WHOLE);
    expect((await playFile(path, { trim: 1.2, seconds: 0.8 })).numbers).toEqual(range(30, 50));
    expect(await readFrames(path, [0.4, 0.88, 1.2, 1.8])).toEqual([10, 22, 30, 45]);
  });

  it.each([
    ['with sound', true],
    ['without sound', false],
  ])('of the first frame does not delay the picture: %s', async (name, hasSound) => {
    const path = await write(`first ${name}.mkv`, 'matroska', {
      edit: (packet, index, isVideo) => {
        if (index === 0 && isVideo) packet.pts += BigInt(60 * clockOf(true));
        return isVideo || hasSound;
      },
    });
    const { video, notes } = await probeAv(path, 'matroska');
    expect(video?.duration?.valueOf()).toBeCloseTo(SECONDS, 1);
    expect(notes).toEqual([expect.stringMatching(/^The file has wrong times at 0 s/)]);
    expect((await playFile(path)).numbers).toEqual(WHOLE);
    expect((await playFile(path, { trim: 1.2, seconds: 0.8 })).numbers).toEqual(range(30, 50));
    expect(await readFrames(path, [0, 0.4, 1.8])).toEqual([0, 10, 45]);
    const { streams, format } = await inspectFile(path, { filename: name, displayName: name });
    expect(format).toHaveProperty('duration', expect.stringMatching(/^2\.0/));
    expect(format).toHaveProperty('notes', notes);
    expect(streams[0]).toHaveProperty('duration', expect.stringMatching(/^2\.0|^1\.9/));
    const { size, bit_rate: bitRate, duration } = format as Readonly<Record<string, string>>;
    expect(Number(bitRate)).toBeCloseTo((Number(size) * 8) / Number(duration), -1);
  });

  it('of a sound leaves no gap', async () => {
    const path = await write('sound.mkv', 'matroska', {
      edit: (packet, index, isVideo) => {
        if (index === 30 && !isVideo) packet.pts += BigInt(60 * clockOf(false));
        return true;
      },
    });
    const { numbers, beeps } = await playFile(path);
    expect(numbers).toEqual(WHOLE);
    expectBeeps(beeps, [0.5, 1.5]);
  });
});

describe('a long pause is no fault', () => {
  it.each([
    ['slides.mp4', 'mp4'],
    ['slides.mkv', 'matroska'],
  ] as const)('in a slide show without sound: %s', async (name, container) => {
    const ticks = [0, 15, 30, 33, 48];
    const path = media.path(name);
    await makeClip(path, { ...FILM_SIZE, clock: 1, ticks, paint: paintNumber, container, keyframeEvery: 2 });
    expect(await probeAv(path, DEMUXERS[container])).not.toHaveProperty('notes');
    const shown = [];
    for (const trim of [1, 14, 16, 31, 34, 47, 49])
      shown.push(...(await playFile(path, { trim, seconds: 0.04 })).numbers);
    expect(shown).toEqual([0, 0, 1, 2, 3, 3, 4]);
  });

  it.each([
    ['quiet.mkv', 'matroska'],
    ['quiet.ts', 'mpegts'],
  ] as const)('in a picture with sound, or the other way round: %s', async (name, container) => {
    for (const pauses of [true, false]) {
      const ticks = pauses ? [...range(0, 25), ...range(400, 425)] : range(0, 425);
      const film = media.path(`long-${pauses}-${name}.mp4`);
      const sound = { samples: 17 * 48_000, wave: (index: number) => Math.sin(index / 20) / 4 };
      await makeClip(film, { ...FILM_SIZE, clock: 25, ticks, paint: paintNumber, sound });
      const path = media.path(`${pauses}-${name}`);
      const filter = container === 'mpegts' ? { filter: 'h264_mp4toannexb' } : {};
      await remux(film, path, {
        demuxer: 'mov',
        container,
        ...filter,
        edit: (packet, _, isVideo) => isVideo || pauses || packet.pts < 48_000n || packet.pts > 48_000n * 16n,
      });
      const { video, audio, notes } = await probeAv(path, DEMUXERS[container]);
      expect(notes).toBeUndefined();
      expect(video?.duration?.valueOf()).toBeGreaterThan(16.9);
      expect(Math.abs((audio?.duration?.valueOf() ?? 0) - 17)).toBeLessThan(0.1);
    }
  });
});

describe('the clock of a sound that runs slower or faster than its samples', () => {
  const beats = (time: number): number => (time % 1 < 0.1 ? 0.5 * Math.sin(2 * Math.PI * 400 * time) : 0);
  it.each([
    ['aac', 'slow.mp4', 'mp4', 'mov', 1.01],
    ['aac', 'fast.mkv', 'matroska', 'matroska', 0.99],
    ['libopus', 'slow.webm', 'webm', 'matroska', 1.01],
    ['flac', 'fast.mkv', 'matroska', 'matroska', 0.985],
    ['aac', 'slow.ts', 'mpegts', 'mpegts', 1.01],
  ])('is spread evenly: %s in %s', async (codec, name, container, demuxer, speed) => {
    const path = media.path(`${codec}-${name}`);
    const stamp = (time: number): number => time * speed;
    const wave = (time: number): number => 0.01 * Math.sin(2 * Math.PI * 1000 * time) + beats(time);
    await encodeSound(path, { codec, container, seconds: 20, wave, stamp, bitRate: 128_000 });
    const { audio, notes } = await probeAv(path, demuxer);
    expect(audio?.location.clockRate).toBeCloseTo(48_000 / speed, -2);
    expect(notes).toEqual([expect.stringContaining('samples per second of its clock')]);
    const { format } = await inspectFile(path, { filename: name, displayName: name });
    expect(format).toMatchObject({ notes });
    expect(Math.abs((audio?.duration?.valueOf() ?? 0) - 20 * speed)).toBeLessThan(0.1);
    using whole = await AudioReader.open(audio!.location, ZERO);
    const { left } = await whole.read(20 * 48_000);
    const blocks = Array.from({ length: Math.floor(1960 * speed) }, (_, block) =>
      left.subarray((block + 10) * 480, (block + 11) * 480),
    );
    const peaks = blocks.map((block) => block.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
    expect(Math.min(...peaks)).toBeGreaterThan(0.001);
    // The beeps in blocks of 10 ms. The first one was before.
    const beeps = [...peaks.keys()].filter((at) => (peaks[at] ?? 0) > 0.2 && (peaks[at - 1] ?? 1) <= 0.2);
    expect(beeps.length).toBeGreaterThan(17);
    for (const [index, beep] of beeps.entries())
      expect(Math.abs(beep + 10 - (index + 1) * 100 * speed)).toBeLessThan(5);
    using later = await AudioReader.open(audio!.location, toSeconds(7));
    expect((await later.read(48_000)).left).toEqual(left.slice(7 * 48_000, 8 * 48_000));
  });

  it('is no drift if the sound has a gap', async () => {
    const path = media.path('gap.mkv');
    const stamp = (time: number): number => (time > 5 ? time + 0.5 : time);
    const wave = (time: number): number => Math.sin(time * 2000);
    await encodeSound(path, {
      codec: 'aac',
      container: 'matroska',
      seconds: 10,
      wave,
      stamp,
      bitRate: 128_000,
    });
    const { audio, notes } = await probeAv(path, 'matroska');
    expect(audio?.location).not.toHaveProperty('clockRate');
    expect(notes).toBeUndefined();
  });
});
