import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { makeClip, paintNumber } from '../../test/media/clips.ts';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/logger.ts';
import { type Edit, reduceToMoment, toParsedEdit } from '../edit/index.ts';
import { obstacle, testBrowser } from './browse/browser.fixture.ts';
import { failureOf } from '../base/failure-of.fixture.ts';
import { openSources, type Sources } from './fetch/index.ts';
import type { GeneratedMedia } from './generate/generated-media.ts';
import { type FixtureServer, startFixtureServer } from '../outbound/server.fixture.ts';
import { writeImage } from './probe/files.fixture.ts';
import { openRenderer, type Renderer, type RendererConfig } from './renderer.ts';
import type { DryRun } from './resolve/dry-run.ts';

/** Bytes of padding between the head and the index of the large file. */
const PADDING = 20_000_000;

let folder: string;
let server: FixtureServer;
let sources: Sources;
const files: Record<string, Buffer> = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-look-'));
  const clip = join(folder, 'clip.mp4');
  const ticks = Array.from({ length: 100 }, (_, index) => index);
  await makeClip(clip, { width: 160, height: 90, clock: 25, ticks, paint: paintNumber });
  await writeImage(join(folder, 'image.png'));
  const video = await readFile(clip);
  files['/image.png'] = await readFile(join(folder, 'image.png'));
  files['/clip.mp4'] = video;
  files['/large.mp4'] = padded(video);
  files['/page.mp4'] = Buffer.from('<html>Please log in.</html>');
  server = await startFixtureServer(({ url = '', headers }, response) => {
    const file = files[url.split('?')[0] ?? ''];
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const [, from = 0, to = 0] = (/(\d+)-(\d+)/.exec(headers.range ?? '') ?? []).map(Number);
    const piece = file.subarray(from, to + 1);
    response
      .writeHead(206, { 'content-range': `bytes ${from}-${from + piece.length - 1}/${file.length}` })
      .end(piece);
  });
  sources = openSources({ folder: join(folder, 'cache'), allowHosts: ['127.0.0.1'] });
});
afterAll(async () => {
  await sources.close();
  await server.close();
  await rm(folder, { recursive: true });
});

/** Returns the same video with padding before the index at its end. */
function padded(video: Buffer): Buffer {
  const index = video.indexOf('moov', 0, 'latin1') - 4;
  const free = Buffer.alloc(PADDING);
  free.writeUInt32BE(PADDING);
  free.write('free', 4, 'latin1');
  return Buffer.concat([video.subarray(0, index), free, video.subarray(index)]);
}

const context = () => ({ owner: 'owner', signal: new AbortController().signal });
const browser = testBrowser();

function open(more: Partial<RendererConfig> = {}): Renderer {
  return openRenderer({ sources, browser, folder, log: SILENT, ...more });
}

const urlOf = (name: string) => `${server.url.replace('//', '//user:S3CRET@')}/${name}?token=S3CRET`;

function editOf(...names: string[]): Edit {
  const clips = names.map((name) => ({
    asset: { type: 'video' as const, src: urlOf(name) },
    start: 'auto' as const,
    length: 'auto' as const,
  }));
  return { timeline: { tracks: [{ clips }] }, output: { format: 'mp4', size: { width: 160, height: 90 } } };
}

function fetchedBytes(): number {
  return server.requests.reduce((sum, { headers }) => {
    const [, from = 0, to = 0] = (/(\d+)-(\d+)/.exec(headers.range ?? '') ?? []).map(Number);
    return sum + to + 1 - from;
  }, 0);
}

