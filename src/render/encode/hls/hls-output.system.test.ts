import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBeeps, paintNumber, readNumber } from '../../../../test/media/clips.ts';
import { decodeSound, mapFrames } from '../../../../test/media/decode-output.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { type Rate, SAMPLE_RATE, sampleAtFrame, toRate } from '../../../base/time.ts';
import { Encoder } from '../../av/encode/encoder.ts';
import { createVideoFrame, planesOf, shareFrame, type VideoFrame } from '../../av/video/video-frame.ts';
import { openOutput } from '../open-output.ts';

const SIZES = [
  { width: 384, height: 216 },
  { width: 192, height: 108 },
] as const;
/** The beginnings of beeps in seconds: at the start, beside and on the edges of segments. */
const BEEPS = [0, 5.9, 12, 12.5];

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => void (media = await createMediaFolder()));
afterAll(() => media[Symbol.asyncDispose]());

/** The names of the parts, as `nameRenderFiles` orders them. */
function namesOf(name: string): string[] {
  return ['216p.m3u8', '216p.mp4', '108p.m3u8', '108p.mp4', 'sound.m3u8', 'sound.m4a'].map(
    (end) => `${name}-${end}`,
  );
}

interface Written {
  readonly rate: Rate;
  readonly count: number;
  readonly moving: number;
  readonly hasSound?: boolean;
  readonly stream?: string;
  readonly onFrame?: (index: number) => Promise<void>;
}

/** Writes numbered frames, of which the last ones after `moving` repeat, with beeps. */
async function write(name: string, given: Written) {
  const { rate, count, moving, hasSound = true, stream: folder, onFrame } = given;
  const parts = namesOf(name).map((part) => media.path(part));
  const shape = { ...SIZES[0], rate, hasSound, quality: 'medium', encoder: 'few threads' } as const;
  const stream = { folder: folder ?? '', frames: count, samples: sampleAtFrame(count, rate) };
  const hls = { sizes: SIZES, parts, ...(folder !== undefined && { stream }) };
  await using output = await openOutput('hls', media.path(`${name}.m3u8`), { ...shape, loops: false, hls });
  const wave = createBeeps(BEEPS, 0.1);
  let last: VideoFrame | undefined;
  for (let index = 0; index < count; index++) {
    if (index <= moving) {
      last?.free();
      last = createVideoFrame(SIZES[0].width, SIZES[0].height);
      paintNumber(planesOf(last), index);
    }
    if (last) await output.writeFrame(shareFrame(last), index > moving);
    const from = sampleAtFrame(index, rate);
    const samples = Float32Array.from({ length: sampleAtFrame(index + 1, rate) - from }, (_, at) =>
      wave(from + at),
    );
    if (hasSound) await output.writeSound({ left: samples, right: samples });
    await onFrame?.(index);
  }
  last?.free();
  await output.finish();
}

