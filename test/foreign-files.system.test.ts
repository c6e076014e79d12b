import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { AV_LOG_QUIET, Codec, InputFormat, Log } from 'node-av';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../src/base/failure-of.fixture.ts';
import { MediaError } from '../src/render/av/check.ts';
import { RESTRICTIONS } from '../src/render/av/input/allowed-formats.ts';
import { Input } from '../src/render/av/input/input.ts';
import { inspectFile } from '../src/render/probe/inspect-file.ts';
import { inspectSource } from '../src/render/probe/inspect-source.ts';
import { probe } from '../src/render/probe/probe.ts';
import { makeForeignFiles } from './corpus/foreign-files.ts';
import { makeClip, paintNumber } from './media/clips.ts';
import { encodeClip } from './media/encode-clip.ts';
import { encodeSound } from './media/encode-sound.ts';
import { createMediaFolder } from './media/render-edit.ts';

const LIMITS = { maxBytes: 1e9, maxSeconds: 60, maxPixels: 1000 };
/** A time of access that is before the change. A read moves it, also on a disk that notes few of them. */
const [LONG_AGO, CHANGED] = [new Date(1000), new Date(2000)];

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let server: Server;
let connections = 0;
let files: Map<string, Buffer>;

beforeAll(async () => {
  // A file that is opened as something else makes FFmpeg complain.
  Log.setLevel(AV_LOG_QUIET);
  media = await createMediaFolder();
  const ticks = [0, 1, 2, 3];
  for (const name of ['canary.mp4', 'film.mp4'])
    await makeClip(media.path(name), { width: 64, height: 36, clock: 25, ticks, paint: paintNumber });
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const canary = { path: media.path('canary.mp4'), address: `http://127.0.0.1:${port}` };
  files = await makeForeignFiles(canary, media.path('film.mp4'));
});
afterAll(async () => {
  server.close();
  await media[Symbol.asyncDispose]();
});

async function wasRead(path: string): Promise<boolean> {
  return (await stat(path)).atime.getTime() !== LONG_AGO.getTime();
}

/** Files that are read, but without the others: the track of the MOV has its pictures in its own file, too. */
const READ = new Set(['svg', 'ttml with an image', 'mov with a track at an address']);

it('a file that asks for another file or an address gets neither', async () => {
  await utimes(media.path('canary.mp4'), LONG_AGO, CHANGED);
  for (const [name, bytes] of files) {
    const path = media.path('asks');
    await writeFile(path, bytes);
    const answer = READ.has(name) ? inspectSource(path, LIMITS) : failureOf(inspectSource(path, LIMITS));
    if (READ.has(name)) expect(await answer, name).toHaveProperty('extension');
    else expect(await answer, name).toMatch(/^asset_not_media: The file .*\.$/);
    await Promise.allSettled([probe(path), inspectFile(path, { filename: 'asks', displayName: 'asks' })]);
    await openAsEverything(path);
    expect(connections, name).toBe(0);
    expect(await wasRead(media.path('canary.mp4')), name).toBe(false);
  }
});

/** Opens a file with all demuxers of the list, as if each was the one for its first bytes. */
async function openAsEverything(path: string): Promise<void> {
  for (const demuxer of (RESTRICTIONS['format_whitelist'] ?? '').split(',')) {
    const opened = await Input.open(path, demuxer).catch((error: unknown) => error);
    if (opened instanceof Input) opened[Symbol.dispose]();
    else if (!(opened instanceof MediaError)) throw opened;
  }
}

it('a read of the canary would be noticed', async (context) => {
  await utimes(media.path('canary.mp4'), LONG_AGO, CHANGED);
  await readFile(media.path('canary.mp4'));
  // Some disks note no reads. There, the test above counts connections only.
  if (!(await wasRead(media.path('canary.mp4')))) context.skip();
});

describe('of the demuxers and decoders of FFmpeg, only those of the list are used', () => {
  it.each(['hls', 'dash', 'concat', 'image2', 'sdp', 'rtp', 'rtsp', 'lavfi', 'vobsub', 'webm_dash_manifest'])(
    'not the demuxer %s',
    async (demuxer) => {
      await expect(Input.open(media.path('film.mp4'), demuxer)).rejects.toThrow('find the demuxer');
    },
  );

  it('and FFmpeg has all of them', () => {
    const names = (list: string): string[] => (RESTRICTIONS[list] ?? '').split(',');
    expect(names('format_whitelist').filter((name) => !InputFormat.findInputFormat(name))).toEqual([]);
    expect(names('codec_whitelist').filter((name) => !Codec.findDecoderByName(name as never))).toEqual([]);
  });

  it('and the answer names the codec of the pictures', async () => {
    const path = media.path('rpza.mov');
    const paint = () => [200, 60, 40, 255] as const;
    const size = { width: 64, height: 36, count: 3, paint };
    await encodeClip(path, { ...size, codec: 'rpza', container: 'mov', filters: 'format=rgb555le' });
    const sentence = 'cannot be read: Kinora has no decoder for QuickTime video (RPZA) in this mov file';
    expect(await failureOf(probe(path))).toBe(`asset_not_media: ${sentence}`);
    expect(await failureOf(inspectSource(path, LIMITS))).toBe(`asset_not_media: The file ${sentence}.`);
  });

  it('and the answer names the codec of a sound', async () => {
    const path = media.path('adx.wav');
    const sound = { seconds: 0.2, wave: (time: number) => Math.sin(2000 * time) };
    await encodeSound(path, { ...sound, codec: 'tta', container: 'matroska' });
    const sentence = 'cannot be read: Kinora has no decoder for TTA (True Audio) in this mkv file';
    expect(await failureOf(probe(path))).toBe(`asset_not_media: ${sentence}`);
    expect(await failureOf(inspectSource(path, LIMITS))).toBe(`asset_not_media: The file ${sentence}.`);
  });
});
