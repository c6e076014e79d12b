import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KinoraError } from '../../../base/errors.ts';
import { unpackEdit } from '../../../edit/index.ts';
import { EDIT, openTestServer, type TestServer } from '../server.fixture.ts';
import { parseMediaUrl } from './probe-route.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  for (const work of Object.values(server.inspection)) work.mockClear();
});

const MEDIA = 'https://user:pass@a.example/b c/d.mp4?e=f&g=%20';
const ENCODED = encodeURIComponent(MEDIA);
const URL_OF_IT = 'https://user:pass@a.example/b%20c/d.mp4?e=f&g=%20';

describe('the URL of a probe', () => {
  it.each([
    ['encoded as one segment', ENCODED, URL_OF_IT],
    ['encoded, before a query of the request', `${ENCODED}?x=1`, URL_OF_IT],
    ['encoded twice', encodeURIComponent(ENCODED), URL_OF_IT],
    ['not encoded', 'https://a.example/b%20c.mp4?e=f?g', 'https://a.example/b%20c.mp4?e=f?g'],
    ['not encoded, with a missing slash', 'https:/a.example/b.mp4?e=f', 'https://a.example/b.mp4?e=f'],
    ['with only its slashes encoded', 'http:%2F%2Fa.example%2Fb.mp4', 'http://a.example/b.mp4'],
    ['in upper case', 'HTTPS%3A%2F%2FA.example%2FB.mp4', 'https://a.example/B.mp4'],
  ])('may be sent %s', (_how, sent, url) => {
    expect(parseMediaUrl(`/edit/v1/probe/${sent}`)).toBe(url);
  });

  it.each([
    '',
    'a.mp4',
    'ftp%3A%2F%2Fa.example%2Fb',
    'file:///etc/passwd',
    'http%3A%2F%2F',
    '%2Fetc%2Fpasswd',
  ])('is rejected if it is %j', (sent) => {
    expect(() => parseMediaUrl(`/edit/v1/probe/${sent}`)).toThrow(
      'url must be an http or https URL, percent-encoded as one path segment.',
    );
  });
});

describe('GET /probe/{url}', () => {
  it.each(['/edit/v1', '/v1'])('returns the metadata of the file at %s', async (base) => {
    const answer = await server.ask('GET', `${base}/probe/${ENCODED}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      success: true,
      message: 'ok',
      response: {
        metadata: {
          streams: [{ index: 0, codec_type: 'video', disposition: { default: 1 } }],
          chapters: [],
          format: { filename: 'a.mp4', nb_streams: 1 },
        },
      },
    });
    const [url, { owner }] = server.inspection.probe.mock.calls[0]!;
    expect([url, owner]).toEqual([URL_OF_IT, server.owners.v1]);
  });

  it.each(['', '?x=1'])('explains that the URL is missing in /probe/%s', async (rest) => {
    const answer = await server.ask('GET', `/edit/v1/probe/${rest}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      response: { message: 'url is required: append the URL of a file to the path.' },
    });
  });

  it('accepts the longest URL that fits a request', async () => {
    const url = `https://a.example/${'b'.repeat(12_000)}`;
    expect((await server.ask('GET', `/edit/v1/probe/${encodeURIComponent(url)}`)).statusCode).toBe(200);
    expect(server.inspection.probe.mock.calls[0]?.[0]).toBe(url);
  });

  it('returns the error of the inspection in the envelope', async () => {
    const sentence = 'https://a.example/ is not a media file: its content is an HTML page.';
    server.inspection.probe.mockRejectedValueOnce(new KinoraError('asset_not_media', sentence));
    const answer = await server.ask('GET', '/edit/v1/probe/https%3A%2F%2Fa.example');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      success: false,
      response: { message: sentence, error: { code: 'asset_not_media' } },
    });
  });

  it('returns 503 with retry-after if too many inspections are running', async () => {
    server.inspection.probe.mockRejectedValueOnce(new KinoraError('queue_full', 'Too many.'));
    const answer = await server.ask('GET', '/edit/v1/probe/https%3A%2F%2Fa.example');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  });
});

