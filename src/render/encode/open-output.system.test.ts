import { join } from 'node:path';
import { CodecContext, FormatContext, Frame } from 'node-av';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMediaFolder } from '../../../test/media/render-edit.ts';
import { toRate } from '../../base/time.ts';
import { createVideoFrame } from '../av/video/video-frame.ts';
import { openOutput, type OutputFormat } from './open-output.ts';
import type { OutputFileSettings } from './output-file.ts';

const SHAPE: OutputFileSettings = {
  width: 64,
  height: 36,
  rate: toRate(25),
  hasSound: true,
  quality: 'medium',
  encoder: 'few threads',
  loops: false,
};

let folder: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => void (folder = await createMediaFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

/** Counts how often FFmpeg resources were allocated and freed. */
let taken: { encoders: () => [number, number]; files: () => [number, number] };
beforeEach(() => {
  const encoders = recordCalls(CodecContext.prototype, 'allocContext3', 'freeContext');
  const files = recordCalls(FormatContext.prototype, 'allocOutputContext2', 'freeContext');
  taken = { encoders, files };
});
afterEach(() => vi.restoreAllMocks());

function recordCalls<Kind extends object>(
  kind: Kind,
  take: keyof Kind & string,
  free: keyof Kind & string,
): () => [number, number] {
  const spies = [take, free].map((name) => vi.spyOn(kind as Record<string, () => unknown>, name));
  return () => [spies[0]?.mock.calls.length ?? 0, spies[1]?.mock.calls.length ?? 0];
}

describe('an output that cannot be opened frees everything', () => {
  it.each<[OutputFormat, number]>([
    ['mp4', 2],
    ['mp3', 1],
  ])('if its file cannot be created: %s', async (format, encoders) => {
    const nowhere = join(folder.path('no such folder'), `file.${format}`);
    await expect(openOutput(format, nowhere, SHAPE)).rejects.toThrow('open the file for writing');
    expect(taken.encoders()).toEqual([encoders, encoders]);
    expect(taken.files()).toEqual([1, 1]);
  });

  it.each<[OutputFormat, number]>([
    ['mp4', 1],
    ['mp4', 2],
    ['mp3', 1],
  ])('if an encoder fails: %s, encoder %i', async (format, failing) => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its own context
    const open = CodecContext.prototype.open2;
    let opened = 0;
    vi.spyOn(CodecContext.prototype, 'open2').mockImplementation(function (
      this: CodecContext,
      ...given: Parameters<CodecContext['open2']>
    ) {
      return ++opened === failing ? Promise.resolve(-12) : open.apply(this, given);
    });
    await expect(openOutput(format, folder.path(`none.${format}`), SHAPE)).rejects.toThrow(
      /^Could not open the .* encoder/,
    );
    expect(taken.encoders()).toEqual([failing, failing]);
    expect(taken.files()).toEqual([1, 1]);
  });
});

it('a picture is freed even if the previous one could not be encoded', async () => {
  await using output = await openOutput('mp4', folder.path('failing.mp4'), { ...SHAPE, hasSound: false });
  vi.spyOn(CodecContext.prototype, 'sendFrame').mockResolvedValue(-12);
  const freed = vi.spyOn(Frame.prototype, 'free');
  await output.writeFrame(createVideoFrame(64, 36), false);
  const second = createVideoFrame(64, 36);
  await output.writeFrame(second, false);
  await expect(output.finish()).rejects.toThrow('encode the frame');
  expect(freed.mock.contexts).toContain(second);
  expect(freed).toHaveBeenCalledTimes(2);
});