describe('a render', () => {
  it('tells the maker of generated media when the client asked', async () => {
    const requestedAt = new Date('2026-01-02T03:04:05Z');
    const asked: (Date | undefined)[] = [];
    const generated: GeneratedMedia = {
      obtain: (_request, given) => {
        asked.push(given.requestedAt);
        return Promise.reject(new KinoraError('provider_refused', 'Enough is known.'));
      },
      find: () => Promise.resolve(undefined),
      findOrMake: () => Promise.resolve(undefined),
    };
    const asset = { type: 'text-to-image' as const, prompt: 'A cat' };
    const edit: Edit = { ...editOf(), timeline: { tracks: [{ clips: [{ asset, start: 0, length: 1 }] }] } };
    const to = { output: join(folder, 'never.mp4') };
    const options = { ...context(), watermark: false, folder, requestedAt };
    await expect(open({ generated }).render(toParsedEdit(edit), to, options)).rejects.toThrow(
      'Enough is known.',
    );
    expect(asked).toEqual([requestedAt]);
  });
});

describe('a probe', () => {
  it('reads only the beginning and the end of a large file', async () => {
    server.requests.length = 0;
    const { format, streams } = await open().probe(urlOf('large.mp4'), context());
    expect(format).toMatchObject({
      filename: `${server.url}/large.mp4?token=S3CRET`,
      duration: '4.000000',
      size: String(files['/large.mp4']?.length),
    });
    expect(streams).toMatchObject([{ codec_name: 'h264', width: 160, height: 90 }]);
    expect(fetchedBytes()).toBeLessThan(PADDING / 10);
  });

  it.each([
    ['page.mp4', 'asset_not_media: URL/page.mp4 is not a media file: its content is an HTML page.'],
    ['gone.mp4', 'asset_not_found: URL/gone.mp4 was not found: its server returned 404.'],
  ])('says why it cannot read %s, without secrets', async (name, message) => {
    const error = await failureOf(open().probe(urlOf(name), context()));
    expect(error.replace(server.url, 'URL')).toBe(message);
  });
});