describe('POST /render?dryRun=true', () => {
  it('returns the result that a render would have, and queues nothing', async () => {
    const answer = await server.ask('POST', '/edit/stage/render?dryRun=true', EDIT);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      success: true,
      message: 'OK',
      response: {
        message: 'Dry Run: Nothing Was Rendered',
        timeline: { duration: null, tracks: [{ clips: [{ start: 0, length: null }] }] },
        output: { format: 'mp4', width: 64, height: 36, fps: 25, frames: null, duration: null },
        warnings: [{ field: 'timeline', text: 'It is long.' }],
      },
    });
    const [edit, { owner }] = server.inspection.dryRun.mock.calls[0]!;
    expect([unpackEdit(edit), owner]).toEqual([JSON.parse(EDIT), server.owners.stage]);
    const list = await server.ask('GET', '/edit/stage/render');
    expect(list.json<{ response: { renders: object[] } }>().response.renders).toEqual([]);
  });

  it('inspects the merged edit', async () => {
    const body = {
      ...(JSON.parse(EDIT.replace('Héllo', '{{ A }}')) as object),
      merge: [{ find: 'A', replace: 'b' }],
    };
    expect((await server.ask('POST', '/edit/v1/render?dryRun=true', body)).statusCode).toBe(200);
    const [edit] = server.inspection.dryRun.mock.calls[0]!;
    const clip = unpackEdit(edit).timeline.tracks[0]?.clips[0];
    expect(clip?.asset).toMatchObject({ text: 'b' });
  });

  it.each([
    ['an invalid edit', '?dryRun=true', '{"timeline":{}}', 'validation_failed'],
    ['a body that is not JSON', '?dryRun=true', '{', 'not_json'],
    ['a flag that is neither true nor false', '?dryRun=yes', EDIT, 'validation_failed'],
  ])('rejects %s', async (_what, query, body, code) => {
    const answer = await server.ask('POST', `/edit/v1/render${query}`, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ response: { error: { code } } });
    expect(server.inspection.dryRun).not.toHaveBeenCalled();
  });
});

describe('a dry run that makes what costs nothing', () => {
  const asset = { type: 'text-to-image', prompt: 'A cat' };
  const edit = {
    timeline: { tracks: [{ clips: [{ asset, start: 0, length: 2 }] }] },
    output: { format: 'mp4', resolution: 'sd' },
  };

  it('requires no service, and says what cannot be made', async () => {
    expect((await server.ask('POST', '/edit/v1/render?dryRun=true', edit)).statusCode).toBe(400);
    server.inspection.dryRun.mockClear();
    const answer = await server.ask('POST', '/edit/v1/render?dryRun=true&generate=free', edit);
    expect(answer.statusCode).toBe(200);
    const [, , free] = server.inspection.dryRun.mock.calls[0]!;
    expect(free?.unavailable).toEqual([
      {
        field: 'timeline.tracks[0].clips[0].asset.type',
        text: expect.stringContaining('no credentials for a service') as string,
        reason: 'unavailable',
      },
    ]);
  });

  it('counts as an inspection, as every dry run does, so that a render is still possible', async () => {
    const limited = await openTestServer(undefined, 10, { rateLimits: 1 / 300 });
    try {
      const dry = await limited.ask('POST', '/edit/v1/render?dryRun=true&generate=free', EDIT);
      expect([dry.statusCode, dry.headers['ratelimit-remaining']]).toEqual([200, '0']);
      expect((await limited.ask('POST', '/edit/v1/render', EDIT)).statusCode).toBe(201);
      expect((await limited.ask('POST', '/edit/v1/render?dryRun=true', EDIT)).statusCode).toBe(429);
    } finally {
      await limited.close();
    }
  });

  it('is asked for by one word', async () => {
    const answer = await server.ask('POST', '/edit/v1/render?dryRun=true&generate=all', edit);
    expect(answer.json()).toMatchObject({ response: { error: { details: [{ field: 'generate' }] } } });
  });
});

