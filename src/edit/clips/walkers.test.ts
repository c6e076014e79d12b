import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Asset,
  type Clip,
  type Edit,
  listClips,
  listGeneratedAssets,
  listNeeds,
  listSources,
  listSpeechSources,
  packEdit,
  parseEdit,
  predictCost,
  reduceToMoment,
  replaceGeneratedAssets,
} from '../index.ts';

/** The files that walk over the tracks of an edit themselves. Everything else has to use `listClips` or `mapClips`. */
const WALKERS = [
  'administration/renders/report-render.ts',
  'edit/check/check-clip-count.ts',
  'edit/clips/clip-location.ts',
  'edit/clips/map-clips.ts',
  'edit/cost/weigh-clip.ts',
  'edit/tolerance/clamp-opacities.ts',
  'render/resolve/dry-run.ts',
];

/** Files with tracks that are not those of an edit. */
const OTHER_TRACKS =
  /^(render\/(encode|media|transcribe|probe|av|renditions)|server|studio|embed)\/|^cli\/renders\/format-render-report\.ts$/;

const root = join(import.meta.dirname, '../..');

it('only the known walkers go through the tracks of an edit, where clips of groups would be missed', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.ts$/.test(name) && !/\.(test|fixture)\.ts$/.test(name) && !name.startsWith('client/'),
  );
  const walking = files.filter((name) =>
    /\.tracks\b(?!\[|\.length)[^'`]*[,.)]|tracks\.(map|flatMap|some|every|reduce|filter|entries)\(|\{ tracks \} = (?!edit\.timeline;)/.test(
      readFileSync(join(root, name), 'utf8').replaceAll(/^\s*(\*|\/\/).*$/gm, ''),
    ),
  );
  expect(walking.filter((name) => !WALKERS.includes(name) && !OTHER_TRACKS.test(name))).toEqual([]);
  expect(WALKERS.filter((name) => !walking.includes(name))).toEqual([]);
});

const src = 'https://example.com/file.mp4';

function clip(asset: Asset, given: Partial<Clip> = {}): Clip {
  return { asset, start: 0, length: 1, ...given };
}

/** Wraps clips into a group in a group. */
function wrap(...clips: Clip[]): Clip {
  const inner = clip({ type: 'group', tracks: clips.map((each) => ({ clips: [each] })) }, { length: 'auto' });
  return clip({ type: 'group', tracks: [{ clips: [inner] }] }, { length: 'auto' });
}

function editOf(...clips: Clip[]): Edit {
  return {
    timeline: { tracks: clips.map((each) => ({ clips: [each] })) },
    output: { format: 'mp4', resolution: 'sd' },
  };
}

const PATH = 'timeline.tracks[0].clips[0].asset.tracks[0].clips[0].asset.tracks';

describe('clips in groups are seen by', () => {
  it('the lists of clips and sources', () => {
    const edit = editOf(
      wrap(
        clip({ type: 'video', src }, { alias: 'voice' }),
        clip({ type: 'caption', src: 'alias://voice' }),
        clip({ type: 'text-to-image', prompt: 'a cat', width: 64, height: 64 }),
      ),
    );
    expect(listClips(edit)).toHaveLength(5);
    expect(listSources(edit).map(({ field }) => field)).toEqual([`${PATH}[0].clips[0].asset.src`]);
    expect(listSpeechSources(edit)).toMatchObject([{ field: `${PATH}[1].clips[0].asset.src`, url: src }]);
    expect(listGeneratedAssets(edit).map(({ field }) => field)).toEqual([`${PATH}[2].clips[0].asset.prompt`]);
    expect(listNeeds(edit).map(({ kind }) => kind)).toEqual(['transcriber', 'text-to-image']);
    const replaced = replaceGeneratedAssets(edit, () => 'made.png');
    expect(listSources(replaced).map(({ url }) => url)).toEqual([src, 'made.png']);
  });

  it('the checks, with their paths', () => {
    const wrong = [
      clip({ type: 'text', text: 'a', font: { family: 'Nowhere' } }),
      clip({ type: 'image', src: 'ftp://example.com/a' }),
      clip({ type: 'text-to-image', prompt: ' ' }),
      clip({ type: 'text', text: 'a', background: { color: '#000', wrap: true } }),
      clip({ type: 'image', src }, { start: 'alias://nobody' }),
      clip({ type: 'image', src }, { overlap: 1 }),
      clip({ type: 'video', src, speed: 0 }, { length: 'auto' }),
    ];
    const fields = wrong.map((each) => {
      const parsed = parseEdit(editOf(wrap(each)));
      return parsed.ok ? undefined : parsed.problems.map(({ field }) => field.replace(PATH, '')).join();
    });
    expect(fields).toEqual([
      '[0].clips[0].asset.font.family',
      '[0].clips[0].asset.src',
      '[0].clips[0].asset.prompt',
      '[0].clips[0].asset.background.wrap',
      '[0].clips[0].start',
      '[0].clips[0].overlap',
      '[0].clips[0].asset.speed',
    ]);
  });

  it('the checks, even if another clip of the group is malformed', () => {
    const edit = editOf(
      wrap(
        clip({ type: 'image', src }, { start: -1, alias: 'a' }),
        clip({ type: 'image', src: 'ftp://x/a' }, { start: 'alias://a' }),
      ),
    );
    const parsed = parseEdit(edit);
    expect(parsed.ok ? [] : parsed.problems.map(({ field }) => field)).toEqual([
      `${PATH}[0].clips[0].start`,
      `${PATH}[1].clips[0].asset.src`,
    ]);
  });

  it('the merge and the clamping of opacities', () => {
    const edit = editOf(wrap(clip({ type: 'text', text: '{{ NAME }}' }, { opacity: 3 })));
    const parsed = parseEdit({ ...edit, merge: [{ find: 'NAME', replace: 'Ada' }] });
    if (!parsed.ok) throw new Error('The edit is valid.');
    expect(listClips(parsed.value.edit).at(-1)?.clip).toMatchObject({ asset: { text: 'Ada' }, opacity: 1 });
    expect(parsed.value.warnings.map(({ field }) => field)).toEqual([`${PATH}[0].clips[0].opacity`]);
  });

  it('the outline of an edit, which has no texts', () => {
    const edit = editOf(wrap(clip({ type: 'text', text: 'secret' }), clip({ type: 'image', src })));
    const { outline } = packEdit({ edit, dialect: 'interface', warnings: [] });
    expect(JSON.stringify(outline)).not.toContain('secret');
    expect(listSources(outline)).toHaveLength(1);
  });

  it('the reduction to a moment', () => {
    const edit = editOf(
      wrap(clip({ type: 'image', src: 'early' }), clip({ type: 'image', src: 'late' }, { start: 5 })),
    );
    expect(listSources(reduceToMoment(edit, 0.5)).map(({ url }) => url)).toEqual(['early']);
    expect(listSources(reduceToMoment(edit, 5.5)).map(({ url }) => url)).toEqual(['late']);
  });

  it('the predicted cost', () => {
    const video = clip({ type: 'video', src }, { length: 10 });
    expect(predictCost(editOf(wrap(video)))).toEqual(predictCost(editOf(video)));
  });
});
