import { ADDED_FORMATS, TRANSITIONS } from '../../src/edit/schema/values.ts';
import { ADDED_OBJECTS, ADDITIONS, nameOfAddition } from './additions.ts';
import fc from 'fast-check';
import { z } from 'zod';
import { expandColour } from '../../src/base/colour.ts';
import { isRelativeLength } from '../../src/edit/lengths/pixels.ts';
import { Edit } from '../../src/edit/schema/edit.ts';
import { createArbitrary, type JsonSchema, type KnownValues } from '../fuzz/arbitrary.ts';

/** The objects in the schema of an edit, by name. */
export const definitions = (z.toJSONSchema(Edit) as { $defs: Record<string, JsonSchema> }).$defs;

/** Returns the schema of a reference in the schema of an edit. */
export function resolveRef(ref: string): JsonSchema {
  const schema = definitions[ref.replace('#/$defs/', '')];
  if (schema === undefined) throw new Error(`There is no ${ref}.`);
  return schema;
}

/** Works like {@link resolveRef}, without the types of assets that the public service does not have. */
function resolveKnownRef(ref: string): JsonSchema {
  const { oneOf, ...schema } = resolveRef(ref);
  if (!oneOf) return schema;
  return { ...schema, oneOf: oneOf.filter(({ $ref = '' }) => !ADDED_OBJECTS.includes(nameOfRef($ref))) };
}

function nameOfRef(ref: string): string {
  return ref.replace('#/$defs/', '');
}

const KNOWN_VALUES: KnownValues = { formats: { uri: fc.webUrl() }, schemas: {} };

/**
 * Creates edits that obey all of Kinora's rules. The same seed gives the same edits. Leaves out known
 * differences that would be in every second edit and hide others: `$schema`, `wrap` of a text, the provider
 * `kinora`, excluded destinations other than the built-in hosting, and the values of {@link ORDINARY_VALUES}.
 */
export function createValidEdits(count: number, seed: number): object[] {
  const any = createArbitrary({ $ref: '#/$defs/Edit' }, resolveKnownRef, KNOWN_VALUES);
  return fc.sample(any, { numRuns: count, seed }).map((edit) => repairEdit(edit as AnyEdit));
}

/** The source of all assets, because a random text may be an invalid URL. */
const SOURCE = 'https://example.com/file';

type Json = Record<string, unknown>;

interface AnyClip extends Json {
  asset: Json;
  start: unknown;
  length: unknown;
}

interface AnyEdit extends Json {
  timeline: Json & {
    background?: string;
    tracks: (Json & { clips: AnyClip[] })[];
    soundtrack?: Json;
    fonts?: Json[];
  };
  merge?: Json[];
  output?: Json;
}

/** Changes an edit to obey the rules between fields, which a schema cannot express. */
function repairEdit(edit: AnyEdit): AnyEdit {
  delete edit['$schema'];
  if (edit['callback'] !== undefined) edit['callback'] = 'https://example.com/hook';
  delete edit['outputs'];
  edit.output ??= { format: 'mp4', resolution: 'hd' };
  repairOutput(edit.output);
  for (const merge of edit.merge ?? []) removeAdditions('MergeField', merge);
  if (edit.timeline.background === 'transparent') edit.timeline.background = '#000000';
  removeAdditions('Timeline', edit.timeline);
  for (const track of edit.timeline.tracks) removeAdditions('Track', track);
  repairClips(edit.timeline.tracks.flatMap(({ clips }) => clips));
  if (edit.timeline.soundtrack) repairSoundtrack(edit.timeline.soundtrack);
  repairTweens(edit.timeline);
  repairValues(edit.timeline);
  for (const font of edit.timeline.fonts ?? []) font['src'] = SOURCE;
  return edit;
}

/** Removes the fields of an object of its own that Kinora adds. */
function removeAdditions(definition: string, part: Json): void {
  for (const addition of ADDITIONS) {
    if (addition.field?.startsWith(`${definition}.`) === true)
      Reflect.deleteProperty(part, nameOfAddition(addition));
  }
}

