import { mkdir, readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Edit, EditWithOutputs } from '../client/built/types.ts';
import { createMediaFolder } from '../../test/media/render-edit.ts';
import {
  frame,
  type FramePictureOptions,
  probe,
  render,
  type RenderFileOptions,
  validate,
} from './library.ts';

const SIZE = { width: 128, height: 72 };
const output = { format: 'mp4', size: SIZE, fps: 12 } as const;

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  const background = { r: 255, g: 0, b: 0 };
  await sharp({ create: { ...SIZE, channels: 3, background } })
    .png()
    .toFile(media.path('red.png'));
  await sharp({ create: { ...SIZE, channels: 3, background: 'blue' } })
    .png()
    .toFile(media.path('blue.png'));
});
beforeEach(() => {
  vi.stubEnv('KINORA_HOME', media.path('home'));
  vi.stubEnv('TMPDIR', media.path('tmp'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await media[Symbol.asyncDispose]();
});

/** Returns an edit that is red for a second and then blue. */
function createEdit(): Edit {
  const clips = ['red.png', 'blue.png'].map((src, start) => ({
    asset: { type: 'image' as const, src },
    start,
    length: 1,
  }));
  return { timeline: { tracks: [{ clips }] }, output };
}

async function meanOf(picture: Uint8Array): Promise<number[]> {
  const { channels } = await sharp(picture).stats();
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean));
}

describe('render', () => {
  it('writes a file from relative sources and reports the progress', async () => {
    const phases = new Set<string>();
    const done = await render(createEdit(), {
      output: media.path('out.mp4'),
      folder: media.path('.'),
      onProgress: ({ phase }) => phases.add(phase),
    });
    expect(done).toEqual({
      outputs: [{ output: media.path('out.mp4'), ...SIZE, frames: 24, duration: 2 }],
      warnings: [],
    });
    expect([...phases]).toEqual(['fetching', 'preprocessing', 'rendering']);
    expect(await probe('out.mp4', { folder: media.path('.') })).toMatchObject({
      streams: [{ codec_name: 'h264', ...SIZE }],
    });
    expect(await readdir(media.path('tmp'))).toEqual([]);
  });

  it('writes each of several outputs, with the stills beside them', async () => {
    const { timeline } = createEdit();
    const still = { format: 'png', size: SIZE, range: { start: 1.5 } } as const;
    const edit: EditWithOutputs = { timeline, outputs: [{ ...output, poster: { capture: 0 } }, still] };
    const { outputs } = await render(edit, {
      output: [media.path('a.mp4'), media.path('b.png')],
      folder: media.path('.'),
    });
    expect(outputs).toMatchObject([
      { output: media.path('a.mp4'), poster: media.path('a-poster.jpg') },
      { output: media.path('b.png'), ...SIZE },
    ]);
    await expect(render(edit, { output: media.path('a.mp4') })).rejects.toMatchObject({
      name: 'KinoraError',
      code: 'validation_failed',
      message:
        'The edit has 2 outputs, but one file to write. Name one for each output, in the order of the edit. For several, `output` is a list of paths.',
    });
  });

  it('leaves nothing if it is stopped', async () => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const stopped = render(createEdit(), {
      output: media.path('stopped.mp4'),
      folder: media.path('.'),
      cache: false,
      signal,
      onProgress: ({ phase }) => phase === 'rendering' && stopping.abort(),
    });
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    const names = await readdir(media.path('.'));
    expect(names.filter((name) => name.includes('stopped'))).toEqual([]);
    expect(await readdir(media.path('tmp'))).toEqual([]);
  });

  it('rejects an invalid edit with a line for each problem', async () => {
    const edit = { timeline: { tracks: [] }, output: { format: 'mp5' } } as unknown as Edit;
    const rendering = render(edit, { output: media.path('never.mp4') });
    await expect(rendering).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(/^timeline\.tracks .*\noutput\.format /) as string,
    });
  });

  it('rejects a call without an output', async () => {
    for (const options of [{}, undefined]) {
      const rendering = render(createEdit(), options as unknown as RenderFileOptions);
      const message = '`output` must be the path of a file, or a list of paths, not undefined.';
      await expect(rendering).rejects.toThrow(message);
    }
  });

  it('passes on what is wrong with a setting', async () => {
    vi.stubEnv('KINORA_DIALECT', 'Shotstack');
    const rendering = render(createEdit(), { output: media.path('never.mp4') });
    await expect(rendering).rejects.toMatchObject({ code: 'invalid_setting' });
    vi.unstubAllEnvs();
  });
});

