import { expect, it } from 'vitest';
import { parseEdit } from '../../../edit/index.ts';
import { toSeconds, ZERO } from '../../../base/time.ts';
import type { Media } from '../../media/media.ts';
import { dryRun } from '../dry-run.ts';
import { resolve } from '../resolve.ts';

const audio = { location: { file: '/a', demuxer: 'wav', stream: 0, start: ZERO }, duration: toSeconds(10) };
const FILE: Media = { kind: 'av', audio };

/** Returns the warnings about a waveform beside a sound of two seconds, which begins at 0. */
function warn(waveform: object, sound: object = {}, output: object = {}): string[] {
  const voice = { asset: { type: 'audio', src: 'https://a.example/a.wav', ...sound }, alias: 'voice' };
  const other = {
    asset: { type: 'audio', src: 'https://a.example/a.wav' },
    start: 4,
    length: 2,
    alias: 'other',
  };
  const clips = [[{ ...voice, start: 0, length: 2 }, other], [{ start: 0, length: 2, ...waveform }]];
  const parsed = parseEdit({
    timeline: { tracks: clips.map((each) => ({ clips: each })) },
    output: { format: 'mp4', resolution: 'sd', ...output },
  });
  if (!parsed.ok) return parsed.problems.map(({ message }) => message);
  return resolve(parsed.value.edit, new Map([['https://a.example/a.wav', FILE]]), 'interface')
    .warnings.filter(({ text }) => text.includes('waveform'))
    .map(({ field }) => field);
}

const FIELD = 'timeline.tracks[1].clips[0].asset.source';

it.each<[string, object, object, object, string[]]>([
  ['of the mix', {}, {}, {}, []],
  ['of a clip', { source: 'alias://voice' }, {}, {}, []],
  ['of a clip that is heard later', { source: 'alias://other' }, {}, {}, [FIELD]],
  ['of a clip without volume', {}, { volume: 0 }, {}, [FIELD]],
  ['of a muted output', {}, {}, { mute: true }, [FIELD]],
])('a waveform %s warns if nothing is heard', (_name, asset, sound, output, expected) => {
  expect(warn({ asset: { type: 'waveform', ...asset } }, sound, output)).toEqual(expected);
});

it('refers to a clip that has a sound', () => {
  const waveform = { asset: { type: 'waveform', source: 'alias://me' }, alias: 'me' };
  expect(warn(waveform)).toEqual([expect.stringContaining('refers to a clip with a "waveform" asset')]);
  expect(warn({ asset: { type: 'waveform', source: 'alias://nobody' } })).toEqual([
    expect.stringContaining('"nobody", which no clip has'),
  ]);
});

it('warns in a dry run if no clip can have a sound', () => {
  const parsed = parseEdit({
    timeline: { tracks: [{ clips: [{ asset: { type: 'waveform' }, start: 0, length: 2 }] }] },
    output: { format: 'mp4', resolution: 'sd' },
  });
  const warnings = parsed.ok ? dryRun(parsed.value.edit, {}, 'interface').warnings : [];
  expect(warnings.map(({ field }) => field)).toEqual(['timeline.tracks[0].clips[0].asset.source']);
});
