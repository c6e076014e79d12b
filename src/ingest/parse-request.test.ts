import { describe, expect, it } from 'vitest';
import type { Problem } from '../edit/index.ts';
import { parseSourceRequest, parseUploadRequest, RENDITION_FORMATS } from './index.ts';

const url = 'https://example.com/a.mp4';

function problemsOf(input: unknown): readonly Problem[] {
  const parsed = parseSourceRequest(input);
  return parsed.ok ? [] : parsed.problems;
}

/** Returns the problems of a request with one rendition, as messages without the path to the rendition. */
function messagesOf(rendition: unknown): string[] {
  const found = problemsOf({ url, outputs: { renditions: [rendition] } });
  return found.map(({ message }) => message.replace('outputs.renditions[0]', 'R'));
}

describe('a request for a source', () => {
  it('needs only a URL', () => {
    expect(parseSourceRequest({ url })).toEqual({
      ok: true,
      value: { url, outputs: {}, destinations: [], hasSingleDestination: false, callback: undefined },
    });
  });

  it('keeps what the client wrote, with unknown properties', () => {
    const renditions = [
      {
        format: 'webm',
        size: { height: 360, depth: 3 },
        fit: 'contain',
        resolution: 'fhd',
        quality: 100,
        fps: 23.976,
        speed: { speed: 0.5, preservePitch: false },
        keyframeInterval: 300,
        fixOffset: true,
        fixRotation: false,
        enhance: { audio: { provider: 'dolby', options: { preset: 'mobile_phone' } } },
        filename: 'holiday',
        colour: 'blue',
      },
      {},
    ];
    const outputs = { renditions, transcription: { format: 'srt' }, thumbnails: true };
    const parsed = parseSourceRequest({ url, outputs, callback: 'http://example.com/hook', tag: 1 });
    expect(parsed).toMatchObject({ ok: true, value: { url, outputs, callback: 'http://example.com/hook' } });
  });

  it.each([[{ provider: 'mux' }], [[{ provider: 'mux' }]]])('may name the destinations as %j', (given) => {
    const parsed = parseSourceRequest({ url, destinations: given });
    expect(parsed).toMatchObject({ ok: true, value: { destinations: [{ provider: 'mux' }] } });
  });

  it('gets the provider of an improvement if it names none', () => {
    const rendition = { enhance: { audio: { options: { preset: 'music' } } } };
    const parsed = parseSourceRequest({ url, outputs: { renditions: [rendition] } });
    const enhance = { audio: { provider: 'dolby', options: { preset: 'music' } } };
    expect(parsed).toMatchObject({ ok: true, value: { outputs: { renditions: [{ enhance }] } } });
  });

  it.each(RENDITION_FORMATS)('may ask for %s', (format) => {
    expect(messagesOf({ format })).toEqual([]);
  });

  it.each([
    [undefined, 'wrong_type', 'missing'],
    [null, 'wrong_type', 'null'],
    [[], 'wrong_type', 'array'],
    ['{}', 'wrong_type', 'string'],
  ])('cannot be %j', (input, code, type) => {
    expect(problemsOf(input)).toEqual([
      { path: [], field: '', pointer: '', code, type, message: 'The body must be a JSON object.' },
    ]);
  });

  const http = 'url must be a URL of at most 8192 characters that starts with http:// or https://';
  it.each([
    [{}, `${http.replace('must be', 'is required:')}.`],
    [{ url: 5 }, `${http}, not 5.`],
    [{ url: '' }, `${http}.`],
    [{ url: 'ftp://user:secret@example.com/a.mp4' }, `${http}.`],
    [{ url: 'file:///etc/passwd' }, `${http}.`],
    [{ url: 'https://' }, `${http}.`],
    [{ url: `${url}\0` }, `${http}.`],
    [{ url: `${url}?${'x'.repeat(8192)}` }, `${http}.`],
    [{ url, outputs: [] }, 'outputs must be an object, not a list.'],
    [{ url, outputs: { renditions: {} } }, 'outputs.renditions must be a list, not an object.'],
    [
      { url, outputs: { renditions: Array.from({ length: 101 }, () => ({})) } },
      'outputs.renditions must have at most 100 items.',
    ],
    [
      { url, outputs: { transcription: { format: 'ttml' } } },
      'outputs.transcription.format must be one of "srt", "vtt", not "ttml".',
    ],
    [
      { url, destinations: 'mux' },
      'destinations must be a destination or a list of destinations, not "mux".',
    ],
    [
      { url, destinations: [{ provider: 's4' }] },
      expect.stringMatching(/^destinations\[0\].provider must be one of .* mean "s3"\?$/),
    ],
    [
      { url, destinations: { provider: 's3' } },
      'destinations.options is required: an object that says where the files go.',
    ],
    [{ url, callback: 'ftp://example.com' }, 'callback must be a URL that starts with http:// or https://.'],
  ])('is rejected: %j', (input, message) => {
    expect(problemsOf(input).map((problem) => problem.message)).toEqual([message]);
  });

  it('never repeats a URL, because it may contain a password', () => {
    const secret = 'ftp://user:secret@example.com';
    expect(JSON.stringify(problemsOf({ url: secret, callback: secret }))).not.toContain('secret@');
  });

  it('is rejected with every bad field at once, in document order', () => {
    const renditions = [{ quality: 0, size: { width: 5000 } }, { format: 'flv' }, 3];
    const found = problemsOf({ callback: 5, outputs: { renditions, transcription: true } });
    expect(found.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/callback wrong_type',
      '/outputs/renditions/0/quality out_of_range',
      '/outputs/renditions/0/size/width out_of_range',
      '/outputs/renditions/1/format not_allowed',
      '/outputs/renditions/2 wrong_type',
      '/outputs/transcription wrong_type',
      '/url required',
    ]);
  });

  it('has at most 100 problems', () => {
    const renditions = Array.from({ length: 100_000 }, () => 5);
    expect(problemsOf({ url, outputs: { renditions } })).toHaveLength(100);
  });
});