describe('frame', () => {
  it('draws the picture of a moment', async () => {
    const options = { folder: media.path('.') };
    const [red, blue] = [
      await frame(createEdit(), { at: 0.5, ...options }),
      await frame(createEdit(), { at: 1.5, format: 'jpeg', ...options }),
    ];
    expect(await sharp(red).metadata()).toMatchObject({ format: 'png', ...SIZE });
    expect(await sharp(blue).metadata()).toMatchObject({ format: 'jpeg', ...SIZE });
    const [redMean, blueMean] = [await meanOf(red), await meanOf(blue)];
    expect(redMean[0]).toBeGreaterThan(240);
    expect(blueMean[0]).toBeLessThan(15);
    expect(await readdir(media.path('tmp'))).toEqual([]);
  });

  it.each([[-1], [Number.NaN]])('rejects the time %s', async (at) => {
    await expect(frame(createEdit(), { at })).rejects.toThrow('`at` must be a number of seconds from 0');
  });

  it('rejects an unknown format and an unknown dialect', async () => {
    const wrong = [{ format: 'webp' }, { dialect: 'Shotstack' }].map((option) =>
      frame(createEdit(), { at: 0, ...option } as unknown as FramePictureOptions),
    );
    await expect(wrong[0]).rejects.toThrow('`format` must be "png" or "jpeg", not "webp".');
    await expect(wrong[1]).rejects.toThrow('`dialect` must be "interface" or "shotstack", not "Shotstack".');
  });

  it('rejects an output that the edit does not have', async () => {
    await expect(frame(createEdit(), { at: 0, for: 1 })).rejects.toThrow('`for` must be a whole number');
  });
});

describe('validate', () => {
  it('returns the problems of an edit with their fields', async () => {
    const { timeline } = createEdit();
    const { problems, warnings } = await validate({ timeline, output: { ...output, format: 'mp5' } });
    expect(problems).toEqual([
      {
        field: 'output.format',
        pointer: '/output/format',
        path: ['output', 'format'],
        code: 'not_allowed',
        message: expect.stringMatching(/^output\.format must be one of/) as string,
      },
    ]);
    expect(warnings).toEqual([]);
    expect((await validate('no edit')).problems).toHaveLength(1);
  });

  it('returns a problem for an edit that contains itself, or is nested too deeply', async () => {
    const circular: Record<string, unknown> = { ...createEdit() };
    circular['soundtrack'] = [circular];
    expect(await validate(circular)).toEqual({
      problems: [
        {
          field: 'soundtrack[0]',
          pointer: '/soundtrack/0',
          path: ['soundtrack', 0],
          code: 'circular',
          message: 'soundtrack[0] contains itself: remove it, or give a copy.',
        },
      ],
      warnings: [],
    });
    await expect(frame(circular as unknown as Edit, { at: 0 })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    let deep: unknown = {};
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    expect((await validate({ deep })).problems).toMatchObject([
      { code: 'wrong_form', message: expect.stringContaining('is nested too deeply') as string },
    ]);
    // The same value twice is not endless.
    const { timeline } = createEdit();
    const [track] = timeline.tracks;
    expect((await validate({ timeline: { tracks: [track, track] }, output })).problems).toEqual([]);
  });

  it('returns the warnings about a valid edit', async () => {
    const edit = { ...createEdit(), output: { ...output, fps: 12 } };
    expect(await validate(edit, { folder: media.path('.') })).toEqual({ problems: [], warnings: [] });
    const text = { asset: { type: 'text', text: 'word '.repeat(200) }, start: 0, length: 1 };
    const { problems, warnings } = await validate({ timeline: { tracks: [{ clips: [text] }] }, output });
    expect(problems).toEqual([]);
    expect(warnings[0]?.field).toMatch(/^timeline\.tracks\[0\]\.clips\[0\]/);
  });
});

describe('probe', () => {
  it('rejects with the reason if there is no such file', async () => {
    await expect(probe('gone.mp4', { folder: media.path('.') })).rejects.toMatchObject({
      name: 'KinoraError',
      code: 'asset_not_found',
      message: `"gone.mp4" was not found. Relative paths start from "${media.path('.')}".`,
    });
  });

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [3, '3'],
    [{}, 'a value of the type object'],
    ['', '""'],
    ['a\0b', String.raw`"a\u0000b"`],
  ])('rejects the source %j', async (source, name) => {
    await expect(probe(source as unknown as string)).rejects.toMatchObject({
      name: 'KinoraError',
      code: 'validation_failed',
      message: `The source must be a path or a URL, not ${name}.`,
    });
  });
});