describe('an SVG that only a browser draws as it is meant', () => {
  const MARKUP =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" style="fill:var(--a, #00ff00)"/></svg>';
  const asset = (src: string) => ({ type: 'image' as const, src });
  const clips = [
    { asset: { type: 'svg' as const, src: MARKUP }, width: 40, height: 40, position: 'left' as const },
    { asset: asset(''), fit: 'none' as const, position: 'right' as const },
  ].map((clip) => ({ ...clip, start: 0, length: 1 }));

  /** Returns the edit, whose file has an address only now. */
  function editOfSvgs(): Edit {
    files['/drawing.svg'] = Buffer.from(MARKUP);
    const [inline, file] = clips;
    const edit = editOf();
    const shown = [inline!, { ...file!, asset: asset(urlOf('drawing.svg')) }];
    edit.timeline.tracks = shown.map((clip) => ({ clips: [clip] }));
    return edit;
  }

  const request = { at: 0, format: 'png', watermark: false } as const;
  const fields = [0, 1].map((index) => `timeline.tracks[${index}].clips[0].asset.src`);

  it.skipIf(obstacle !== undefined)('is drawn by the browser, in an edit and in a file', async () => {
    const renderer = open();
    const { picture, warnings } = await renderer.frame(toParsedEdit(editOfSvgs()), request, context());
    await renderer.close();
    const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const colourAt = (x: number): number[] => [...data.subarray((45 * 160 + x) * 3, (45 * 160 + x) * 3 + 3)];
    expect([5, 80, 155].map(colourAt)).toEqual([
      [0, 255, 0],
      [0, 0, 0],
      [0, 255, 0],
    ]);
    expect(warnings).toEqual([]);
  });

  it.skipIf(obstacle !== undefined)(
    'has renditions that the browser draws, and others without it',
    async () => {
      const path = join(folder, 'drawing.svg');
      await writeFile(path, MARKUP);
      const colourOf = async (renderer: Renderer, name: string): Promise<number[]> => {
        const to = { folder, name };
        const made = await renderer.convert(path, { format: 'png', size: { width: 80 } }, to, context());
        expect(made).toMatchObject({ width: 80, height: 80 });
        const { data, info } = await sharp(made.path)
          .ensureAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        const middle = ((info.height >> 1) * info.width + (info.width >> 1)) * 4;
        return [...data.subarray(middle, middle + 3)];
      };
      expect(await colourOf(open(), 'drawn')).toEqual([0, 255, 0]);
      expect(await readdir(folder)).not.toContain('drawn-drawing.png');
      const fail = () => Promise.reject(new KinoraError('browser_unavailable', 'There is no browser.'));
      const none = { ...browser, capture: fail };
      expect(await colourOf(open({ browser: none }), 'replaced')).not.toEqual([0, 255, 0]);
    },
  );

  it('is drawn without a browser, with a warning, also in a dry run', async () => {
    const error = new KinoraError('browser_unavailable', 'There is no browser.');
    const none = {
      capture: () => Promise.reject(error),
      film: () => Promise.reject(error),
      findObstacle: () => Promise.resolve(error.message),
      close: () => Promise.resolve(),
    };
    const renderer = open({ browser: none });
    const expected = fields.map((field) => ({
      field,
      text: 'The SVG uses what only a browser draws (var()), and no browser draws it, so parts of it may be missing or wrong. There is no browser.',
    }));
    const edit = toParsedEdit(editOfSvgs());
    expect((await renderer.frame(edit, request, context())).warnings).toEqual(expected);
    const { warnings } = JSON.parse(await renderer.dryRun(edit, context())) as DryRun;
    expect(warnings).toEqual(expected);
    await renderer.close();
  });
});

describe('a dry run', () => {
  const dryRunOf = async (edit: Edit, more = {}): Promise<DryRun> =>
    JSON.parse(await open(more).dryRun(toParsedEdit(edit), context())) as DryRun;

  it('returns the times of readable sources, and warns of the others', async () => {
    const edit = editOf('clip.mp4', 'large.mp4', 'gone.mp4', 'page.mp4', 'image.png');
    const { timeline, warnings } = await dryRunOf(edit);
    const [track] = timeline.tracks;
    expect(track?.clips.map(({ start, length }) => [start, length])).toEqual([
      ...[
        [0, 4],
        [4, 4],
        [8, null],
        [null, null],
        [null, null],
      ],
    ]);
    expect(warnings.map(({ text }) => text.split(`${server.url}/`)[1])).toEqual([
      'gone.mp4 was not found: its server returned 404.',
      'page.mp4 is not a media file: its content is an HTML page.',
      'image.png is an image, but the asset needs a video.',
    ]);
    expect(JSON.stringify(warnings)).not.toContain('S3CRET');
  });

  it('handles an edit with many clips in a child process', async () => {
    const long = editOf();
    const text = { type: 'text', text: 'A' } as const;
    const clips = Array.from({ length: 2000 }, (_, start) => ({ asset: text, start, length: 1 }));
    const edit = { ...long, timeline: { tracks: [{ clips }] } };
    const { timeline, warnings } = await dryRunOf(edit);
    expect([timeline.duration, timeline.tracks[0]?.clips.length, warnings]).toEqual([2000, 2000, []]);
    expect(timeline.tracks[0]?.clips.at(-1)).toEqual({ start: 1999, length: 1 });
  });

  it('warns of texts and captions that do not fit, like a frame and a render', async () => {
    const letters = 'Too long for its box '.repeat(20);
    files['/talk.srt'] = Buffer.from(`1\n00:00:00,000 --> 00:00:01,000\n${letters}\n`);
    const text = { type: 'rich-text', text: letters, font: { size: 40 } } as const;
    const caption = { type: 'caption', src: `${server.url}/talk.srt` } as const;
    const box = { start: 0, length: 1, width: 100, height: 40 };
    const long = editOf();
    const tracks = [{ clips: [{ ...box, asset: text }] }, { clips: [{ ...box, asset: caption }] }];
    const edit = { ...long, timeline: { tracks } };
    const expected = [
      {
        field: 'timeline.tracks[0].clips[0].asset',
        text: expect.stringMatching(/^The text needs \d+ px/) as string,
      },
      {
        field: 'timeline.tracks[1].clips[0].asset',
        text: expect.stringContaining('The first is "Too long') as string,
      },
    ];
    expect((await dryRunOf(edit)).warnings).toEqual(expected);
    const renderer = open();
    const frame = await renderer.frame(
      toParsedEdit(edit),
      { at: 0.5, format: 'png', watermark: false },
      context(),
    );
    expect(frame.warnings).toEqual(expected);
    const output = join(folder, 'texts.mp4');
    const texts = toParsedEdit({ ...edit, timeline: { tracks: tracks.slice(0, 1) } });
    const rendered = await renderer.render(texts, { output }, { ...context(), folder, watermark: false });
    expect(rendered.warnings).toEqual(expected.slice(0, 1));
    await renderer.close();
  });

  it('opens at most 500 sources, and warns of failures', async () => {
    let asked = 0;
    const openForInspection = (): never => {
      asked += 1;
      throw new KinoraError('asset_not_found', 'It was not found.');
    };
    const many = editOf(...Array.from({ length: 700 }, (_, index) => String(index)));
    const { warnings } = await dryRunOf(many, { sources: { ...sources, openForInspection } });
    expect([asked, warnings.length]).toEqual([500, 100]);
  });

  it('ends when it is cancelled', async () => {
    const ended = open().dryRun(toParsedEdit(editOf('clip.mp4')), {
      ...context(),
      signal: AbortSignal.abort(),
    });
    expect(await failureOf(ended)).toContain('cancelled');
  });
});

describe('a frame', () => {
  const frame = async (edit: Edit, at: number, more: Partial<RendererConfig> = {}): Promise<Buffer> => {
    const renderer = open(more);
    try {
      const request = { at, format: 'png', watermark: false } as const;
      const { picture } = await renderer.frame(toParsedEdit(edit), request, context());
      return await sharp(picture).removeAlpha().raw().toBuffer();
    } finally {
      await renderer.close();
    }
  };

  it('of a large file equals that of the small file, and fetches only what it needs', async () => {
    server.requests.length = 0;
    const [large, small] = [await frame(editOf('large.mp4'), 2.6), await frame(editOf('clip.mp4'), 2.6)];
    expect(large.equals(small)).toBe(true);
    expect(fetchedBytes()).toBeLessThan(PADDING / 10);
    expect(large.equals(await frame(editOf('clip.mp4'), 2.7))).toBe(false);
  });

  it('names the source that is unavailable', async () => {
    expect((await failureOf(frame(editOf('clip.mp4', 'gone.mp4'), 0))).replace(server.url, 'URL')).toBe(
      'asset_not_found: timeline.tracks[0].clips[1].asset.src: URL/gone.mp4 was not found: its server returned 404.',
    );
  });

  it('does not need sources that are invisible at its second', async () => {
    const [clip] = editOf('clip.mp4').timeline.tracks[0]!.clips;
    const [gone] = editOf('gone.mp4').timeline.tracks[0]!.clips;
    const clips = [clip!, { ...gone!, start: 3, length: 2 }];
    const edit = { ...editOf(), timeline: { soundtrack: { src: urlOf('gone.mp3') }, tracks: [{ clips }] } };
    expect((await frame(reduceToMoment(edit, 1), 1)).equals(await frame(editOf('clip.mp4'), 1))).toBe(true);
    expect(await failureOf(frame(reduceToMoment(edit, 4), 4))).toContain('asset_not_found');
  });

  it('that exceeds the limits of its process is an error of the edit', async () => {
    const frameLimits = { memoryBytes: 2 ** 20, timeMs: 60_000, stallMs: 60_000 };
    expect(await failureOf(frame(editOf('clip.mp4'), 1, { frameLimits }))).toBe(
      'validation_failed: The frame needs more time or memory than a single frame is allowed. Use fewer clips, or smaller media and shorter texts at 1 s.',
    );
  });

  test('beyond the end is rejected with the length of the edit', async () => {
    expect(await failureOf(frame(editOf('clip.mp4'), 4))).toBe(
      'validation_failed: There is no frame at 4 s: the edit lasts 4 s.',
    );
  });
});