describe('POST /frame', () => {
  it.each([
    [undefined, 'image/png'],
    ['*/*', 'image/png'],
    ['image/*', 'image/png'],
    ['image/jpeg', 'image/jpeg'],
    ['image/png;q=0.5, image/jpeg', 'image/jpeg'],
    ['image/jpeg;q=0.5, image/png', 'image/png'],
    ['application/json, image/*;q=0.1', 'image/png'],
    ['image/png;q=0, */*', 'image/jpeg'],
  ])('returns the preferred type: %s', async (accept, type) => {
    const headers = accept === undefined ? {} : { accept };
    const answer = await server.ask('POST', '/edit/v1/frame?at=0.4', EDIT, headers);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.body).toBe('picture');
    const [edit, query, { owner }] = server.inspection.frame.mock.calls[0]!;
    expect([unpackEdit(edit), owner]).toEqual([JSON.parse(EDIT), server.owners.v1]);
    expect(query).toEqual({ at: 0.4, format: type.replace('image/', ''), watermark: false });
  });

  it('draws one of several outputs, by default the first one', async () => {
    const { timeline, output } = JSON.parse(EDIT) as { timeline: object; output: object };
    const outputs = [output, { format: 'png', size: { width: 90, height: 160 } }];
    const several = JSON.stringify({ timeline, outputs });
    await server.ask('POST', '/edit/v1/frame?at=0', several);
    await server.ask('POST', '/edit/v1/frame?at=0&output=1', several);
    const drawn = server.inspection.frame.mock.calls.map(([edit]) => unpackEdit(edit));
    expect(drawn).toMatchObject(outputs.map((one) => ({ output: one })));
    expect(drawn.map(({ others }) => others)).toEqual([undefined, undefined]);
    for (const wrong of ['2', '-1', 'first']) {
      const answer = await server.ask('POST', `/edit/v1/frame?at=0&output=${wrong}`, several);
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain('output must be');
    }
  });

  it('has the watermark for stage', async () => {
    await server.ask('POST', '/edit/stage/frame?at=0', EDIT);
    expect(server.inspection.frame.mock.calls[0]?.[1].watermark).toBe(true);
  });

  it('has its warnings in a header that browsers may read', async () => {
    const warnings = [
      { field: 'timeline.tracks[0].clips[0].asset', text: 'The text "Größe 👍" is cut off.' },
    ];
    server.inspection.frame.mockResolvedValueOnce({ picture: Buffer.from('picture'), warnings });
    const origin = 'https://studio.example';
    const answer = await server.ask('POST', '/edit/v1/frame?at=0', EDIT, { origin });
    expect(JSON.parse(String(answer.headers['x-kinora-warnings']))).toEqual(warnings);
    expect(answer.headers['access-control-expose-headers']).toContain('x-kinora-warnings');
    const without = await server.ask('POST', '/edit/v1/frame?at=0', EDIT);
    expect(without.headers['x-kinora-warnings']).toBeUndefined();
  });

  it.each(['text/html', 'image/webp', 'image/*;q=0'])('returns 406 for %s', async (accept) => {
    const answer = await server.ask('POST', '/edit/v1/frame?at=0', EDIT, { accept });
    expect(answer.statusCode).toBe(406);
    expect(answer.json()).toMatchObject({ response: { error: { code: 'not_acceptable' } } });
  });

  it.each(['', '?at=', '?at=-1', '?at=a', '?at=1e999', '?at=0x10', '?at=1&at=2', '?at=Infinity'])(
    'rejects %j',
    async (query) => {
      const answer = await server.ask('POST', `/edit/v1/frame${query}`, EDIT);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ response: { error: { details: [{ field: 'at' }] } } });
    },
  );

  it('is aborted when the client disconnects', async () => {
    let started: (signal: AbortSignal) => void;
    const working = new Promise<AbortSignal>((resolve) => (started = resolve));
    server.inspection.frame.mockImplementationOnce((_edit, _query, { signal }) => {
      started(signal);
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new KinoraError('cancelled', 'It was cancelled.'))),
      );
    });
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const client = new AbortController();
    const asked = fetch(`${address}/edit/v1/frame?at=0`, {
      method: 'POST',
      headers: { 'x-api-key': 'test-key-v1', 'content-type': 'application/json' },
      body: EDIT,
      signal: client.signal,
    }).catch(() => undefined);
    const signal = await working;
    expect(signal.aborted).toBe(false);
    client.abort();
    await asked;
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve());
    });
  });
});