describe('the options', () => {
  /** Calls every function with these options, beside those that are required. Returns the errors. */
  const failuresOf = (options: object | null) => {
    // The cast is the point: programs without types may pass anything.
    const given = (more: object) => (options && { ...more, ...options }) as never;
    const calls = [
      render(createEdit(), given({ output: media.path('never.mp4') })),
      frame(createEdit(), given({ at: 0 })),
      validate(createEdit(), given({})),
      probe('red.png', given({})),
    ];
    return Promise.all(calls.map((call) => call.then(() => 'It was accepted.', String)));
  };

  it.each([
    [null, 'The options must be an object, not null.'],
    [{ signal: {} }, '`signal` must be an AbortSignal, not a value of the type object.'],
    [{ folder: 3 }, '`folder` must be a string, the path of a folder, not 3.'],
    [{ folder: 'a\0b' }, '`folder` must be a string, the path of a folder, not "a\\u0000b".'],
    [{ folder: '/nonexist' }, '`folder` must be the path of a folder. "/nonexist" cannot be found.'],
    [{ foldr: '.' }, '`foldr` is not a known option. Did you mean `folder`?'],
  ])('of every function are checked: %j', async (options, message) => {
    expect(await failuresOf(options)).toEqual(Array(4).fill(`KinoraError: ${message}`));
  });

  it('name the folder if it is a file', async () => {
    const path = media.path('red.png');
    const message = `KinoraError: \`folder\` must be the path of a folder. "${path}" is a file.`;
    expect(await failuresOf({ folder: path })).toEqual(Array(4).fill(message));
  });

  it.each([
    [{ cach: false }, '`cach` is not a known option. Did you mean `cache`?'],
    [{ cache: 'no' }, '`cache` must be true or false, not "no".'],
    [{ onProgress: 3 }, '`onProgress` must be a function, not 3.'],
    [{ output: [] }, '`output` must be the path of a file, or a list of paths, not a list.'],
    [{ output: '' }, '`output` must be the path of a file, or a list of paths, not "".'],
    [{ dialect: 'Shotstack' }, '`dialect` must be "interface" or "shotstack", not "Shotstack".'],
  ])('of `render` are checked: %j', async (options, message) => {
    const [rendering] = await failuresOf(options);
    expect(rendering).toBe(`KinoraError: ${message}`);
  });

  it.each([
    [{ formt: 'png' }, '`formt` is not a known option. Did you mean `format`?'],
    [
      { quality: 3 },
      '`quality` is not a known option. The options here are `folder`, `signal`, `dialect`, `at`, `format`, `for`.',
    ],
    [{ for: 0.5 }, '`for` must be a whole number from 0, the place of an output of the edit, not 0.5.'],
    [{ at: '1' }, '`at` must be a number of seconds from 0, not "1".'],
  ])('of `frame` are checked: %j', async (options, message) => {
    const [, drawing] = await failuresOf(options);
    expect(drawing).toBe(`KinoraError: ${message}`);
  });

  it('that are undefined count as left out', async () => {
    const options = { folder: media.path('.'), signal: undefined, dialect: undefined };
    expect((await validate(createEdit(), options)).warnings).toEqual([]);
  });
});

it('says on an older Node.js what it needs', async () => {
  const older = { versions: { value: { node: '20.1.0' } }, version: { value: 'v20.1.0' } };
  vi.stubGlobal('process', Object.create(process, older));
  vi.resetModules();
  const loading = import('./library.ts');
  await expect(loading).rejects.toThrow('needs Node.js 24 or newer. This is v20.1.0.');
  vi.unstubAllGlobals();
});