/** Changes a soundtrack to one that the public service knows, too: its volume has no tweens there. */
function repairSoundtrack(soundtrack: Json): void {
  removeAdditions('Soundtrack', soundtrack);
  soundtrack['src'] = SOURCE;
  if (Array.isArray(soundtrack['volume'])) soundtrack['volume'] = 0.5;
}

function repairOutput(output: Json): void {
  removeAdditions('Output', output);
  if (ADDED_FORMATS.some((name) => name === output['format'])) output['format'] = 'mp3';
  const { format, size, range } = output;
  if (output['resolution'] !== undefined) delete output['size'];
  else if (size === undefined && format !== 'mp3') output['resolution'] = 'hd';
  if (output['size'] !== undefined && format === 'mp4') {
    const { width, height } = size as { width: number; height: number };
    output['size'] = { width: width + (width % 2), height: height + (height % 2) };
  }
  if (output['destinations'] !== undefined)
    output['destinations'] = (output['destinations'] as Json[]).filter(repairDestination);
  if (range !== undefined) Object.assign(range as Json, { start: 0, length: 1 });
}

/**
 * Changes a destination so that both accept it. The public service does not know the provider `kinora` and
 * can exclude only its built-in hosting. Some other destinations require options.
 *
 * @returns True if the destination can be used.
 */
function repairDestination(destination: Json): boolean {
  if (destination['provider'] === 'kinora') destination['provider'] = 'shotstack';
  if (destination['provider'] === 'shotstack') return true;
  delete destination['exclude'];
  const options = destination['options'] as Json | undefined;
  // The public service takes any text, which S3 would reject later.
  if (options?.['acl'] !== undefined) options['acl'] = 'public-read';
  return destination['options'] !== undefined;
}

/** Gives the first clip times and an alias, so that other clips can refer to it, and repairs the others. */
function repairClips([first, ...others]: AnyClip[]): void {
  if (first === undefined) return;
  Object.assign(first, { start: 0, length: 5, alias: 'first' });
  for (const [index, clip] of [first, ...others].entries()) {
    if (clip['alias'] !== undefined) clip['alias'] = index === 0 ? 'first' : `clip-${index}`;
    for (const side of ['start', 'length'] as const) {
      const time = clip[side];
      if (typeof time === 'number') clip[side] = 1 + (Math.round(time) % 100);
      else if (String(time).startsWith('alias://')) clip[side] = 'alias://first';
    }
    removeAdditions('Clip', clip);
    simplify(clip);
    if (clip.asset['speed'] === 0 && clip.length === 'auto') clip.length = 1;
    // The public service has none of these.
    if (['lottie', 'progress', 'qr', 'waveform'].includes(String(clip.asset['type'])))
      clip.asset = { type: 'image' };
    repairAsset(clip.asset);
  }
  // A clip with the length "end" cannot precede one with the start "auto".
  const hasEnd = others.some(({ length }) => length === 'end');
  for (const clip of others) if (hasEnd && clip.start === 'auto') clip.start = 1;
}

/** Changes what the published schemas know only in its plain form: a speed with tweens, and a part of an effect. */
function simplify(clip: AnyClip): void {
  if (Array.isArray(clip.asset['speed'])) clip.asset['speed'] = 1;
  // All kinds of filters are additions.
  delete clip.asset['sound'];
  if (typeof clip['effect'] === 'object') clip['effect'] = (clip['effect'] as Json)['name'];
}

function repairAsset(asset: Json): void {
  if (TYPES_WITH_SOURCE.includes(String(asset['type']))) asset['src'] = SOURCE;
  if (PROMPTED_TYPES.includes(String(asset['type']))) repairPrompt(asset);
  if (asset['type'] === 'text-to-image') repairImage(asset);
  if (asset['type'] === 'text-to-speech') repairSpeech(asset);
  if (asset['type'] === 'rich-text') asset['text'] ??= 'Hello';
  if (asset['type'] === 'text') delete (asset['background'] as Json | undefined)?.['wrap'];
}

