import { tryParseJson } from '../../base/try-parse-json.ts';
import type { EditOutline } from '../../operations/render-reports.ts';

type Fields = Readonly<Record<string, unknown>>;

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a plain value as text. */
function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
}

/** Lists the clips of a track, including those in groups. The depth of a stored edit is limited. */
function listClipsOf(track: unknown): unknown[] {
  return toList(toFields(track)['clips']).flatMap((clip) => {
    const inner = toList(toFields(toFields(clip)['asset'])['tracks']);
    return [clip, ...inner.flatMap(listClipsOf)];
  });
}

const MAX_NAME_LENGTH = 40;

/** Returns the main facts of a stored edit. Its placeholders stay, so every value may be a text. */
export function summarizeEdit(text: string): EditOutline {
  const edit = toFields(tryParseJson(text));
  const tracks = toList(toFields(edit['timeline'])['tracks']);
  const clips = tracks.flatMap(listClipsOf);
  const assets = new Map<string, number>();
  for (const clip of clips) {
    const type = toText(toFields(toFields(clip)['asset'])['type']).slice(0, MAX_NAME_LENGTH);
    assets.set(type, (assets.get(type) ?? 0) + 1);
  }
  const output = toFields(edit['output']);
  return {
    length: text.length,
    tracks: tracks.length,
    clips: clips.length,
    assets: Object.fromEntries(assets),
    output: describeOutput(output),
    destinations: toList(output['destinations']).map((each) => toText(toFields(each)['provider'])),
  };
}

function describeOutput(output: Fields): string {
  const { width, height } = toFields(output['size']);
  const size = width === undefined && height === undefined ? [] : [`${toText(width)}x${toText(height)}`];
  const named = ['format', 'resolution', 'aspectRatio', 'quality'].flatMap((field) => {
    const value = output[field];
    return typeof value === 'string' ? [value] : [];
  });
  const fps = output['fps'] === undefined ? [] : [`${toText(output['fps'])} fps`];
  return [...named, ...size, ...fps].join(', ').slice(0, 120);
}
