import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseNames, parseArguments } from './arguments.ts';
import { Checkout } from './checkout.ts';
import { drawSheet } from './draw-sheet.ts';
import { listMeasures } from './list-measures.ts';
import { look } from './look.ts';
import type { Measure, Picture } from './measure.ts';
import { createPage } from './page.ts';
import { readPicture } from './picture.ts';
import { judge, listRows } from './result.ts';
import { SHEETS } from './sheets/index.ts';

const root = join(import.meta.dirname, '..');
const signal = new AbortController().signal;

describe('the arguments', () => {
  it('default to everything of this checkout', () => {
    expect(parseArguments([], '/here')).toEqual({
      names: [],
      output: '/here/.eyes',
      kinora: '/here',
      beside: undefined,
      help: false,
    });
  });

  it('name sheets, folders and checkouts', () => {
    const asked = parseArguments(['keys', '-o', '/out', '--kinora', '/new', '--beside', '/old'], '/here');
    expect(asked).toEqual({ names: ['keys'], output: '/out', kinora: '/new', beside: '/old', help: false });
  });

  it('reject an unknown option and an unknown name, with those that are known', () => {
    expect(() => parseArguments(['--beyond', '/old'], '/here')).toThrow('--beyond');
    expect(() => chooseNames(['kays'], ['keys', 'ink'])).toThrow(
      'Unknown name: kays. Choose from keys, ink.',
    );
    expect([...chooseNames([], ['keys', 'ink'])]).toEqual(['keys', 'ink']);
    expect([...chooseNames(['ink'], ['keys', 'ink'])]).toEqual(['ink']);
  });
});

