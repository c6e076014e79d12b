import { afterEach, describe, expect, it } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { parseEdit } from '../edit/index.ts';
import { findPieceAt } from './schema-pieces.ts';
import { chooseColumns } from './tools/picture-size.ts';
import type { Backend } from './backend.ts';
import {
  connectToTools,
  createFakeBackend,
  type FakeBackend,
  type ToolClient,
} from './fake-backend.fixture.ts';

const EDIT = {
  timeline: {
    tracks: [{ clips: [{ asset: { type: 'text', text: 'Hi {{ NAME }}' }, start: 0, length: 3 }] }],
  },
  output: { format: 'mp4', size: { width: 640, height: 360 } },
  merge: [{ find: 'NAME', replace: 'you' }],
};
const CLIP = 'timeline.tracks[0].clips[0]';

let tools: ToolClient;
async function open(overrides: Partial<Backend> = {}): Promise<FakeBackend> {
  const backend = createFakeBackend(overrides);
  tools = await connectToTools(backend);
  return backend;
}
afterEach(() => tools.close());

const idIn = (text: string): string => /e-[0-9a-f]{12}/.exec(text)?.[0] ?? '';

describe('the list of tools', () => {
  it('is small, and says what each tool needs and does', async () => {
    await open();
    const { tools: list } = await tools.client.listTools();
    expect(JSON.stringify(list).length).toBeLessThan(10_000);
    expect(list.map(({ name }) => name)).toEqual(
      'schema templates models probe upload validate frame sheet render status cancel'.split(' '),
    );
    for (const { description, annotations, inputSchema } of list) {
      expect(description?.length).toBeGreaterThan(40);
      expect(annotations).toHaveProperty('readOnlyHint');
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  it('has kept edits only at a server', async () => {
    await open({ writesFiles: false });
    const { tools: list } = await tools.client.listTools();
    expect(list.map(({ name }) => name).slice(-2)).toEqual(['edits', 'save']);
  });

  it('has an example that is a valid edit', async () => {
    await open();
    const { tools: list } = await tools.client.listTools();
    const text = list.find(({ name }) => name === 'validate')?.description ?? '';
    expect(parseEdit(JSON.parse(text.slice(text.indexOf('{')))).ok).toBe(true);
  });

  it('offers paths only where files may be used', async () => {
    await open({ writesFiles: false });
    expect(JSON.stringify(await tools.client.listTools())).not.toMatch(/relative to the working folder/);
  });
});

describe('kept edits', () => {
  it('are listed, opened by an id, and saved with changes', async () => {
    const backend = await open({ writesFiles: false });
    expect((await tools.call('edits')).text).toContain('"k1"');
    const { text } = await tools.call('edits', { id: 'k1' });
    expect(text).toMatch(/"name":"Film","version":3/);
    const edit = idIn(text);
    const changes = [{ path: 'timeline.background', value: '#ffffff' }];
    const place = { id: 'k1', version: 3 };
    const saved = await tools.call('save', { edit, changes, name: 'Film', ...place });
    expect(saved.text).toMatch(/"id":"k1","version":4,"edit":"e-/);
    expect(backend.edits.at(-1)).toEqual({ timeline: { background: '#ffffff' } });
    expect((await tools.call('save', { edit, name: 'Copy' })).text).toMatch(/"id":"k2","version":1/);
  });

  it('are never saved over without their version', async () => {
    await open({ writesFiles: false });
    expect(await tools.call('save', { edit: EDIT, name: 'Film', id: 'k1' })).toMatchObject({
      isError: true,
      text: 'Give both "id" and "version" of a kept edit, or neither to keep a new one.',
    });
  });
});

describe('the schema', () => {
  it('comes in pieces that name each other', async () => {
    await open();
    const { text: outline } = await tools.call('schema');
    expect(outline).toMatch(/^Clip: Asset on a track/m);
    const { text } = await tools.call('schema', { names: ['clip', 'rich-text', 'kinora://schema/Crop'] });
    expect(text).toMatch(/^Clip: \{.*kinora:\/\/schema\/Asset/m);
    expect(text).toMatch(/^RichTextAsset: .*\nCrop: /m);
  });

  it('says which piece was meant', async () => {
    await open();
    expect((await tools.call('schema', { names: ['Clp'] })).text).toBe(
      'There is no piece "Clp". Did you mean Clip?',
    );
  });

  it('and the documents are resources', async () => {
    await open();
    const { resources } = await tools.client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toEqual(expect.arrayContaining(['kinora://schema/Edit', 'kinora://docs/edits']));
    for (const uri of ['kinora://schema/Output', 'kinora://docs/edits']) {
      const { contents } = await tools.client.readResource({ uri });
      expect(contents).toMatchObject([{ uri, text: expect.stringMatching(/\w/) as string }]);
    }
    for (const uri of [
      'kinora://docs/../package',
      'kinora://docs/decisions/0001',
      'kinora://schema/None',
      'kinora://schema/toString',
      'kinora://schema/__proto__',
      'file:///etc/hosts',
    ])
      await expect(tools.client.readResource({ uri })).rejects.toThrow(/There is no resource/);
  });
});

describe('the piece of a value', () => {
  it.each([
    [
      { output: { destinations: [{ provider: 's3', options: {} }] } },
      ['output', 'destinations', 0, 'options'],
      'S3Destination',
    ],
    [
      { timeline: { tracks: [{ clips: [{ asset: { type: 'shape', shape: 'circle' } }] }] } },
      ['timeline', 'tracks', 0, 'clips', 0, 'asset', 'fil'],
      'CircleShape',
    ],
    [{ timeline: { tracks: 'none' } }, ['timeline', 'tracks'], 'Timeline'],
    [undefined, ['no', 'such'], 'Edit'],
  ])('of %j at %j is %s', (edit, path, piece) => {
    expect(findPieceAt(edit, path)).toBe(piece);
  });
});

describe('an edit', () => {
  it('that is wrong is answered with what to change, and corrected by its id', async () => {
    const backend = await open();
    const clip = { asset: { type: 'text', text: 'Hi', font: { colour: '#fff' } }, start: 0, length: 'three' };
    const wrong = await tools.call('validate', {
      edit: { ...EDIT, timeline: { tracks: [{ clips: [clip] }] } },
    });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.text).toMatch(/2 problems/);
    expect(wrong.text).toMatch(
      /clips\[0\]\.asset\.font\.colour is not a known property\. Did you mean "color"\?/,
    );
    expect(wrong.text).toMatch(/call schema with \["TextFont","Clip"\]/);
    const changes = [
      { path: `${CLIP}.length`, value: 3 },
      { path: `/${CLIP.replaceAll('.', '/').replaceAll(/\[(\d)\]/g, '/$1')}/asset/font/colour` },
    ];
    const right = await tools.call('validate', { edit: idIn(wrong.text), changes });
    expect(JSON.parse(right.text)).toMatchObject({
      valid: true,
      duration: 3,
      outputs: [{ width: 640 }],
    });
    expect(backend.edits[1]).toMatchObject({
      timeline: { tracks: [{ clips: [{ length: 3, asset: { font: {} } }] }] },
    });
    expect(JSON.stringify(backend.edits[0])).toContain('three');
  });

  it('has an answer of a few lines, however many problems it has', async () => {
    await open();
    const clips = Array.from({ length: 5000 }, () => ({ asset: { type: 'txt' }, start: -1 }));
    const { text } = await tools.call('validate', {
      edit: { timeline: { tracks: [{ clips }] }, output: {} },
    });
    expect(text.length).toBeLessThan(3000);
    expect(text).toMatch(/and \d+ more/);
  });

  it('may be JSON in a string, and gets values for its merge fields', async () => {
    const backend = await open();
    await tools.call('render', { edit: JSON.stringify(EDIT), merge: { NAME: 'Ada' } });
    expect(backend.edits[0]?.['merge']).toEqual([{ find: 'NAME', replace: 'Ada' }]);
    const { text } = await tools.call('render', { edit: EDIT, merge: { NMAE: 'Ada' } });
    expect(text).toBe('The edit has no merge field "NMAE". Did you mean NAME?');
  });

  it.each([
    [{}, /Give either "edit" or "template"/],
    [{ edit: EDIT, template: 't1' }, /Give either/],
    [{ edit: 5 }, /edit must be an edit as JSON, or the id of an earlier one, not 5/],
    [{ edit: 'nothing' }, /must be an edit as JSON/],
    [{ edit: '{"a": ' }, /is not JSON: line 1/],
    [{ edit: 'e-000000000000' }, /no longer remembered. Give the whole edit/],
    [{ edit: EDIT, chages: [] }, /chages is not a known property/],
    [
      { edit: EDIT, changes: [{ path: 'timeline.trakcs[0]', value: 1 }] },
      /leads nowhere: timeline has the fields tracks/,
    ],
    [{ edit: EDIT, changes: [{ path: 'timeline.tracks[2]', value: 1 }] }, /list of 1\. Use \[0\] to \[1\]/],
    [{ edit: EDIT, changes: [{ path: '__proto__.a', value: 1 }] }, /leads nowhere/],
    [{ edit: EDIT, changes: [{ path: 'timeline.__proto__', value: {} }] }, /leads nowhere/],
    [{ edit: EDIT, changes: [{ path: 'a b', value: 1 }] }, /must be a path/],
    [{ edit: EDIT, changes: [{ path: String.raw`["\x"]` }] }, /must be a path/],
    [{ edit: { a: 'x'.repeat(5_000_000) } }, /Upload files instead/],
    [{ edit: '/etc/passwd.json' }, /must be an edit as JSON/],
  ])('given as %j is answered with a sentence', async (given, sentence) => {
    await open();
    const { isError, text } = await tools.call('validate', given);
    expect(text).toMatch(sentence);
    expect(isError).toBe(true);
    expect(text.length).toBeLessThan(500);
  });

  it.each(['{', '{{ ', '{{ a', ' ', 'a'])(
    'is searched for merge fields in no long time if it repeats "%s"',
    async (part) => {
      await open();
      const title = `{{ ${part.repeat(1_000_000 / part.length)}`;
      const { text } = await tools.call('validate', { edit: { ...EDIT, title }, merge: { NMAE: 'Ada' } });
      expect(text).toBe('The edit has no merge field "NMAE". Did you mean NAME?');
    },
  );

  it('of a long list loses a limited number of items', async () => {
    await open();
    const changes = Array.from({ length: 260 }, () => ({ path: 'list[0]' }));
    const { text } = await tools.call('validate', { edit: { list: Array(400_000).fill(1) }, changes });
    expect(text).toMatch(/^changes\[250\] removes an item of a long list, and too many items have moved/);
  });

  it('that is nested too deeply is rejected', async () => {
    await open();
    for (const depth of [200, 5000]) {
      const edit = JSON.parse(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`) as object;
      expect((await tools.call('validate', { edit })).isError).toBe(true);
    }
  });
});

describe('pictures', () => {
  it('fit an agent, whatever the shape of the film', async () => {
    const backend = await open({ draw: undefined as never });
    backend.draw = (_edit, order) =>
      Promise.resolve(backend.orders.push(order)).then(() => new Uint8Array(9));
    const tall = { ...EDIT, output: { format: 'mp4', aspectRatio: '9:16' } };
    expect(await tools.call('frame', { edit: tall, at: 1 })).toMatchObject({ pictures: 1 });
    expect(await tools.call('sheet', { edit: tall })).toMatchObject({ pictures: 1 });
    expect(await tools.call('sheet', { edit: EDIT, at: [0, 1], side: 640 })).toMatchObject({ pictures: 1 });
    expect(backend.orders).toMatchObject([
      { moments: [1], width: 450, times: false },
      { moments: 9, columns: 5, times: true },
      { moments: [0, 1], columns: 1, width: 569 },
    ]);
  });

  it.each([
    [4, 1, 2],
    [9, 16 / 9, 3],
    [9, 9 / 16, 5],
    [5, 16 / 9, 2],
    [1, 1, 1],
  ])('of %i frames with the shape %f have %i columns', (count, shape, columns) => {
    expect(chooseColumns(count, shape)).toBe(columns);
  });

  it('of too many bytes are drawn again, smaller', async () => {
    const backend = await open();
    await tools.call('frame', { edit: EDIT });
    expect(backend.orders.map(({ width }) => width)).toEqual([800, 560, 392]);
  });
});

describe('calls', () => {
  it('report progress, and answer with the files', async () => {
    await open();
    const seen: unknown[] = [];
    const { text } = await tools.call('status', { id: 'r1' }, (progress) => seen.push(progress));
    expect(seen).toEqual([{ progress: 0.5, total: 1, message: 'rendering' }]);
    expect(JSON.parse(text)).toEqual({ id: 'r1', status: 'done', files: [{ file: 'a.mp4' }] });
  });

  it('list models, and show the options of one', async () => {
    await open();
    const ask = async (input: Record<string, unknown>) =>
      JSON.parse((await tools.call('models', input)).text) as object;
    expect(JSON.stringify(await ask({ type: 'video' }))).toMatch(/kinora-camera/);
    expect(JSON.stringify(await ask({ type: 'video' }))).not.toMatch(/kinora-speech/);
    expect(await ask({ id: 'kinora-camera' })).toMatchObject({
      type: 'video',
      options: { properties: { startSrc: { type: 'string' } } },
    });
    expect((await tools.call('models', { id: 'nobody' })).text).toMatch(/There is no model "nobody"/);
  });

  it('show templates with their fields', async () => {
    await open();
    const { templates } = JSON.parse((await tools.call('templates')).text) as { templates: { id: string }[] };
    expect(templates.map(({ id }) => id)).toEqual(expect.arrayContaining(['quote-card', 'slideshow', 't1']));
    const { text } = await tools.call('templates', { id: 'quote-card' });
    expect(JSON.parse(text)).toMatchObject({
      fields: expect.arrayContaining([expect.objectContaining({ name: 'QUOTE' })]) as unknown,
    });
    expect(text.length).toBeLessThan(2000);
    const own = JSON.parse((await tools.call('templates', { id: 't1' })).text) as object;
    expect(own).toMatchObject({ fields: [{ name: 'A', value: 'b' }] });
  });

  it('leave out the designs with files of this machine where those cannot be used', async () => {
    await open({ writesFiles: false });
    expect((await tools.call('templates')).text).not.toMatch(/slideshow/);
  });

  it('hide an unexpected error, and pass on a known one', async () => {
    await open({
      probe: () => Promise.reject(new TypeError('secret of /home/me')),
      upload: () => Promise.reject(new KinoraError('asset_refused', 'Not this file.')),
    });
    const { text } = await tools.call('probe', { src: 'a.mp4' });
    expect(text).toBe('Something went wrong on our side.');
    expect((await tools.call('upload', { url: 'https://a.example/b' })).text).toBe('Not this file.');
  });

  it('are limited in number', async () => {
    let running = 0;
    let most = 0;
    const release = Promise.withResolvers<undefined>();
    const probe = async (): Promise<string> => {
      most = Math.max(most, (running += 1));
      await release.promise;
      running -= 1;
      return '{"response":{"metadata":{"streams":[],"format":{}}}}';
    };
    await open({ probe });
    const calls = Array.from({ length: 60 }, () => tools.call('probe', { src: 'a.mp4' }));
    const refused = await Promise.race(calls);
    expect(refused.text).toMatch(/24 calls are already open/);
    release.resolve(undefined);
    const answers = await Promise.all(calls);
    expect(most).toBe(2);
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(24);
  });

  it('end when the agent cancels them', async () => {
    const aborted = Promise.withResolvers<undefined>();
    await open({
      follow: (id, _waitMs, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted.resolve(undefined);
            resolve({ id, status: 'queued', progress: 0 });
          });
        }),
    });
    const stop = new AbortController();
    const call = tools.client.callTool({ name: 'status', arguments: { id: 'r1' } }, undefined, {
      signal: stop.signal,
    });
    setImmediate(() => stop.abort());
    await expect(call).rejects.toThrow();
    await aborted.promise;
  });

  it('of unknown tools name the known ones', async () => {
    await open();
    await expect(tools.call('rendr')).rejects.toThrow(/There are schema, templates/);
  });

  it.each([
    [{ content: '%%', encoding: 'base64', name: 'a.png' }, /not base64/],
    [{ content: 'a' }, /needs a "name"/],
    [{ content: 'a', name: '../a.svg' }, /name/],
    [{ url: 'https://a.example', content: 'a', name: 'a.svg' }, /exactly one of/],
  ])('to upload %j are rejected', async (given, sentence) => {
    await open();
    expect(await tools.call('upload', given)).toMatchObject({
      isError: true,
      text: expect.stringMatching(sentence) as string,
    });
  });

  it.each([' ', 'a', '='])(
    'to upload a long text of "%s" are rejected in no long time',
    async (character) => {
      await open();
      const content = `${character.repeat(1_000_000)}%`;
      const { text } = await tools.call('upload', { content, encoding: 'base64', name: 'a.png' });
      expect(text).toMatch(/not base64/);
    },
  );

  it('to upload base64 may have line breaks', async () => {
    const seen: unknown[] = [];
    await open({ upload: (file) => Promise.resolve({ src: String(seen.push(file)) }) });
    await tools.call('upload', { content: 'SGVs\r\nbG8=\n', encoding: 'base64', name: 'a.srt' });
    expect(seen).toMatchObject([{ bytes: Buffer.from('Hello') }]);
  });
});