describe('a rendition', () => {
  it.each([
    [
      { format: 'mp5' },
      expect.stringMatching(/^R.format must be one of 15 names, .* Did you mean "mp\d"\?$/),
    ],
    [{ size: {} }, 'R.size must have a width, a height or both.'],
    [{ size: 5 }, 'R.size must be an object, not 5.'],
    [{ size: { width: 0 } }, 'R.size.width must be 1 or more, not 0.'],
    [{ size: { width: 4097, height: 1 } }, 'R.size.width must be 4096 or less, not 4097.'],
    [{ size: { height: 1.5 } }, 'R.size.height must be a whole number, not 1.5.'],
    [{ size: { height: '360' } }, 'R.size.height must be a number, not "360". Write it without quotes.'],
    [{ fit: 'none' }, 'R.fit must be one of "cover", "contain", "crop", not "none".'],
    [
      { resolution: '1080' },
      'R.resolution must be one of "preview", "mobile", "sd", "hd", "fhd", not "1080".',
    ],
    [{ quality: 101 }, 'R.quality must be 100 or less, not 101.'],
    [{ quality: 50.5 }, 'R.quality must be a whole number, not 50.5.'],
    [{ fps: 26 }, 'R.fps must be one of 12, 15, 23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60, not 26.'],
    [{ speed: 2 }, 'R.speed must be an object, not 2.'],
    [{ speed: { speed: 10.1 } }, 'R.speed.speed must be 10 or less, not 10.1.'],
    [{ speed: { speed: -1 } }, 'R.speed.speed must be 0 or more, not -1.'],
    [{ speed: { preservePitch: 'no' } }, 'R.speed.preservePitch must be true or false, not "no".'],
    [{ keyframeInterval: 0 }, 'R.keyframeInterval must be 1 or more, not 0.'],
    [{ keyframeInterval: 301 }, 'R.keyframeInterval must be 300 or less, not 301.'],
    [{ fixOffset: 1 }, 'R.fixOffset must be true or false, not 1.'],
    [{ fixRotation: null }, 'R.fixRotation must be true or false, not null.'],
    [{ enhance: { audio: {} } }, 'R.enhance.audio.options is required: an object.'],
    [
      { enhance: { audio: { provider: 'sony', options: { preset: 'music' } } } },
      'R.enhance.audio.provider must be "dolby", not "sony".',
    ],
    [
      { enhance: { audio: { options: { preset: 'musik' } } } },
      expect.stringMatching(/^R.enhance.audio.options.preset must be one of .* Did you mean "music"\?$/),
    ],
    [
      { enhance: { audio: { options: { preset: 'music' }, level: 3 } } },
      'R.enhance.audio.level is not a known property. The properties here are provider, options.',
    ],
    [{ filename: 'a\0b' }, 'R.filename must not contain the character U+0000.'],
    [{ filename: 'x'.repeat(256) }, 'R.filename must have at most 255 characters.'],
  ])('cannot be %j', (rendition, message) => {
    expect(messagesOf(rendition)).toEqual([message]);
  });
});

describe('a request for an upload', () => {
  it.each([[undefined], [{}], [{ url: 5 }]])('needs nothing: %j', (input) => {
    expect(parseUploadRequest(input)).toEqual({
      ok: true,
      value: { outputs: {}, destinations: [], hasSingleDestination: false, callback: undefined },
    });
  });

  it('has the same options as a source', () => {
    const options = {
      outputs: { transcription: {} },
      destinations: [{ provider: 'mux' }],
      callback: 'https://example.com',
    };
    expect(parseUploadRequest(options)).toEqual({
      ok: true,
      value: { ...options, hasSingleDestination: false },
    });
    expect(parseUploadRequest({ outputs: { renditions: [{ fps: 1 }] } })).toMatchObject({
      ok: false,
      problems: [{ pointer: '/outputs/renditions/0/fps' }],
    });
  });
});