describe('the names', () => {
  it('of sheets and lists of measures are different', async () => {
    const names = [...(await listMeasures()).keys(), ...SHEETS.map(({ name }) => name)];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('of measures are different', async () => {
    const names = [...(await listMeasures()).values()].flat().map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('the verdict', () => {
  it.each([
    [{ limit: 2 }, { value: 2 }, 'ok'],
    [{ limit: 2 }, { value: 2.1 }, 'too much'],
    [{ limit: 2, atLeast: true }, { value: 2 }, 'ok'],
    [{ limit: 2, atLeast: true }, { value: 1.9 }, 'too little'],
    [{ limit: 2 }, { value: NaN }, 'failed'],
    [{ limit: 2 }, { failure: 'No picture.' }, 'failed'],
  ] as const)('of %o and %o is "%s"', (measure, outcome, verdict) => {
    expect(judge({ name: 'Ink, %', ...measure }, outcome)).toBe(verdict);
  });

  it('stands in the table beside the limit, and beside the number before', () => {
    const [measure, now] = [{ name: 'Ink, %', limit: 2 }, { value: 1.23456 }];
    expect(listRows([{ list: 'ink', measure, now }])).toEqual([
      ['', 'measure', 'value', 'limit', 'verdict'],
      ['ink', 'Ink, %', '1.235', 'at most 2', 'ok'],
    ]);
    expect(listRows([{ list: 'ink', measure, now, before: { value: 26 } }])).toEqual([
      ['', 'measure', 'before', 'now', 'limit', 'verdict'],
      ['ink', 'Ink, %', '26', '1.235', 'at most 2', 'ok'],
    ]);
  });
});

/** A picture of two pixels: red and blue. */
const TWO: Picture = { data: Uint8Array.from([255, 0, 0, 0, 0, 255]), width: 2, height: 1 };

describe('a sheet', () => {
  const rows = [{ name: 'row', cells: [{ caption: 'a', picture: TWO }] }];

  it('enlarges each pixel to a square', () => {
    const canvas = drawSheet({ enlarge: 3 }, [{ rows }]);
    const { data } = canvas.getContext('2d').getImageData(24, 54, 6, 3);
    const colours = Array.from({ length: 18 }, (_, at) => [...data.subarray(4 * at, 4 * at + 3)].join());
    const line = [...Array<string>(3).fill('255,0,0'), ...Array<string>(3).fill('0,0,255')];
    expect(colours).toEqual([...line, ...line, ...line]);
  });

  it('has a line for each checkout, and the rows side by side', () => {
    const one = drawSheet({}, [{ rows: [...rows, ...rows] }]);
    const across = drawSheet({ across: 2 }, [{ rows: [...rows, ...rows] }]);
    const compared = drawSheet({}, [
      { label: 'before', rows },
      { label: 'now', rows },
    ]);
    expect(across.height).toBeLessThan(one.height);
    expect(across.width).toBeGreaterThan(one.width);
    expect(compared.height).toBeGreaterThan(drawSheet({}, [{ rows }]).height);
  });
});

it('the page has the table, the sheets and what failed, without markup of others', () => {
  const result = {
    list: 'ink',
    measure: { name: 'Ink <of> letters', limit: 1 },
    now: { failure: 'a < b' },
  };
  const sheets = [
    { name: 'keys', heading: 'Keys', text: 'Look.', size: { width: 7, height: 5 } },
    { name: 'lines', heading: 'Lines', text: 'Look.', failure: 'no & picture' },
  ];
  const page = createPage([result], sheets, 'about');
  expect(page).toContain('<td>Ink &lt;of> letters</td>');
  expect(page).toContain('a &lt; b');
  expect(page).toContain('Beyond the limit: 1 of 1.');
  expect(page).toContain('<img src="keys.png" width="7" height="5"');
  expect(page).not.toContain('<img src="lines.png"');
  expect(page).toContain('no &amp; picture');
});

describe('a checkout and its results', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'kinora-eyes-test-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  const background = (color: string, output: object = {}) => ({
    timeline: {
      background: color,
      tracks: [
        {
          clips: [
            {
              asset: { type: 'shape', shape: 'circle', circle: { radius: 1 } },
              start: 0,
              length: 0.2,
            },
          ],
        },
      ],
    },
    output: { format: 'mp4', size: { width: 32, height: 16 }, fps: 25, ...output },
  });

  it('are measured and drawn; what fails does not stop the rest', async () => {
    const measure = (name: string, take: Measure['measure']) => ({
      list: 'tiny',
      measure: { name, limit: 2, measure: take },
    });
    const lines: string[] = [];
    const { results, sheets } = await look({
      measures: [
        measure('frame', async (kinora) => {
          const { data, width, height } = await kinora.frame(background('#c81414'), 0.1);
          expect([width, height]).toEqual([32, 16]);
          return Math.abs((data[0] ?? 0) - 200) + Math.abs((data[1] ?? 0) - 20);
        }),
        measure('video', async (kinora) => {
          const file = await kinora.render(background('#c81414'), 'tiny.mp4');
          const [all, some] = [
            await kinora.frames(file),
            await kinora.frames(file, { from: 0.13, count: 9 }),
          ];
          expect([all.length, some.length]).toEqual([5, 2]);
          return Math.abs((all[0]?.data[0] ?? 0) - 200);
        }),
        measure('failure', async (kinora) => (await kinora.frame({}, 0)).width),
        measure('no warnings', async (kinora) => (await kinora.warnings(background('#ffffff'))).length),
        measure('warnings', async (kinora) => {
          const wide = background('#ffffff') as { timeline: { tracks: { clips: object[] }[] } };
          const text = { type: 'rich-text', text: 'This is much too long', font: { size: 40 } };
          wide.timeline.tracks.push({ clips: [{ asset: text, start: 0, length: 0.2 }] });
          return (await kinora.warnings(wide)).length;
        }),
      ],
      sheets: [
        {
          name: 'tiny',
          heading: 'Tiny',
          text: 'Look.',
          draw: () => Promise.resolve([{ name: 'row', cells: [{ caption: 'a', picture: TWO }] }]),
        },
        { name: 'broken', heading: 'Broken', text: '', draw: () => Promise.reject(new Error('No sheet.')) },
      ],
      output: folder,
      kinora: root,
      beside: undefined,
      signal,
      report: (line) => lines.push(line),
    });
    const failure = expect.stringContaining('timeline is required') as string;
    expect(results.map(({ now }) => now)).toEqual([
      { value: expect.any(Number) as number },
      { value: expect.any(Number) as number },
      { failure },
      { value: 0 },
      { value: 1 },
    ]);
    expect(results.map(({ measure, now }) => judge(measure, now))).toEqual([
      'ok',
      'ok',
      'failed',
      'ok',
      'ok',
    ]);
    expect(sheets.map((sheet) => sheet.failure)).toEqual([undefined, 'No sheet.']);
    expect(lines).toHaveLength(7);
    expect((await readPicture(join(folder, 'tiny.png'))).width).toBeGreaterThan(2);
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('No sheet.');
  });

  it('are compared with those of another checkout', async () => {
    const { results } = await look({
      measures: [{ list: 'tiny', measure: { name: 'folder', limit: 2, measure: () => Promise.resolve(1) } }],
      sheets: [
        {
          name: 'pair',
          heading: 'Pair',
          text: '',
          draw: () => Promise.resolve([{ name: 'row', cells: [{ caption: 'a', picture: TWO }] }]),
        },
      ],
      output: folder,
      kinora: root,
      beside: root,
      signal,
      report: () => undefined,
    });
    expect(results).toMatchObject([{ now: { value: 1 }, before: { value: 1 } }]);
  });

  it('leave nothing in the folder for temporary files', async () => {
    let made = '';
    {
      await using checkout = await Checkout.open(root, signal);
      made = (await checkout.use()).folder;
    }
    expect(() => execFileSync('ls', [made], { stdio: 'ignore' })).toThrow();
  });

  it('stop if the signal is aborted', async () => {
    const stop = new AbortController();
    await using checkout = await Checkout.open(root, stop.signal);
    const kinora = await checkout.use();
    const frame = kinora.frame(background('#ffffff'), 0.1);
    stop.abort(new Error('Stopped.'));
    await expect(frame).rejects.toThrow('Stopped.');
  });

  it('need a Kinora', async () => {
    await expect(Checkout.open(folder, signal)).rejects.toThrow(`There is no Kinora in ${folder}`);
  });
});

it('the command lists its names, and rejects others in one line', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'eyes.ts'), ...args], { encoding: 'utf8' });
  const help = run('--help');
  expect(help.status).toBe(0);
  expect(help.stdout).toContain('--beside FOLDER');
  expect(help.stdout).toContain('small-text');
  const unknown = run('kays');
  expect(unknown.status).toBe(1);
  expect(unknown.stderr).toMatch(/^Unknown name: kays\. Choose from [^\n]*keys[^\n]*\n$/);
});
