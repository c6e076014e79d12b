import { isObject } from '../../base/is-object.ts';
import type { Dialect } from '../dialect.ts';
import { canBePrompted, NO_PLACEHOLDER } from '../generated/generated-source.ts';
import { formatPath, MAX_PROBLEMS, type Path } from '../problems/problem.ts';
import { mapParts } from '../tolerance/map-parts.ts';
import type { TolerantReading } from '../tolerance/tolerant-reading.ts';
import type { Warning } from '../warnings/warning.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields that older clients write beside the prompt, and that belong into the options (contract C58). */
const FLAT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  image: ['aspectRatio', 'resolution', 'seed'],
  video: ['startSrc', 'inputSrc', 'aspectRatio', 'resolution', 'duration', 'generateAudio', 'seed'],
  audio: ['voice', 'language', 'newscaster', 'forceInstrumental', 'musicLengthMs', 'compositionPlan'],
};

/** The older names of models, and the names that took their places. */
const OLD_MODELS: ReadonlyMap<unknown, string> = new Map([
  ['luma-ray-3', 'kinora-video'],
  ['runpod-itv-mini', 'kinora-video'],
  ['fal/seedance-2.0', 'kinora-video'],
]);

/** True for an older name of a model, which only old edits still use. */
export function isWithdrawnModel(name: string): boolean {
  return OLD_MODELS.has(name);
}

/**
 * Reads the assets of an edit that have a prompt, before the form of the edit is checked. One without a `src` gets
 * one that stands for no placeholder, so that all others can rely on it. In the dialect `shotstack`, fields that older
 * clients write beside the prompt become options, and older names of models become those of today. `voice` does so in
 * both dialects.
 *
 * @param input any JSON value, which is not changed. The result shares the unchanged parts with it.
 */
export function readPrompted(input: unknown, dialect: Dialect): TolerantReading {
  const warnings: Warning[] = [];
  const readAsset = (asset: unknown, path: Path): unknown => {
    if (!isObject(asset)) return asset;
    if (asset['type'] === 'group')
      return replaceField(asset, 'tracks', (tracks) => readTracks(tracks, [...path, 'tracks'], readAsset));
    if (!canBePrompted(asset) || asset['prompt'] === undefined) return asset;
    const read = readPromptedAsset(asset, dialect);
    const at = formatPath(path);
    if (warnings.length < MAX_PROBLEMS)
      warnings.push(...read.warnings.map(({ field, text }) => ({ field: `${at}.${field}`, text })));
    return read.asset;
  };
  const value = replaceField(input, 'timeline', (timeline) =>
    replaceField(timeline, 'tracks', (tracks) => readTracks(tracks, ['timeline', 'tracks'], readAsset)),
  );
  return { value, warnings };
}

function readTracks(
  tracks: unknown,
  path: Path,
  readAsset: (asset: unknown, path: Path) => unknown,
): unknown {
  return mapItems(tracks, (track, index) =>
    replaceField(track, 'clips', (clips) =>
      mapItems(clips, (clip, place) =>
        replaceField(clip, 'asset', (asset) => readAsset(asset, [...path, index, 'clips', place, 'asset'])),
      ),
    ),
  );
}

function mapItems(list: unknown, map: (item: unknown, index: number) => unknown): unknown {
  return Array.isArray(list) ? mapParts(list, (item, index) => map(item, Number(index))) : list;
}

function replaceField(holder: unknown, name: string, replace: (value: unknown) => unknown): unknown {
  if (!isObject(holder)) return holder;
  const value = holder[name];
  const replaced = value === undefined ? undefined : replace(value);
  return replaced === value ? holder : { ...holder, [name]: replaced };
}

function readPromptedAsset(
  asset: Fields,
  dialect: Dialect,
): { readonly asset: Fields; readonly warnings: readonly Warning[] } {
  const { asset: moved, warnings } = moveFlatFields(asset, dialect);
  const name = dialect === 'shotstack' ? OLD_MODELS.get(moved['model']) : undefined;
  const renamed = name === undefined ? moved : { ...moved, model: name };
  const old = name === undefined ? [] : [{ field: 'model', text: describeOldModel(moved['model'], name) }];
  const isEmpty = renamed['src'] === '';
  const read = 'src' in renamed && !isEmpty ? renamed : { ...renamed, src: NO_PLACEHOLDER };
  const empty = isEmpty
    ? [{ field: 'src', text: 'This address is empty and counts as absent. Remove it.' }]
    : [];
  return { asset: read, warnings: [...warnings, ...old, ...empty] };
}

function describeOldModel(old: unknown, name: string): string {
  return `The model ${JSON.stringify(old)} is an older name and counts as "${name}". Set it to a name that GET /models lists.`;
}

function moveFlatFields(
  asset: Fields,
  dialect: Dialect,
): { readonly asset: Fields; readonly warnings: readonly Warning[] } {
  const known = FLAT_FIELDS[String(asset['type'])] ?? [];
  const flat = known.filter((name) => name in asset && (dialect === 'shotstack' || name === 'voice'));
  const { options = {} } = asset;
  if (flat.length === 0 || !isObject(options)) return { asset, warnings: [] };
  const rest = Object.fromEntries(Object.entries(asset).filter(([name]) => !flat.includes(name)));
  const moved = Object.fromEntries(flat.map((name) => toOption(asset, name)));
  const warnings = flat.map((field) => ({
    field,
    text: `This field stands beside the prompt and counts as one of its options. Move it into "options".`,
  }));
  // What stands in the options themselves is newer.
  return { asset: { ...rest, options: { ...moved, ...options } }, warnings };
}

/** Before it was called `inputSrc`, the start image of a video was called `seed`. */
function toOption(asset: Fields, name: string): readonly [name: string, value: unknown] {
  const isImage = asset['type'] === 'video' && name === 'seed';
  return [isImage || name === 'inputSrc' ? 'startSrc' : name, asset[name]];
}