const TYPES_WITH_SOURCE = ['video', 'image', 'audio', 'luma', 'caption', 'rich-caption', 'image-to-video'];

const PROMPTED_TYPES = ['video', 'image', 'audio'];

/** Gives a prompt, a model and options of the model to an asset that has one of them. */
function repairPrompt(asset: Json): void {
  if (['prompt', 'model', 'options'].every((name) => asset[name] === undefined)) return;
  const model = asset['type'] === 'audio' ? 'kinora-speech' : `kinora-${String(asset['type'])}`;
  Object.assign(asset, { prompt: 'a cat', model, options: {} });
}

function repairImage(asset: Json): void {
  if (String(asset['prompt']).trim() === '') asset['prompt'] = 'a cat';
  for (const side of ['width', 'height']) if (asset[side] !== undefined) asset[side] = 512;
}

function repairSpeech(asset: Json): void {
  if (String(asset['text']).trim() === '') asset['text'] = 'Hello';
  asset['voice'] = 'Amy';
  if (asset['language'] !== undefined) asset['language'] = 'en-GB';
}

/** Values that both sides accept, in place of those that only Kinora accepts or that no font has. */
const ORDINARY_VALUES: Readonly<Record<string, (value: unknown) => unknown>> = {
  opacity: (value) => (typeof value === 'number' ? Math.min(Math.max(value, 0), 1) : value),
  threshold: (value) => Math.round(Number(value)),
  halo: (value) => Math.round(Number(value)),
  family: () => 'Roboto',
  easing: (value) => (typeof value === 'object' ? 'ease' : value),
  ...Object.fromEntries(
    ['top', 'right', 'bottom', 'left'].map((side) => [
      side,
      (value: unknown) => (Array.isArray(value) ? 0.1 : value),
    ]),
  ),
  weight: (value) => (typeof value === 'string' ? 'bold' : value),
  ...Object.fromEntries(
    ADDITIONS.filter(({ field = '' }) => !/^(Edit|MergeField|Output|Soundtrack|Clip)\./.test(field)).map(
      (addition) => [nameOfAddition(addition), () => undefined],
    ),
  ),
  fit: (value) => (value === 'blur' || value === 'follow' ? 'crop' : value),
  in: toOldTransition,
  out: toOldTransition,
};

/** Returns a transition that the public service has, too. */
function toOldTransition(value: unknown): unknown {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
  return TRANSITIONS.find((known) => known === name) ?? 'fade';
}

/** Writes a colour with six digits, and a relative length as pixels. */
function toOldText(text: string): unknown {
  return isRelativeLength(text) ? 10 : expandColour(text);
}

/** Replaces values at any depth by {@link ORDINARY_VALUES}, and texts as {@link toOldText} does. */
function repairValues(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part as Json)) {
    const long = typeof value === 'string' ? toOldText(value) : value;
    const repaired = name in ORDINARY_VALUES ? ORDINARY_VALUES[name]?.(long) : long;
    if (repaired === undefined) Reflect.deleteProperty(part, name);
    else (part as Json)[name] = repaired;
    repairValues(repaired);
  }
}

const TWEEN_FIELDS = ['from', 'to', 'start', 'length', 'interpolation', 'easing'];

/** Makes the tweens of a list follow each other and end before any clip does. */
function repairTweens(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if (Array.isArray(part) && part.every(isTween)) {
    for (const [index, tween] of part.entries()) Object.assign(tween, { start: 0.2 * index, length: 0.2 });
  }
  for (const inner of Object.values(part)) repairTweens(inner);
}

function isTween(item: unknown): item is Json {
  return (
    typeof item === 'object' &&
    item !== null &&
    !Array.isArray(item) &&
    Object.keys(item).every((key) => TWEEN_FIELDS.includes(key))
  );
}
