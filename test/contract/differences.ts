/** A rule by which one of the two refuses an edit. */
export interface Rejection {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** What stands at the path. */
  readonly value: unknown;
}

/** Why the two judge an edit differently, and rightly so. */
export interface Difference {
  /** Who refuses the edit; the other one takes it. */
  readonly rejectedBy: 'us' | 'them';
  readonly reason: string;
  explains(rejection: Rejection): boolean;
}

const lastStepOf = ({ path }: Rejection): PropertyKey | undefined => path.at(-1);
const isWithin = (rejection: Rejection, ...names: string[]): boolean =>
  rejection.path.some((step) => names.includes(String(step)));

/** A rule between fields, which no schema holds. */
function allowRule(code: string, reason: string): Difference {
  return { rejectedBy: 'us', reason, explains: (rejection) => rejection.code === code };
}

/** A lowest or highest value that we have and they have not. */
function allowBound(
  reason: string,
  names: readonly string[],
  isBeyond: (value: number) => boolean,
  place = 'timeline',
): Difference {
  return {
    rejectedBy: 'us',
    reason,
    explains: (rejection) =>
      rejection.code === 'out_of_range' &&
      names.includes(String(lastStepOf(rejection))) &&
      isBeyond(Number(rejection.value)) &&
      isWithin(rejection, place),
  };
}

const negative = (value: number): boolean => value < 0;

