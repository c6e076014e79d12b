import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toSeconds } from '../src/base/time.ts';
import { AudioReader } from '../src/render/av/sound/audio-reader.ts';
import { probe } from '../src/render/probe/probe.ts';
import { makeFilm, setDefaults } from './corpus/strange-films.ts';
import { createBeeps } from './media/clips.ts';
import { encodeSound } from './media/encode-sound.ts';
import { findBeeps } from './media/play-file.ts';
import { createMediaFolder } from './media/render-edit.ts';
import { remux } from './media/remux.ts';

const BEEPS = [0.5, 1.5];
/** The delay in seconds of an MP3 whose header does not state it: the encoder and the decoder. */
const UNSTATED = 1105 / 48_000;
/** The length in seconds of the first frame of an MP3, which states the delay, if it is heard as silence. */
const HEADER_FRAME = 1152 / 48_000;

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let stated: Buffer;
let slower: Buffer;
let plain: Buffer;
let wav: Buffer;
beforeAll(async () => {
  media = await createMediaFolder();
  const sound = { codec: 'libmp3lame', container: 'mp3', seconds: 2, wave: waveOf(BEEPS), bitRate: 128_000 };
  const writing = { write_xing: '0', id3v2_version: '0' };
  await encodeSound(media.path('a.mp3'), sound);
  await encodeSound(media.path('b.mp3'), { ...sound, bitRate: 64_000 });
  await encodeSound(media.path('c.mp3'), { ...sound, writing });
  await encodeSound(media.path('a.wav'), { ...sound, codec: 'pcm_s16le', container: 'wav' });
  const all = ['a.mp3', 'b.mp3', 'c.mp3', 'a.wav'].map((name) => readFile(media.path(name)));
  [stated, slower, plain, wav] = (await Promise.all(all)) as [Buffer, Buffer, Buffer, Buffer];
});
afterAll(() => media[Symbol.asyncDispose]());

function waveOf(at: readonly number[]): (time: number) => number {
  const wave = createBeeps(at, 0.1);
  return (time) => wave(Math.round(time * 48_000));
}

/** Checks the beeps of a file, from its beginning and after a seek, and its length in seconds. */
async function expectSound(path: string, beeps: readonly number[], seconds: number): Promise<void> {
  const found = await probe(path);
  if (found.kind !== 'av' || !found.audio?.duration) throw new Error('There is no sound.');
  const { location, duration } = found.audio;
  expect(Math.abs(duration.valueOf() - seconds)).toBeLessThan(0.025);
  for (const from of [0, 1.2]) {
    using reader = await AudioReader.open(location, toSeconds(from));
    const { left } = await reader.read(Math.round((seconds + 0.2 - from) * 48_000));
    const heard = findBeeps(left);
    const expected = beeps.filter((beep) => beep > from);
    expect(heard, `from ${from} s`).toHaveLength(expected.length);
    for (const [index, beep] of heard.entries())
      expect(Math.abs(from + beep - (expected[index] ?? NaN)), `beep ${index}`).toBeLessThan(0.001);
  }
}

async function expectBytes(
  name: string,
  bytes: Buffer,
  beeps: readonly number[],
  seconds = 2,
): Promise<void> {
  await writeFile(media.path(name), bytes);
  await expectSound(media.path(name), beeps, seconds);
}

/** Creates an ID3 tag of version 2.4 with a length and no content. */
function createTag(length: number): Buffer {
  const tag = Buffer.alloc(10 + length);
  tag.write('ID3\x04', 0, 'latin1');
  for (let digit = 0; digit < 4; digit++) tag[6 + digit] = (length >> (7 * (3 - digit))) & 127;
  return tag;
}

