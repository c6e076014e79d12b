import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toSeconds, ZERO } from '../../base/time.ts';
import { PICTURE_PIECE_SECONDS } from '../../render/media/piece-seconds.ts';
import type { SourceMoment } from '../../render/media/source-moment.ts';
import { LoadedFiles } from '../loaded-files.ts';
import { VideoFrames } from './video-frames.ts';
import type { Packet, VideoPiece } from './video-piece.ts';

/** The decoder of a browser: returns a frame for each chunk, later. */
class FakeDecoder {
  static fed: number[] = [];
  static restarts = 0;
  static open = 0;
  state = 'unconfigured';
  private generation = 0;
  private readonly output: (frame: VideoFrame) => void;

  constructor({ output }: VideoDecoderInit) {
    this.output = output;
  }

  configure(): void {
    FakeDecoder.restarts += 1;
    this.state = 'configured';
  }

  reset(): void {
    this.generation += 1;
  }

  close(): void {
    this.state = 'closed';
  }

  decode({ timestamp }: EncodedVideoChunk): void {
    FakeDecoder.fed.push(timestamp / 40_000);
    const { generation } = this;
    setTimeout(() => {
      if (generation !== this.generation || this.state === 'closed') return;
      FakeDecoder.open += 1;
      const copyTo = (bytes: Uint8Array): Promise<void> => {
        bytes[0] = timestamp / 40_000;
        return Promise.resolve();
      };
      const close = (): number => (FakeDecoder.open -= 1);
      const size = { displayWidth: 2, displayHeight: 2 };
      const frame = { ...size, timestamp, copyTo, close };
      // The cast is safe: nothing else of a frame is used.
      this.output(frame as unknown as VideoFrame);
    }, 1);
  }
}

/** A film of 10 seconds with 25 frames per second and a key frame every quarter of a second. */
function pieceAt(piece: number): VideoPiece {
  const from = Math.floor(25 * PICTURE_PIECE_SECONDS * piece);
  const to = Math.ceil(25 * PICTURE_PIECE_SECONDS * (piece + 1));
  const packets = Array.from({ length: to - from }, (_, index): Packet => {
    const frame = from + index;
    const timestamp = frame * 40_000;
    // The cast is safe: the fake decoder reads the timestamp only.
    const coded = { toEncodedVideoChunk: () => ({ timestamp }) as EncodedVideoChunk };
    return { time: toSeconds(timestamp / 1e6), timestamp, isKey: index % 6 === 0, coded };
  });
  return { config: { codec: 'avc1.42001f' }, bytes: new ArrayBuffer(0), packets };
}

let pieces: LoadedFiles<VideoPiece>;
let loaded: number[];

beforeEach(() => {
  vi.stubGlobal('VideoDecoder', FakeDecoder);
  FakeDecoder.fed = [];
  FakeDecoder.restarts = 0;
  FakeDecoder.open = 0;
  loaded = [];
  pieces = new LoadedFiles({
    make: (_file, piece = 0) => {
      loaded.push(piece);
      return Promise.resolve(pieceAt(piece));
    },
    limit: 100,
  });
});

afterEach(() => {
  pieces[Symbol.dispose]();
  vi.unstubAllGlobals();
});

function open(): VideoFrames {
  return new VideoFrames(
    {
      location: { file: 'film', demuxer: '', stream: 0, start: ZERO },
      stored: { width: 960, height: 540 },
      width: 960,
      height: 540,
      turn: 'none',
      duration: toSeconds(10),
      alpha: false,
      defects: [],
    },
    pieces,
  );
}

/** Returns the index of the frame of a moment, as soon as it is there. */
async function frameAt(video: VideoFrames, second: number, more: Partial<SourceMoment> = {}) {
  const moment = { time: toSeconds(second), lead: ZERO, tail: toSeconds(0.08), ...more };
  const shown = await vi.waitUntil(() => video.peek(moment), { interval: 1 });
  return shown === 'none' ? shown : shown.frame.pixels[0];
}

it('decodes each frame once while the film plays on, over the ends of pieces', async () => {
  using video = open();
  for (let frame = 40; frame < 60; frame++) expect(await frameAt(video, frame / 25)).toBe(frame);
  expect(FakeDecoder.restarts).toBe(1);
  expect(FakeDecoder.fed).toEqual([...FakeDecoder.fed].sort((one, other) => one - other));
  // A piece begins with the frame that is shown then.
  expect(FakeDecoder.fed.filter((frame, index, fed) => fed.indexOf(frame) < index)).toEqual([62]);
  expect(FakeDecoder.fed[0]).toBe(37);
});

it('gives the frames of the decoder back at once', async () => {
  using video = open();
  for (let frame = 0; frame < 100; frame++) {
    await frameAt(video, frame / 25);
    expect(FakeDecoder.open).toBe(0);
  }
});

it('decodes from the key frame after a seek', async () => {
  using video = open();
  await frameAt(video, 0);
  FakeDecoder.fed = [];
  expect(await frameAt(video, 6.6)).toBe(165);
  expect(FakeDecoder.fed[0]).toBe(162);
});

it('plays backwards over key frames and pieces', async () => {
  using video = open();
  for (let frame = 60; frame >= 40; frame--)
    expect(await frameAt(video, frame / 25, { isBackward: true })).toBe(frame);
});

it('loads the next pieces before they are needed', async () => {
  using video = open();
  for (let frame = 0; frame < 8; frame++) await frameAt(video, frame / 25);
  expect(loaded).toEqual([0, 1, 2, 3]);
});

it('keeps the last frame for a while after the end, and then shows nothing', async () => {
  using video = open();
  expect(await frameAt(video, 10.04)).toBe(249);
  expect(await frameAt(video, 10.1)).toBe('none');
});

it('blends two frames by their times', async () => {
  using video = open();
  const moment = { time: toSeconds(1.99), lead: ZERO, tail: ZERO, blends: true as const };
  const blended = await vi.waitUntil(() => {
    const found = video.peek(moment);
    return found !== 'none' && found?.blended;
  });
  expect([blended.frame.pixels[0], blended.share]).toEqual([50, 0.75]);
});