/** All differences. The interface document wins, then the contract. */
export const DIFFERENCES: readonly Difference[] = [
  {
    rejectedBy: 'us',
    reason: 'Contract 1.0: numbers are JSON numbers; text becomes one only where a merge field put it (C10).',
    explains: ({ code, value }) =>
      code === 'wrong_type' && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  },
  {
    rejectedBy: 'us',
    reason:
      'C10: the merged edit is judged, and in it a placeholder without a value is a text like any other.',
    explains: ({ value }) => typeof value === 'string' && value.includes('{{'),
  },
  {
    rejectedBy: 'us',
    reason:
      'Contract 1.1: from and to of a tween are untyped only for the sake of placeholders; else they are numbers.',
    explains: (rejection) =>
      rejection.code === 'wrong_type' && ['from', 'to'].includes(String(lastStepOf(rejection))),
  },
  {
    rejectedBy: 'us',
    reason: 'The interface document: callback is a URL.',
    explains: (rejection) => lastStepOf(rejection) === 'callback',
  },
  {
    rejectedBy: 'us',
    reason: 'Contract 1.0: colours are #RRGGBB, in title and html assets also #AARRGGBB.',
    explains: ({ code, message }) => code === 'wrong_form' && message.includes('a colour'),
  },
  {
    rejectedBy: 'us',
    reason: 'The interface document: src is a URL, and not blank.',
    explains: (rejection) => lastStepOf(rejection) === 'src' && rejection.code === 'wrong_form',
  },
  allowBound(
    'The interface document: the volume of a soundtrack is 0 to 1.',
    ['volume'],
    (value) => value < 0 || value > 1,
    'soundtrack',
  ),
  allowBound('A moment or a duration before 0 is none.', ['trim', 'start', 'length'], negative),
  allowBound('A moment before 0 is not shown.', ['capture'], negative, 'output'),
  allowBound('A picture cannot be smaller than nothing.', ['scale'], negative),
  allowBound(
    'A box or a shape has at least one pixel, a letter too.',
    ['width', 'height', 'radius', 'thickness', 'size'],
    (value) => value < 1,
    'asset',
  ),
  allowBound('A line has a length of at least one pixel.', ['length'], (value) => value < 1, 'line'),
  {
    rejectedBy: 'us',
    reason: 'A font has a weight from 1 to 1000, or a word for one.',
    explains: (rejection) =>
      lastStepOf(rejection) === 'weight' && ['wrong_type', 'out_of_range'].includes(rejection.code),
  },
  allowBound('An opacity is 0 to 1.', ['opacity'], (value) => value < 0 || value > 1, 'asset'),
  allowBound(
    'No space, corner or line is narrower than nothing.',
    ['padding', 'borderRadius', 'cornerRadius', 'strokeWidth', 'lineHeight', 'width'],
    negative,
    'asset',
  ),
  allowBound('A range begins before the end of the timeline.', ['start'], (value) => value > 0, 'range'),
  allowBound('A range has a frame at least.', ['length'], (value) => value === 0, 'range'),
  {
    rejectedBy: 'us',
    reason: 'Contract 2.7: the last tween ends with its clip at the latest.',
    explains: ({ message }) => message.includes('after its clip'),
  },
  {
    rejectedBy: 'us',
    reason: 'A timeline of more than 12 hours is a slip of the pen.',
    explains: ({ message }) => message.includes('a timeline may last 12 hours'),
  },
  {
    rejectedBy: 'us',
    reason: 'No font draws U+0000.',
    explains: ({ message }) => message.includes('U+0000'),
  },
  {
    rejectedBy: 'us',
    reason: 'Contract 1.1: the parts of a shape and the stops of a gradient are closed.',
    explains: (rejection) =>
      rejection.code === 'unknown_property' &&
      isWithin(rejection, 'fill', 'stroke', 'rectangle', 'circle', 'line', 'stops'),
  },
  {
    rejectedBy: 'us',
    reason: 'The interface document: a shape needs its own measures.',
    explains: (rejection) =>
      rejection.code === 'required' &&
      ['rectangle', 'circle', 'line'].includes(String(lastStepOf(rejection))),
  },
  {
    rejectedBy: 'us',
    reason: 'C8: src is required, and prompt, model and options are not accepted.',
    explains: (rejection) =>
      (rejection.code === 'required' && lastStepOf(rejection) === 'src') ||
      (rejection.code === 'unknown_property' &&
        ['prompt', 'model', 'options'].includes(String(lastStepOf(rejection)))),
  },
  {
    rejectedBy: 'us',
    reason: 'The interface document has fifteen types of asset; html5 is not among them (C8).',
    explains: (rejection) => lastStepOf(rejection) === 'type' && rejection.value === 'html5',
  },
  {
    rejectedBy: 'us',
    reason: 'A size has both sides, also where an mp3 does not need it.',
    explains: (rejection) => rejection.code === 'required' && isWithin(rejection, 'size'),
  },
  allowRule('alias_unknown', 'Contract 1.1: alias:// names the alias of a clip.'),
  allowRule('alias_used_twice', 'The interface document: an alias is the identifier of a clip.'),
  allowRule('circular', 'A time that depends on itself is none.'),
  allowRule('no_length', 'A timeline has a length.'),
  allowRule('overlap', 'C25: tweens of a list do not overlap.'),
  allowRule('not_even', 'Contract 2.2: the sides of an mp4 are divisible by 2.'),
  allowRule(
    'conflict',
    'Contract 1.0 and C22: resolution and size exclude each other, and so do speed 0 and length auto; an mp3 that is muted is nothing.',
  ),
  {
    rejectedBy: 'them',
    reason: 'The built-in hosting has our own name as well as that of the public service.',
    explains: (rejection) => lastStepOf(rejection) === 'provider' && rejection.value === 'kinora',
  },
  {
    rejectedBy: 'us',
    reason: 'Contract 8: a destination with options that are required has options.',
    explains: (rejection) =>
      rejection.code === 'required' &&
      lastStepOf(rejection) === 'options' &&
      isWithin(rejection, 'destinations'),
  },
  {
    rejectedBy: 'us',
    reason:
      'Names of buckets, accounts and hosts keep the rules of their providers, which refuse others later.',
    explains: (rejection) => rejection.code === 'wrong_form' && isWithin(rejection, 'destinations'),
  },
  {
    rejectedBy: 'them',
    reason: 'C19: destinations are open objects.',
    explains: (rejection) => rejection.code === 'unrecognized_keys' && isWithin(rejection, 'destinations'),
  },
  {
    rejectedBy: 'them',
    reason: 'C10: a placeholder may stand for any value, also for one of a list of words.',
    explains: ({ value }) => typeof value === 'string' && value.includes('{{'),
  },
  {
    rejectedBy: 'them',
    reason: 'We let an edit name its schema, so that editors help to write it.',
    explains: ({ message }) => message.includes('"$schema"'),
  },
  {
    rejectedBy: 'them',
    reason:
      'Contract 1.1: wrap of a text is in the schema; we refuse it as well, but as something that is not supported.',
    explains: (rejection) => lastStepOf(rejection) === 'wrap',
  },
];

const clip = { asset: { type: 'image', src: 'https://example.com/a.png' }, start: 0, length: 5 };
const base = { timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'mp4', resolution: 'hd' } };
const withAsset = (asset: object) => withClips({ ...clip, asset });
const withClips = (...clips: object[]) => ({ ...base, timeline: { tracks: [{ clips }] } });
const withOutput = (output: object) => ({ ...base, output });

/** Edits in which they are known to differ, where chance would seldom lead to. */
export const KNOWN_DIFFERENT_EDITS: readonly object[] = [
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
