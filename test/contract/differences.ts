import { ADDED_NAMES } from './additions.ts';

/** A problem for which Kinora or the public service rejects an edit. */
export interface Rejection {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The value at the path. */
  readonly value: unknown;
}

/** An intended difference between Kinora and the public service. */
export interface Difference {
  /** The side that rejects the edit. The other one accepts it. */
  readonly rejectedBy: 'us' | 'them';
  readonly reason: string;
  explains(rejection: Rejection): boolean;
}

const lastStepOf = ({ path }: Rejection): PropertyKey | undefined => path.at(-1);
const isWithin = (rejection: Rejection, ...names: string[]): boolean =>
  rejection.path.some((step) => names.includes(String(step)));

/** Creates the difference for a rule between fields, which a schema cannot express. */
function allowRule(code: string, reason: string): Difference {
  return { rejectedBy: 'us', reason, explains: (rejection) => rejection.code === code };
}

/** Creates the difference for a bound that only Kinora has. */
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

/** All differences. The interface document takes precedence, then the contract. */
export const DIFFERENCES: readonly Difference[] = [
  {
    rejectedBy: 'us',
    reason:
      'Contract 1.0: numbers are JSON numbers. Text becomes a number only if a merge field inserts it (contract C10).',
    explains: ({ code, value }) =>
      code === 'wrong_type' && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  },
  {
    rejectedBy: 'us',
    reason:
      'Contract C10: the merged edit is checked, and a placeholder without a value is ordinary text in it.',
    explains: ({ value }) => typeof value === 'string' && value.includes('{{'),
  },
  {
    rejectedBy: 'us',
    reason:
      'Contract 1.1: from and to of a tween are untyped only to allow placeholders. Otherwise they are numbers.',
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
    reason: 'Contract C47: colours are #RRGGBB or #RGB, or #AARRGGBB in title and html assets.',
    explains: ({ code, message }) => code === 'wrong_form' && message.includes('a colour'),
  },
  {
    rejectedBy: 'us',
    reason: 'The interface document: src is a URL and not blank.',
    explains: (rejection) => lastStepOf(rejection) === 'src' && rejection.code === 'wrong_form',
  },
  allowBound(
    'The interface document: the volume of a soundtrack is 0 to 1.',
    ['volume'],
    (value) => value < 0 || value > 1,
    'soundtrack',
  ),
  allowBound(
    'Contract C49: a volume is 0 to 1, also in a tween.',
    ['from', 'to'],
    (value) => value < 0 || value > 1,
    'volume',
  ),
  allowBound('Times and durations are at least 0.', ['trim', 'start', 'length'], negative),
  allowBound('A still is captured at 0 or later.', ['capture'], negative, 'output'),
  allowBound('A scale is at least 0.', ['scale'], negative),
  allowBound(
    'Boxes, shapes and letters have at least one pixel.',
    ['width', 'height', 'radius', 'thickness', 'size'],
    (value) => value < 1,
    'asset',
  ),
  allowBound('A line is at least one pixel long.', ['length'], (value) => value < 1, 'line'),
  {
    rejectedBy: 'us',
    reason: 'The weight of a font is 1 to 1000 or a word.',
    explains: (rejection) =>
      lastStepOf(rejection) === 'weight' &&
      ['wrong_type', 'out_of_range', 'not_allowed'].includes(rejection.code),
  },
  allowBound(
    'Paddings, radii and widths are at least 0.',
    ['padding', 'borderRadius', 'cornerRadius', 'strokeWidth', 'lineHeight', 'width'],
    negative,
    'asset',
  ),
  allowBound('A range begins before the end of the timeline.', ['start'], (value) => value > 0, 'range'),
  allowBound('A range has at least one frame.', ['length'], (value) => value === 0, 'range'),
  {
    rejectedBy: 'us',
    reason: 'Contract 2.7: the last tween ends no later than its clip.',
    explains: ({ message }) => message.includes('but its clip lasts only'),
  },
  {
    rejectedBy: 'us',
    reason: 'A timeline of more than 12 hours is probably a mistake.',
    explains: ({ message }) => message.includes('a timeline can last at most 12 hours'),
  },
  {
    rejectedBy: 'us',
    reason: 'No font can draw U+0000.',
    explains: ({ message }) => message.includes('U+0000'),
  },
  {
    rejectedBy: 'us',
    reason: 'Contract 1.1: the parts of a shape and the stops of a gradient allow no other properties.',
    explains: (rejection) =>
      rejection.code === 'unknown_property' &&
      isWithin(rejection, 'fill', 'stroke', 'rectangle', 'circle', 'line', 'stops'),
  },
  {
    rejectedBy: 'us',
    reason: 'The newer interface, section 2: the model of a generated asset decides which options it has.',
    explains: ({ code, path }) =>
      code === 'unknown_property' && path.includes('asset') && path.at(-2) === 'options',
  },
  {
    rejectedBy: 'us',
    reason: 'The interface document: a shape requires its dimensions.',
    explains: (rejection) =>
      rejection.code === 'required' &&
      ['rectangle', 'circle', 'line'].includes(String(lastStepOf(rejection))),
  },
  {
    rejectedBy: 'us',
    reason: 'Contract C58: a model is one of those that Kinora lists.',
    explains: (rejection) => rejection.code === 'not_allowed' && lastStepOf(rejection) === 'model',
  },
  {
    rejectedBy: 'us',
    reason: 'A size has both sides, even for an mp3, which does not need it.',
    explains: (rejection) => rejection.code === 'required' && isWithin(rejection, 'size'),
  },
  {
    rejectedBy: 'us',
    reason:
      'The documented voices and languages: a speech has one of them, and few voices can be newscasters.',
    explains: (rejection) =>
      rejection.code === 'not_allowed' &&
      ['voice', 'language', 'newscaster'].includes(String(lastStepOf(rejection))),
  },
  allowBound(
    'A generated image has at most 4096 pixels on each side.',
    ['width', 'height'],
    (value) => value > 4096,
    'asset',
  ),
  {
    rejectedBy: 'us',
    reason: 'Nothing can be generated from an empty text.',
    explains: (rejection) =>
      rejection.code === 'out_of_range' &&
      ['text', 'prompt'].includes(String(lastStepOf(rejection))) &&
      String(rejection.value).trim() === '',
  },
  allowRule('font_unknown', 'Contract 2.20: fonts that are not built in come from timeline.fonts.'),
  allowRule('alias_unknown', 'Contract 1.1: alias:// refers to the alias of a clip.'),
  allowRule('alias_used_twice', 'The interface document: an alias identifies a single clip.'),
  allowRule('circular', 'A time must not depend on itself.'),
  allowRule('no_length', 'A timeline must have a length.'),
  allowRule('overlap', 'Contract C25: the tweens of a list do not overlap.'),
  allowRule('not_even', 'Contract 2.2: the sides of an mp4 are divisible by 2.'),
  allowRule(
    'conflict',
    'Contract 1.0 and contract C22: resolution and size exclude each other, and so do speed 0 and length auto.',
  ),
  {
    rejectedBy: 'them',
    reason: 'The built-in hosting is also available under the name kinora.',
    explains: (rejection) => lastStepOf(rejection) === 'provider' && rejection.value === 'kinora',
  },
  {
    rejectedBy: 'us',
    reason: 'Contract 8: a destination with required options has options.',
    explains: (rejection) =>
      rejection.code === 'required' &&
      lastStepOf(rejection) === 'options' &&
      isWithin(rejection, 'destinations'),
  },
  {
    rejectedBy: 'us',
    reason:
      'Names of buckets, accounts and hosts follow the rules of their providers, which would reject others later.',
    explains: (rejection) =>
      (rejection.code === 'wrong_form' ||
        (rejection.code === 'out_of_range' && lastStepOf(rejection) === 'bucket')) &&
      isWithin(rejection, 'destinations'),
  },
  {
    rejectedBy: 'them',
    reason: 'Contract C19: destinations are open objects.',
    explains: (rejection) => rejection.code === 'unrecognized_keys' && isWithin(rejection, 'destinations'),
  },
  {
    rejectedBy: 'them',
    reason: 'Contract C10: a placeholder can stand for any value, including one from a list of words.',
    explains: ({ value }) => typeof value === 'string' && value.includes('{{'),
  },
  {
    rejectedBy: 'them',
    reason: 'Contract C47: #RGB may stand wherever #RRGGBB may.',
    explains: ({ value }) => typeof value === 'string' && /^#[0-9a-f]{3}$/i.test(value),
  },
  {
    rejectedBy: 'them',
    reason: 'Contract C49: an opacity outside 0 to 1 is clamped, with a warning.',
    explains: (rejection) =>
      lastStepOf(rejection) === 'opacity' &&
      typeof rejection.value === 'number' &&
      (rejection.value < 0 || rejection.value > 1),
  },
  {
    rejectedBy: 'them',
    reason: 'Contract C49: the threshold and the halo of a chroma key are any number from 0 to 250.',
    explains: (rejection) =>
      ['threshold', 'halo'].includes(String(lastStepOf(rejection))) &&
      typeof rejection.value === 'number' &&
      !Number.isInteger(rejection.value),
  },
  {
    rejectedBy: 'them',
    reason: 'An edit can name its schema, so that editors can help to write it.',
    explains: ({ message }) => message.includes('"$schema"'),
  },
  {
    rejectedBy: 'them',
    reason: 'Contract C55: Kinora has fields of its own.',
    explains: ({ code, message }) =>
      code === 'unrecognized_keys' && ADDED_NAMES.some((name) => message.includes(`"${name}"`)),
  },
  {
    rejectedBy: 'them',
    reason: 'Contract C55: the volume of a soundtrack may have tweens.',
    explains: (rejection) => isWithin(rejection, 'soundtrack') && isWithin(rejection, 'volume'),
  },
  {
    rejectedBy: 'them',
    reason: 'Contract 1.1: wrap of a text is in the schema. Kinora rejects it, too, but as not supported.',
    explains: (rejection) => lastStepOf(rejection) === 'wrap',
  },
  {
    rejectedBy: 'them',
    reason: 'Additions: a side of a crop may have tweens.',
    explains: ({ path, value }) => path.includes('crop') && Array.isArray(value),
  },
  {
    rejectedBy: 'them',
    reason: 'A prompt takes the place of a source, which may then be empty.',
    explains: (rejection) => lastStepOf(rejection) === 'src' && rejection.value === '',
  },
];

