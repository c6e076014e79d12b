import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runIn } from './run.fixture.ts';

describe('kinora validate', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-validate-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const validate = async (text: string, options: string[] = []) => {
    await writeFile(join(folder, 'edit.json'), text);
    const { code, out, err } = await runIn(folder, ['validate', 'edit.json', ...options]);
    return { code, out, lines: err.split('\n').slice(0, -1) };
  };

  const TEXT = '{ "asset": { "type": "text", "text": "A" }, "start": 0, "length": 2 }';
  const edit = (clips: string, output = '"format": "mp4", "resolution": "sd"', more = '') => `{
  "timeline": {
    "tracks": [{ "clips": [
${clips}
    ] }]
  },
  "output": { ${output} }${more}
}`;

  it('prints a summary of a valid edit', async () => {
    expect(await validate(edit(`${TEXT}, ${TEXT.replace('"start": 0', '"start": 2.5')}`))).toEqual({
      code: 0,
      out: 'edit.json is valid: 1 track, 2 clips, 4.5 s; mp4, 1024x576, 25 frames per second\n',
      lines: [],
    });
  });

  it('accepts paths as sources, and does not read them', async () => {
    const clip = '{ "asset": { "type": "video", "src": "gone.mp4" }, "start": 0, "length": "auto" }';
    const { code, out } = await validate(
      edit(clip, '"format": "mp4", "size": { "width": 64, "height": 36 }'),
    );
    expect(code).toBe(0);
    expect(out).toContain('1 clip, as long as its media; mp4, 64x36, 25 frames per second\n');
  });

  it('prints the positions of invalid values, unknown names, and objects with missing properties', async () => {
    const clip = '{ "asset": { "type": "text" },\n  "start": "soon",\n  "lenght": 2 }';
    const { code, out, lines } = await validate(edit(clip));
    expect([code, out]).toEqual([1, '']);
    expect(lines).toEqual([
      expect.stringMatching(
        /^edit\.json:4:12: error: timeline\.tracks\[0\]\.clips\[0\]\.asset\.text is required/,
      ),
      expect.stringMatching(/^edit\.json:5:12: error: timeline\.tracks\[0\]\.clips\[0\]\.start must be /),
      expect.stringMatching(
        /^edit\.json:6:3: error: .*\.lenght is not a known property\. Did you mean "length"\?$/,
      ),
      expect.stringMatching(/^edit\.json:4:1: error: timeline\.tracks\[0\]\.clips\[0\]\.length is required/),
      '4 errors.',
    ]);
  });

  it('reports unsupported values', async () => {
    const asset =
      '{ "asset": { "type": "text", "text": "Hello", "background": { "wrap": true } }, "start": 0, "length": 2 }';
    const { lines } = await validate(edit(asset));
    expect(lines[0]).toContain(
      'timeline.tracks[0].clips[0].asset.background.wrap is not supported in a "text" asset.',
    );
    expect(lines).toHaveLength(2);
  });

  it('reads the edit in the given dialect, and names the dialect that fits', async () => {
    const clip = '{ "asset": { "type": "text", "text": "Hello" }, "start": "0", "length": 2 }';
    const plain = await validate(edit(clip));
    expect(plain.code).toBe(1);
    expect(plain.lines).toEqual([
      expect.stringContaining('.start must be a number of seconds'),
      '1 error.',
      'In the dialect "shotstack" the edit is valid: add --dialect shotstack.',
    ]);
    const loose = await validate(edit(clip), ['--dialect', 'shotstack']);
    expect(loose.code).toBe(0);
    expect(loose.lines).toEqual([
      expect.stringMatching(
        /^edit\.json:4:\d+: warning: timeline\.tracks\[0\]\.clips\[0\]\.start: This number is written/,
      ),
    ]);
  });

  it('applies merge fields first, and prints the position of the placeholder of an invalid value', async () => {
    const merge = ',\n  "merge": [{ "find": "ASSET", "replace": { "type": "text", "text": 7 } }]';
    const clip = '{ "asset": "{{ ASSET }}", "start": 0, "length": 2 }';
    const { lines } = await validate(edit(clip, undefined, merge));
    expect(lines[0]).toMatch(
      /^edit\.json:4:12: error: timeline\.tracks\[0\]\.clips\[0\]\.asset\.text must be/,
    );
    const right = await validate(edit(clip, undefined, merge.replace('7', '"7"')));
    expect(right.code).toBe(0);
  });

  it('prints a warning about overlapping clips of a valid edit', async () => {
    const { code, out, lines } = await validate(edit(`${TEXT},\n${TEXT}`));
    expect(code).toBe(0);
    expect(out).toMatch(/^edit\.json is valid, with 1 warning: 1 track, 2 clips, /);
    expect(lines).toEqual([
      expect.stringMatching(
        /^edit\.json:5:1: warning: timeline\.tracks\[0\]\.clips\[1\]: This clip starts at 0 s/,
      ),
    ]);
  });

  it('stops at a hundred problems, and says that there may be more', async () => {
    const { code, lines } = await validate(edit(Array(9_000).fill('{}').join(',\n')));
    expect(code).toBe(1);
    expect(lines).toHaveLength(101);
    expect(lines[99]).toMatch(/^edit\.json:37:1: error: timeline\.tracks\[0\]\.clips\[33\]/);
    expect(lines[100]).toBe('100 errors; there may be more.');
  });

  it.each([
    ['{ "timeline": 1,\n}', /^edit\.json:2:1: error: the text is not JSON: /],
    ['[]', /^edit\.json:1:1: error: The edit must be an object/],
  ])('reports that %j is not an edit', async (text, sentence) => {
    const { code, lines } = await validate(text);
    expect(code).toBe(1);
    expect(lines[0]).toMatch(sentence);
  });

  it('warns of texts that do not fit, and of captions with local subtitles', async () => {
    const letters = 'Too long for its box '.repeat(20);
    await writeFile(join(folder, 'talk.srt'), `1\n00:00:00,500 --> 00:00:01,000\n${letters}\n`);
    const box = '"start": 2, "length": 2, "width": 100, "height": 40';
    const clip = (asset: object) => `{ "asset": ${JSON.stringify(asset)}, ${box} }`;
    const { code, out, lines } = await validate(
      edit(
        [
          clip({ type: 'rich-text', text: letters }).replace('"start": 2', '"start": 0'),
          clip({ type: 'caption', src: 'talk.srt' }),
          clip({ type: 'caption', src: 'https://example.invalid/talk.srt' }).replace(
            '"start": 2',
            '"start": 4',
          ),
        ].join(',\n'),
      ),
    );
    expect([code, out]).toEqual([0, expect.stringContaining('is valid, with 2 warnings')]);
    expect(lines).toEqual([
      expect.stringMatching(
        /^edit\.json:4:12: warning: timeline\.tracks\[0\]\.clips\[0\]\.asset: The text needs \d+ px of height, but its box has 40/,
      ),
      expect.stringMatching(
        /^edit\.json:5:12: warning: timeline\.tracks\[0\]\.clips\[1\]\.asset: 1 caption is too tall .* at 2\.5 s/,
      ),
    ]);
  });

  it('warns of clips outside the picture, whose local files it measures, of missing files, and of late captions', async () => {
    const size = { width: 100, height: 40, channels: 3, background: '#808080' } as const;
    await sharp({ create: size }).toFile(join(folder, 'small.png'));
    await writeFile(join(folder, 'talk.srt'), '1\n00:00:03,000 --> 00:00:04,000\nLate\n');
    const clip = (asset: object, start: number, more: object): string =>
      JSON.stringify({ asset, start, length: 2, ...more });
    const { code, lines } = await validate(
      edit(
        [
          clip({ type: 'title', text: 'Hi', size: 'small' }, 0, { offset: { y: 0.8 } }),
          clip({ type: 'caption', src: 'talk.srt' }, 2, {}),
          clip({ type: 'image', src: 'small.png' }, 4, { fit: 'none', offset: { x: -0.7 } }),
          clip({ type: 'image', src: 'small.png' }, 6, {}),
          clip({ type: 'image', src: 'gone.png' }, 8, { fit: 'none', offset: { x: -0.7 } }),
          clip({ type: 'image', src: 'https://example.invalid/a.png' }, 10, {
            fit: 'none',
            offset: { x: -0.7 },
          }),
        ].join(',\n'),
      ),
    );
    expect(code).toBe(0);
    expect(lines.toSorted()).toEqual([
      expect.stringMatching(
        /^edit\.json:4:\d+: warning: .*clips\[0\]\.offset\.y: The clip lies outside the picture for all of its 2 s: it is \d+ px above the upper edge\. .*Set "offset\.y" to a value from /,
      ),
      expect.stringMatching(/^edit\.json:5:\d+: warning: .*clips\[1\]\S*: .*caption/),
      expect.stringMatching(
        /^edit\.json:6:\d+: warning: .*clips\[2\]\.offset\.x: The clip lies outside .*: it is 155 px to the left of the left edge\./,
      ),
      expect.stringMatching(
        /^edit\.json:7:\d+: warning: .*clips\[3\]\.asset\.src: A picture of 100x40 pixels is shown at 1440x576, enlarged up to 14\.4 times\./,
      ),
      expect.stringMatching(
        /^edit\.json:8:\d+: warning: .*clips\[4\]\.asset\.src: "gone\.png" was not found\. Relative paths start from "\/.+"\.$/,
      ),
    ]);
  });
});