describe('POST /speech', () => {
  const speech = { text: 'Hello', voice: 'Amy', language: 'en-GB' };

  it('speaks a text', async () => {
    const answer = await server.ask('POST', '/edit/v1/speech', speech);
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'audio/mpeg',
      'speech',
    ]);
    const [spoken, { owner }] = server.inspection.speak.mock.calls[0]!;
    expect([spoken, owner]).toEqual([{ type: 'text-to-speech', ...speech }, server.owners.v1]);
  });

  it.each([
    [{ ...speech, voice: 'Nobody' }, 'voice'],
    [{ ...speech, text: ' ' }, 'text'],
    [{ ...speech, newscaster: true, voice: 'Brian' }, 'newscaster'],
  ])('rejects %j', async (body, field) => {
    const answer = await server.ask('POST', '/edit/v1/speech', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ response: { error: { details: [{ field }] } } });
  });
});

it('GET /voices lists the voices with their languages, and a sentence to try them', async () => {
  const { response } = (await server.ask('GET', '/edit/v1/voices')).json<{
    response: { voices: object[] };
  }>();
  expect(response.voices).toEqual(
    expect.arrayContaining([
      {
        name: 'Daniel',
        provider: 'kinora',
        languages: ['de-DE'],
        gender: 'male',
        age: 'adult',
        sample: 'Hallo, so klingt meine Stimme.',
      },
      { name: 'Rachel', provider: 'elevenlabs', languages: [] },
    ]),
  );
});

describe('POST /waveform', () => {
  it('returns the levels of the sound, 500 by default', async () => {
    const answer = await server.ask('POST', '/edit/v1/waveform', EDIT);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      success: true,
      message: 'OK',
      response: { duration: 2, peaks: [0.5, 0], warnings: [] },
    });
    const [edit, query, { owner }] = server.inspection.waveform.mock.calls[0]!;
    expect([query, owner]).toEqual([{ points: 500 }, server.owners.v1]);
    // The edit has a text, which is never heard.
    expect(JSON.stringify(unpackEdit(edit))).not.toContain('Héllo');
  });

  it('takes the number of levels', async () => {
    await server.ask('POST', '/edit/v1/waveform?points=4000', EDIT);
    expect(server.inspection.waveform.mock.calls[0]?.[1]).toEqual({ points: 4000 });
  });

  it.each([
    ['points', '?points=0', 'points must be a whole number from 1 to 4000.'],
    ['points', '?points=4001', 'points must be a whole number from 1 to 4000.'],
    ['points', '?points=many', 'points must be a whole number from 1 to 4000.'],
    ['output', '?output=1', 'output must be less than 1'],
  ])('rejects a wrong %s: %s', async (field, query, sentence) => {
    const answer = await server.ask('POST', `/edit/v1/waveform${query}`, EDIT);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ response: { error: { details: [{ field }] } } });
    expect(answer.body).toContain(sentence);
    expect(server.inspection.waveform).not.toHaveBeenCalled();
  });
});