/** Reads a list of segments: the header, and the bytes and the seconds of each segment. */
async function readSegments(name: string) {
  const text = await readFile(media.path(name), 'utf8');
  const file = await readFile(media.path(/URI="(.*?)"/.exec(text)?.[1] ?? ''));
  const cut = (span: string): Buffer => {
    const [bytes = 0, offset = 0] = span.split('@').map(Number);
    return file.subarray(offset, offset + bytes);
  };
  const header = cut(/BYTERANGE="(.*?)"/.exec(text)?.[1] ?? '');
  const segments = [...text.matchAll(/#EXTINF:(.*),\n#EXT-X-BYTERANGE:(.*)\n(.*)\n/g)].map(
    ([, lasts, span = '', uri]) => ({ lasts: Number(lasts), bytes: cut(span), uri }),
  );
  return { text, file, header, segments };
}

describe.each([25, 23.976, 12])('an HLS at %s frames per second', (framesPerSecond) => {
  const rate = toRate(framesPerSecond);
  const count = rate.mul(14.5).floor().valueOf();
  const moving = rate.mul(6.5).floor().valueOf();
  const groupFrames = rate.mul(2).round().valueOf();
  // The film begins with shorter segments.
  const lengths = [1, 2, 3].map((groups) => groups * groupFrames);
  const name = `film${framesPerSecond}`;
  beforeAll(async () => write(name, { rate, count, moving }));

  it('has a main list of all sizes, with the sound for all of them', async () => {
    const text = await readFile(media.path(`${name}.m3u8`), 'utf8');
    const lines = text.split('\n').filter((line) => line.startsWith('#EXT-X-STREAM-INF'));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,CODECS="avc1\.6400[0-9a-f]{2},mp4a\.40\.2",RESOLUTION=384x216,/,
    );
    expect(lines[1]).toContain(`RESOLUTION=192x108,FRAME-RATE=${framesPerSecond.toFixed(3)},AUDIO="sound"`);
    expect(text).toContain(`URI="${name}-sound.m3u8"`);
  });

  it.each(['216p', '108p'])(
    'has segments of %s that are decoded alone, with every frame once',
    async (size) => {
      const { header, segments, file, text } = await readSegments(`${name}-${size}.m3u8`);
      expect(text).toMatch(/#EXT-X-TARGETDURATION:6\n/);
      expect(Buffer.concat([header, ...segments.map(({ bytes }) => bytes)]).equals(file)).toBe(true);
      expect(segments.map(({ lasts }) => Math.round(lasts * rate.valueOf()))).toEqual([
        ...lengths,
        count - 6 * groupFrames,
      ]);
      for (const [index, { bytes }] of segments.entries()) {
        const path = media.path('segment.mp4');
        await writeFile(path, Buffer.concat([header, bytes]));
        const shown = await mapFrames(path, (planes, seconds) => [readNumber(planes), seconds] as const);
        const from = lengths.slice(0, index).reduce((sum, one) => sum + one, 0);
        const end = Math.min(from + (lengths[index] ?? count), count);
        const frames = Array.from({ length: end - from }, (_, at) => from + at);
        expect(shown.map(([number]) => number)).toEqual(frames.map((frame) => Math.min(frame, moving)));
        for (const [at, [, seconds]] of shown.entries())
          expect(seconds).toBeCloseTo((from + at) / rate.valueOf(), 3);
      }
    },
  );

  it('has sound without a gap, with every beep at its sample', async () => {
    const { header, segments, file } = await readSegments(`${name}-sound.m3u8`);
    expect(Buffer.concat([header, ...segments.map(({ bytes }) => bytes)]).equals(file)).toBe(true);
    const samples = sampleAtFrame(count, rate);
    const lasts = segments.reduce((sum, segment) => sum + segment.lasts, 0);
    expect(lasts).toBeCloseTo(samples / SAMPLE_RATE, 5);
    for (const [index, segment] of segments.slice(0, -1).entries())
      expect(Math.abs(segment.lasts * rate.valueOf() - (lengths[index] ?? 0))).toBeLessThan(
        rate.mul(0.022).valueOf(),
      );
    const left = (await decodeSound(media.path(`${name}-sound.m4a`)))?.left ?? new Float32Array();
    expect(left.length).toBeGreaterThanOrEqual(samples);
    const loudIn = (from: number, to: number): number =>
      left
        .subarray(from * SAMPLE_RATE, to * SAMPLE_RATE)
        .reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    for (const beep of BEEPS) {
      expect(loudIn(beep + 0.005, beep + 0.095), `beep at ${beep}`).toBeGreaterThan(0.7);
      if (beep > 0) expect(loudIn(beep - 0.1, beep - 0.01)).toBeLessThan(0.2);
      expect(loudIn(beep + 0.11, beep + 0.2)).toBeLessThan(0.2);
    }
  });
});

describe('an HLS', () => {
  it('without sound has no list of it', async () => {
    await write('silent', { rate: toRate(12), count: 5, moving: 5, hasSound: false });
    const text = await readFile(media.path('silent.m3u8'), 'utf8');
    expect(text).not.toContain('AUDIO');
    expect(text).toContain('CODECS="avc1.');
    expect((await readSegments('silent-216p.m3u8')).segments.map(({ uri }) => uri)).toEqual([
      basename(media.path('silent-216p.mp4')),
    ]);
    await expect(readFile(media.path('silent-sound.m4a'))).rejects.toThrow('ENOENT');
  });

  it('does not encode what repeats, in any size', async () => {
    const encode = vi.spyOn(Encoder.prototype, 'encode');
    await write('still', { rate: toRate(25), count: 500, moving: 0, hasSound: false });
    expect(encode.mock.calls.length).toBeLessThan(2 * 60);
  });

  it('has complete lists at once for those who watch it, and its own segments as soon as they are made', async () => {
    const folder = media.path('watched');
    await mkdir(folder);
    const seen = new Map<number, string[]>();
    const rate = toRate(25);
    const onFrame = async (index: number): Promise<void> => {
      // The files are looked at now and then.
      if (index === 250) await setTimeout(300);
      if (index === 0 || index === 251) seen.set(index, await readdir(folder));
    };
    await write('watched-film', { rate, count: 290, moving: 290, stream: folder, onFrame });
    expect(seen.get(0)?.toSorted()).toEqual([
      'watched-film-108p.m3u8',
      'watched-film-216p.m3u8',
      'watched-film-sound.m3u8',
      'watched-film.m3u8',
    ]);
    // Of ten seconds, the first six are ready.
    expect(seen.get(251)).toEqual(
      expect.arrayContaining(['watched-film-216p-1.mp4', 'watched-film-sound-1.m4a']),
    );
    expect(seen.get(251)).not.toContain('watched-film-216p-2.mp4');
    expect((await readdir(folder)).toSorted()).toEqual(
      ['108p.m3u8', '216p.m3u8', 'sound.m3u8']
        .map((end) => `watched-film-${end}`)
        .concat('watched-film.m3u8')
        .concat(
          ['108p', '216p', 'sound'].flatMap((track) =>
            ['0', '1', '2', 'init'].map(
              (piece) => `watched-film-${track}-${piece}.${track === 'sound' ? 'm4a' : 'mp4'}`,
            ),
          ),
        )
        .toSorted(),
    );
    for (const track of ['108p', '216p', 'sound']) {
      const { header, segments } = await readSegments(`watched-film-${track}.m3u8`);
      const ending = track === 'sound' ? 'm4a' : 'mp4';
      const list = await readFile(join(folder, `watched-film-${track}.m3u8`), 'utf8');
      const read = (piece: string): Promise<Buffer> =>
        readFile(join(folder, `watched-film-${track}-${piece}.${ending}`));
      expect((await read('init')).equals(header)).toBe(true);
      for (const [index, { bytes, lasts }] of segments.entries()) {
        expect((await read(`${index}`)).equals(bytes)).toBe(true);
        expect(list).toContain(`#EXTINF:${lasts.toFixed(6)},\nwatched-film-${track}-${index}.${ending}\n`);
      }
    }
  });
});