describe('an MP3', () => {
  const later = (shift: number): number[] => BEEPS.map((beep) => beep + shift);

  it('that consists of two files is heard to the end, with tags between them', async () => {
    const second = later(2 + UNSTATED + HEADER_FRAME + 0.017);
    const oldTag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);
    await writeFile(media.path('joined.mp3'), Buffer.concat([stated, oldTag, createTag(5000), slower]));
    const found = await probe(media.path('joined.mp3'));
    const length = (found.kind === 'av' && found.audio?.duration?.valueOf()) || 0;
    expect(Math.abs(length - 4.08)).toBeLessThan(0.01);
    await expectSound(media.path('joined.mp3'), [...BEEPS, ...second], 4.08);
  });

  it.each([0.3, 10])('whose header states %d times as many frames has its true length', async (factor) => {
    const lying = Buffer.from(stated);
    const at = Math.max(lying.indexOf('Xing'), lying.indexOf('Info')) + 8;
    lying.writeUInt32BE(Math.round(lying.readUInt32BE(at) * factor), at);
    await expectBytes('lying.mp3', lying, BEEPS);
  });

  it('with a tag of three megabytes is heard', async () => {
    await expectBytes('tagged.mp3', Buffer.concat([createTag(3_000_000), plain]), later(UNSTATED), 2.04);
  });

  it('that was cut in a frame is heard from its next frame', async () => {
    const cut = plain.subarray(1000);
    await writeFile(media.path('cut.mp3'), cut);
    const found = await probe(media.path('cut.mp3'));
    expect(found).toMatchObject({ kind: 'av', audio: {} });
    const frames = Math.ceil(1000 / 384) * (1152 / 48_000);
    await expectBytes('cut.mp3', cut, later(UNSTATED - frames), 2.04 - frames);
  });
});

describe('a WAV', () => {
  const chunk = (name: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(name, 0, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const parts = (): { format: Buffer; data: Buffer } => {
    const at = wav.indexOf('fmt ');
    return { format: wav.subarray(at + 8, at + 24), data: wav.subarray(wav.indexOf('data') + 8) };
  };
  const join = (...chunks: Buffer[]): Buffer =>
    chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...chunks]));

  it.each(['before the samples', 'after the samples', 'before the file', 'with a wrong length'])(
    'with a large ID3 tag %s is heard',
    async (where) => {
      const { format, data } = parts();
      const [head, samples] = [chunk('fmt ', format), chunk('data', data)];
      const tag = createTag(500_000);
      const wrong = Buffer.from(tag).fill(0x7f, 6, 10);
      const files: Readonly<Record<string, Buffer>> = {
        'before the samples': join(head, chunk('id3 ', tag), samples),
        'after the samples': join(head, samples, chunk('id3 ', tag)),
        'before the file': Buffer.concat([tag, wav]),
        'with a wrong length': join(head, chunk('id3 ', wrong), samples),
      };
      await expectBytes('tagged.wav', files[where] ?? Buffer.alloc(0), BEEPS);
    },
  );

  it.each([0, 3, 0x30])(
    'with an extended header and the channels %d is heard on both sides',
    async (mask) => {
      const { format, data } = parts();
      const extended = Buffer.alloc(40);
      format.copy(extended);
      extended.writeUInt16LE(0xfffe, 0);
      extended.writeUInt16LE(22, 16);
      extended.writeUInt16LE(16, 18);
      extended.writeUInt32LE(mask, 20);
      Buffer.from('0100000000001000800000aa00389b71', 'hex').copy(extended, 24);
      await expectBytes('extended.wav', join(chunk('fmt ', extended), chunk('data', data)), BEEPS);
    },
  );
});

it('an Opus in MP4 is heard', async () => {
  const sound = { codec: 'libopus', container: 'mp4', seconds: 2, wave: waveOf(BEEPS), bitRate: 96_000 };
  await encodeSound(media.path('opus.mp4'), sound);
  await expectSound(media.path('opus.mp4'), BEEPS, 2);
});

describe('of several sounds, the default one is heard, else the first', () => {
  it.each([
    ['none', [], 0.3],
    ['the second', [2], 0.7],
    ['the third', [3], 1.1],
  ] as const)('%s is marked as default', async (name, defaults, beep) => {
    await makeFilm(media.path('mute.mp4'), { sound: undefined } as never);
    const tracks = [0.3, 0.7, 1.1].map((at) => [media.path(`${at}.mp4`), at] as const);
    const sound = { codec: 'aac', container: 'mp4', seconds: 2, bitRate: 96_000 };
    for (const [path, at] of tracks) await encodeSound(path, { ...sound, wave: waveOf([at]) });
    for (const container of ['mp4', 'matroska']) {
      const path = media.path(`${name}.${container}`);
      const describe = setDefaults([0, ...defaults]);
      await remux(media.path('mute.mp4'), path, {
        demuxer: 'mov',
        container,
        more: tracks.map(([file]) => file),
        describe,
      });
      await expectSound(path, [beep], 2);
    }
  });
});