const clip = { asset: { type: 'image', src: 'https://example.com/a.png' }, start: 0, length: 5 };
const base = { timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'mp4', resolution: 'hd' } };
const withAsset = (asset: object) => withClips({ ...clip, asset });
const withClips = (...clips: object[]) => ({ ...base, timeline: { tracks: [{ clips }] } });
const withOutput = (output: object) => ({ ...base, output });

/** Edits with known differences that random edits would rarely reach. */
export const KNOWN_DIFFERENT_EDITS: readonly object[] = [
  { ...base, $schema: 'https://kinora.example/schemas/edit.json' },
  withAsset({ type: 'text', text: 'Hello', background: { wrap: true } }),
  { ...base, output: { ...base.output, destinations: [{ provider: 'kinora' }] } },
  { ...base, output: { ...base.output, destinations: [{ provider: 's3' }] } },
  { ...base, output: { ...base.output, destinations: [{ provider: 'shotstack', other: true }] } },
  {
    ...base,
    output: {
      ...base.output,
      destinations: [{ provider: 's3', options: { region: 'us-east-1', bucket: 'a b' } }],
    },
  },
  withAsset({ type: 'text-to-speech', text: 'Hello', voice: 'Nobody' }),
  withAsset({ type: 'text-to-image', prompt: ' ' }),
  withAsset({ type: 'text-to-image', prompt: 'a cat', width: 5000 }),
  withAsset({ type: 'html5', html: '<p>Hello</p>' }),
  withAsset({ type: 'image', prompt: 'a cat', model: 'any' }),
  withAsset({ type: 'image', prompt: 'a cat', model: 'kinora-image', options: { surprise: 1 } }),
  withAsset({ type: 'image', src: 'https://example.com/a.png', crop: { top: [] } }),
  withAsset({ type: 'image', src: '', prompt: 'a cat', model: 'kinora-image' }),
  withAsset({ type: 'image', src: '{{ PICTURE }}' }),
  withClips({ ...clip, start: '{{ START }}' }),
  { ...withClips({ ...clip, fit: '{{ FIT }}' }), merge: [{ find: 'FIT', replace: 'cover' }] },
  withAsset({ type: 'rich-caption', src: ' ' }),
  withAsset({ type: 'shape', shape: 'circle' }),
  withAsset({ type: 'shape', shape: 'circle', circle: { radius: 0 } }),
  withAsset({ type: 'shape', shape: 'circle', circle: { radius: 5, colour: '#ffffff' } }),
  withAsset({ type: 'text', text: 'Hello', font: { weight: 1001 } }),
  withAsset({ type: 'shape', shape: 'line', line: { length: 0, thickness: 1 } }),
  withOutput({ format: 'mp3', size: { width: 100 } }),
  withOutput({ format: 'mp4', resolution: 'hd', range: { start: 5 } }),
  withOutput({ format: 'mp4', resolution: 'hd', poster: { capture: -1 } }),
  withOutput({ format: 'mp4', resolution: 'hd', size: { width: 100, height: 100 } }),
  withOutput({ format: 'mp4', size: { width: 101, height: 100 } }),
  withClips({ ...clip, alias: 'a' }, { ...clip, alias: 'a' }),
  withAsset({ type: 'rich-text', text: 'Hello', background: { color: '#000000', opacity: 2 } }),
  withAsset({ type: 'text', text: 'Hello', font: { family: 'Nope' } }),
  withAsset({ type: 'rich-text', text: 'Hello', font: { color: '#f80' } }),
  withAsset({ type: 'text', text: 'Hello', font: { opacity: 2 } }),
  withAsset({ type: 'rich-caption', src: 'https://example.com/a.srt', style: { sizePer: 'page' } }),
  withAsset({ type: 'text', text: 'Hello', font: { minSize: 8 } }),
  withOutput({ format: 'mp4', resolution: 'hd', captions: { format: 'srt' } }),
  withAsset({
    type: 'video',
    src: 'https://example.com/a.mp4',
    chromaKey: { color: '#00ff00', threshold: 99.5, halo: 0.5 },
  }),
  withAsset({ type: 'rich-text', text: 'Hello', font: { weight: 'fat' } }),
  withAsset({ type: 'audio', src: 'https://example.com/a.mp3', volume: [{ from: 0, to: 2, length: 1 }] }),
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
  ...[2, [{ from: 0, to: 1, length: 2 }]].map((volume) => ({
    ...base,
    timeline: { ...base.timeline, soundtrack: { src: 'https://example.com/a.mp3', volume } },
  })),
];
