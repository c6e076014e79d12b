/** A rule by which one of the two refuses an edit. */
export interface Finding {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** What stands at the path. */
  readonly value: unknown;
}

/** Why the two judge an edit differently, and rightly so. */
export interface Difference {
  /** Who refuses the edit; the other one takes it. */
  readonly refusedBy: 'us' | 'them';
  readonly reason: string;
  explains(finding: Finding): boolean;
}

const last = ({ path }: Finding): PropertyKey | undefined => path.at(-1);
const within = (finding: Finding, ...names: string[]): boolean =>
  finding.path.some((step) => names.includes(String(step)));

/** A rule between fields, which no schema holds. */
function rule(code: string, reason: string): Difference {
  return { refusedBy: 'us', reason, explains: (finding) => finding.code === code };
}

/** A lowest or highest value that we have and they have not. */
function bound(
  reason: string,
  names: readonly string[],
  isBeyond: (value: number) => boolean,
  place = 'timeline',
): Difference {
  return {
    refusedBy: 'us',
    reason,
    explains: (finding) =>
      finding.code === 'out_of_range' &&
      names.includes(String(last(finding))) &&
      isBeyond(Number(finding.value)) &&
      within(finding, place),
  };
}

const negative = (value: number): boolean => value < 0;

/** All differences. The interface document wins, then the contract. */
export const DIFFERENCES: readonly Difference[] = [
  {
    refusedBy: 'us',
    reason: 'Contract 1.0: numbers are JSON numbers; text becomes one only where a merge field put it (C10).',
    explains: ({ code, value }) =>
      code === 'wrong_type' && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  },
  {
    refusedBy: 'us',
    reason:
      'C10: the merged edit is judged, and in it a placeholder without a value is a text like any other.',
    explains: ({ value }) => typeof value === 'string' && value.includes('{{'),
  },
  {
    refusedBy: 'us',
    reason:
      'Contract 1.1: from and to of a tween are untyped only for the sake of placeholders; else they are numbers.',
    explains: (finding) => finding.code === 'wrong_type' && ['from', 'to'].includes(String(last(finding))),
  },
  {
    refusedBy: 'us',
    reason: 'The interface document: callback is a URL.',
    explains: (finding) => last(finding) === 'callback',
  },
  {
    refusedBy: 'us',
    reason: 'Contract 1.0: colours are #RRGGBB, in title and html assets also #AARRGGBB.',
    explains: ({ code, message }) => code === 'wrong_form' && message.includes('a colour'),
  },
  {
    refusedBy: 'us',
    reason: 'The interface document: src is a URL, and not blank.',
    explains: (finding) => last(finding) === 'src' && finding.code === 'wrong_form',
  },
  bound(
    'The interface document: the volume of a soundtrack is 0 to 1.',
    ['volume'],
    (value) => value < 0 || value > 1,
    'soundtrack',
  ),
  bound('A moment or a duration before 0 is none.', ['trim', 'start', 'length'], negative),
  bound('A moment before 0 is not shown.', ['capture'], negative, 'output'),
  bound('A picture cannot be smaller than nothing.', ['scale'], negative),
  bound(
    'A box or a shape has at least one pixel, a letter too.',
    ['width', 'height', 'radius', 'thickness', 'size'],
    (value) => value < 1,
    'asset',
  ),
  bound('A line has a length of at least one pixel.', ['length'], (value) => value < 1, 'line'),
  {
    refusedBy: 'us',
    reason: 'A font has a weight from 1 to 1000, or a word for one.',
    explains: (finding) =>
      last(finding) === 'weight' && ['wrong_type', 'out_of_range'].includes(finding.code),
  },
  bound('An opacity is 0 to 1.', ['opacity'], (value) => value < 0 || value > 1, 'asset'),
  bound(
    'No space, corner or line is narrower than nothing.',
    ['padding', 'borderRadius', 'cornerRadius', 'strokeWidth', 'lineHeight', 'width'],
    negative,
    'asset',
  ),
  bound('A range begins before the end of the timeline.', ['start'], (value) => value > 0, 'range'),
  bound('A range has a frame at least.', ['length'], (value) => value === 0, 'range'),
  {
    refusedBy: 'us',
    reason: 'Contract 2.7: the last tween ends with its clip at the latest.',
    explains: ({ message }) => message.includes('after its clip'),
  },
  {
    refusedBy: 'us',
    reason: 'A timeline of more than 12 hours is a slip of the pen.',
    explains: ({ message }) => message.includes('a timeline may last 12 hours'),
  },
  {
    refusedBy: 'us',
    reason: 'No font draws U+0000.',
    explains: ({ message }) => message.includes('U+0000'),
  },
  {
    refusedBy: 'us',
    reason: 'Contract 1.1: the parts of a shape and the stops of a gradient are closed.',
    explains: (finding) =>
      finding.code === 'unknown_property' &&
      within(finding, 'fill', 'stroke', 'rectangle', 'circle', 'line', 'stops'),
  },
  {
    refusedBy: 'us',
    reason: 'The interface document: a shape needs its own measures.',
    explains: (finding) =>
      finding.code === 'required' && ['rectangle', 'circle', 'line'].includes(String(last(finding))),
  },
  {
    refusedBy: 'us',
    reason: 'C8: src is required, and prompt, model and options are not accepted.',
    explains: (finding) =>
      (finding.code === 'required' && last(finding) === 'src') ||
      (finding.code === 'unknown_property' && ['prompt', 'model', 'options'].includes(String(last(finding)))),
  },
  {
    refusedBy: 'us',
    reason: 'The interface document has fifteen types of asset; html5 is not among them (C8).',
    explains: (finding) => last(finding) === 'type' && finding.value === 'html5',
  },
  {
    refusedBy: 'us',
    reason: 'A size has both sides, also where an mp3 does not need it.',
    explains: (finding) => finding.code === 'required' && within(finding, 'size'),
  },
  rule('alias_unknown', 'Contract 1.1: alias:// names the alias of a clip.'),
  rule('alias_used_twice', 'The interface document: an alias is the identifier of a clip.'),
  rule('circular', 'A time that depends on itself is none.'),
  rule('no_length', 'A timeline has a length.'),
  rule('overlap', 'C25: tweens of a list do not overlap.'),
  rule('not_even', 'Contract 2.2: the sides of an mp4 are divisible by 2.'),
  rule(
    'conflict',
    'Contract 1.0 and C22: resolution and size exclude each other, and so do speed 0 and length auto; an mp3 that is muted is nothing.',
  ),
  {
    refusedBy: 'them',
    reason: 'The built-in hosting has our own name as well as that of the public service.',
    explains: (finding) => last(finding) === 'provider' && finding.value === 'kinora',
  },
  {
    refusedBy: 'us',
    reason: 'Contract 8: a destination with options that are required has options.',
    explains: (finding) =>
      finding.code === 'required' && last(finding) === 'options' && within(finding, 'destinations'),
  },
  {
    refusedBy: 'us',
    reason:
      'Names of buckets, accounts and hosts keep the rules of their providers, which refuse others later.',
    explains: (finding) => finding.code === 'wrong_form' && within(finding, 'destinations'),
  },
  {
    refusedBy: 'them',
    reason: 'C19: destinations are open objects.',
    explains: (finding) => finding.code === 'unrecognized_keys' && within(finding, 'destinations'),
  },
  {
    refusedBy: 'them',
    reason: 'C10: a placeholder may stand for any value, also for one of a list of words.',
    explains: ({ value }) => typeof value === 'string' && value.includes('{{'),
  },
  {
    refusedBy: 'them',
    reason: 'We let an edit name its schema, so that editors help to write it.',
    explains: ({ message }) => message.includes('"$schema"'),
  },
  {
    refusedBy: 'them',
    reason:
      'Contract 1.1: wrap of a text is in the schema; we refuse it as well, but as something that is not supported.',
    explains: (finding) => last(finding) === 'wrap',
  },
];