describe('POST /sheet', () => {
  const sheetOf = async (query: string): Promise<unknown> => {
    const answer = await server.ask('POST', `/edit/v1/sheet${query}`, EDIT, { accept: 'image/jpeg' });
    expect(answer.statusCode).toBe(200);
    return server.inspection.sheet.mock.calls[0]?.[1];
  };

  it('returns nine frames by default, and the seconds that it shows', async () => {
    const answer = await server.ask('POST', '/edit/v1/sheet', EDIT, { origin: 'https://studio.example' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'x-kinora-moments': '0.5,1.5' });
    expect(answer.headers['access-control-expose-headers']).toContain('x-kinora-moments');
    const [edit, query, { owner }] = server.inspection.sheet.mock.calls[0]!;
    expect([unpackEdit(edit), owner]).toEqual([JSON.parse(EDIT), server.owners.v1]);
    const sheet = { moments: 9, width: 1280, times: true };
    expect(query).toEqual({ sheet, format: 'png', watermark: false });
  });

  it('takes the number of frames, their times, and the form of the sheet', async () => {
    expect(await sheetOf('?moments=64&columns=16&width=4096&times=false')).toEqual({
      sheet: { moments: 64, columns: 16, width: 4096, times: false },
      format: 'jpeg',
      watermark: false,
    });
    server.inspection.sheet.mockClear();
    expect(await sheetOf('?at=1,0.5,%200')).toMatchObject({ sheet: { moments: [1, 0.5, 0] } });
  });

  it('asks only for what is visible at given times', async () => {
    await sheetOf('?at=0,9');
    await sheetOf('?at=9');
    const edits = server.inspection.sheet.mock.calls.map(([edit]) => JSON.stringify(unpackEdit(edit)));
    expect(edits.map((edit) => edit.includes('Héllo'))).toEqual([true, false]);
  });

  it('has the watermark for stage', async () => {
    await server.ask('POST', '/edit/stage/sheet', EDIT);
    expect(server.inspection.sheet.mock.calls[0]?.[1].watermark).toBe(true);
  });

  it.each([
    ['moments', '?moments=0', 'moments must be a whole number from 1 to 64.'],
    ['moments', '?moments=65', 'moments must be a whole number from 1 to 64.'],
    ['moments', '?moments=3&at=1', 'moments must be left out if "at" has the times to show.'],
    ['at', '?at=', 'at must be 1 to 64 numbers of seconds'],
    ['at', '?at=1,,2', 'at must be 1 to 64 numbers of seconds'],
    ['at', '?at=1,-2', 'at must be 1 to 64 numbers of seconds'],
    ['at', `?at=${'1,'.repeat(64)}1`, 'at must be 1 to 64 numbers of seconds'],
    ['at', '?at=1&at=2', 'at must be 1 to 64 numbers of seconds'],
    ['columns', '?columns=0', 'columns must be a whole number from 1 to 64.'],
    ['width', '?width=63', 'width must be a whole number from 64 to 4096.'],
    ['width', '?width=4097', 'width must be a whole number from'],
    ['times', '?times=no', 'times must be true'],
    ['output', '?output=1', 'output must be less than 1'],
  ])('rejects a wrong %s: %s', async (field, query, sentence) => {
    const answer = await server.ask('POST', `/edit/v1/sheet${query}`, EDIT);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ response: { error: { details: [{ field }] } } });
    expect(answer.body.replaceAll('\\"', '"')).toContain(sentence);
    expect(server.inspection.sheet).not.toHaveBeenCalled();
  });

  it('returns 406 for other types, and the errors of an edit', async () => {
    const other = await server.ask('POST', '/edit/v1/sheet', EDIT, { accept: 'text/html' });
    expect(other.statusCode).toBe(406);
    const wrong = await server.ask('POST', '/edit/v1/sheet', '{"timeline":{}}');
    expect(wrong.statusCode).toBe(400);
  });
});