const clip = { asset: { type: 'image', src: 'https://example.com/a.png' }, start: 0, length: 5 };
const base = { timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'mp4', resolution: 'hd' } };
const withAsset = (asset: object) => withClips({ ...clip, asset });
const withClips = (...clips: object[]) => ({ ...base, timeline: { tracks: [{ clips }] } });
const withOutput = (output: object) => ({ ...base, output });

/** Edits in which they are known to differ, where chance would seldom lead to. */
export const KNOWN: readonly object[] = [
  { ...base, $schema: 'https://kinora.example/schemas/edit.json' },
  withAsset({ type: 'text', text: 'Hello', background: { wrap: true } }),
  { ...base, output: { ...base.output, destinations: [{ provider: 'kinora' }] } },
  withAsset({ type: 'html5', html: '<p>Hello</p>' }),
  withAsset({ type: 'image', prompt: 'a cat', model: 'any' }),
  withAsset({ type: 'image', src: '{{ PICTURE }}' }),
  withClips({ ...clip, start: '{{ START }}' }),
  { ...withClips({ ...clip, fit: '{{ FIT }}' }), merge: [{ find: 'FIT', replace: 'cover' }] },
  withAsset({ type: 'rich-caption', src: ' ' }),
  withAsset({ type: 'shape', shape: 'circle' }),
  withAsset({ type: 'shape', shape: 'circle', circle: { radius: 0 } }),
  withAsset({ type: 'text', text: 'Hello', font: { weight: 1001 } }),
  withAsset({ type: 'shape', shape: 'line', line: { length: 0, thickness: 1 } }),
  withOutput({ format: 'mp3', size: { width: 100 } }),
  withOutput({ format: 'mp4', resolution: 'hd', range: { start: 5 } }),
  withOutput({ format: 'mp4', resolution: 'hd', poster: { capture: -1 } }),
  withOutput({ format: 'mp4', resolution: 'hd', size: { width: 100, height: 100 } }),
  withOutput({ format: 'mp4', size: { width: 101, height: 100 } }),
  withClips({ ...clip, alias: 'a' }, { ...clip, alias: 'a' }),
  withAsset({ type: 'caption', src: 'https://example.com/a.srt', font: { opacity: 2 } }),
  withAsset({ type: 'caption', src: 'https://example.com/a.srt', background: { padding: -1 } }),
  withClips({ ...clip, start: 'alias://nobody' }),
  withClips({ ...clip, length: 'end' }),
  withClips({ ...clip, length: 'end' }, { ...clip, start: 'auto' }),
  withClips({ ...clip, scale: -1 }),
  withClips({ ...clip, scale: [{ start: 4, length: 2 }] }),
  withClips({ ...clip, start: 43_200 }),
  withAsset({ type: 'text', text: '\0' }),
  withOutput({ format: 'mp4', resolution: 'hd', range: { length: 0 } }),
  { ...base, callback: 'example.com/hook' },
  { ...base, timeline: { ...base.timeline, soundtrack: { src: 'https://example.com/a.mp3', volume: 2 } } },
];
