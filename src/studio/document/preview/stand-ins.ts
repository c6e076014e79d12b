import { type ClipSpan, findClip } from '../clip-spans.ts';
import { parseAlias } from '../../../base/vocabulary/alias-reference.ts';
import { showsCaptions } from '../captions.ts';
import { pathOf } from '../clip-path.ts';
import type { DraftAsset, DraftClip, DraftEdit, JsonPath } from '../edit-text.ts';

/** Seconds of a placeholder whose length is unknown. */
const UNKNOWN_LENGTH = 3;
/** Shows nothing and sounds of nothing. */
const NOTHING: DraftAsset = { type: 'text', text: '' };

/**
 * Returns an edit for previews, in which placeholders stand for what is not generated yet: a card for a picture, the
 * still picture for its video, silence for speech. So a preview neither fails nor costs anything.
 *
 * @param missing the places of the fields that ask for what is missing.
 */
export function standInForMissing(
  edit: DraftEdit,
  missing: readonly JsonPath[],
  spans: readonly ClipSpan[],
): DraftEdit {
  if (missing.length === 0) return edit;
  const silent = new Set<unknown>();
  const replaced = missing.reduce<DraftEdit>((latest, path) => {
    const place = path.slice(0, path.lastIndexOf('asset'));
    return changeClip(latest, place, (clip) => {
      if (clip.asset?.type === 'text-to-speech') silent.add(clip['alias']);
      return standIn(clip, findLength(place, spans));
    });
  }, edit);
  return dropSilentCaptions(replaced, silent, spans);
}

/** Silence has no words, so its captions show nothing. */
function dropSilentCaptions(
  edit: DraftEdit,
  silent: ReadonlySet<unknown>,
  spans: readonly ClipSpan[],
): DraftEdit {
  return spans.reduce((latest, span) => {
    const { asset } = findClip(latest, span) ?? {};
    const alias = showsCaptions(asset) ? parseAlias(asset?.['src']) : undefined;
    if (alias === undefined || !silent.has(alias)) return latest;
    return changeClip(latest, pathOf(span), (clip) => standIn(clip, span.length));
  }, edit);
}

function standIn(clip: DraftClip, length: number): DraftClip {
  return {
    ...clip,
    asset: createPlaceholder(clip.asset ?? {}),
    // The length of a file that is not there is unknown.
    ...(clip.length === 'auto' && { length }),
  };
}

function createPlaceholder({ type, prompt, src, crop }: DraftAsset): DraftAsset {
  if (type === 'image-to-video') return { type: 'image', src, ...(crop !== undefined && { crop }) };
  if (type !== 'text-to-image') return NOTHING;
  return {
    type: 'rich-text',
    text: `A picture comes here:\n${typeof prompt === 'string' ? prompt.slice(0, 200) : ''}`,
    font: { family: 'Montserrat', size: '5vmin', color: '#ffffff' },
    background: { color: '#3a4763' },
    padding: '6vmin',
  };
}

function findLength(place: JsonPath, spans: readonly ClipSpan[]): number {
  const span = spans.find((each) => pathOf(each).join('.') === place.join('.'));
  return span?.length ?? UNKNOWN_LENGTH;
}

/** Returns an edit with another clip at a place. Everything beside the way to it stays the same object. */
function changeClip(edit: DraftEdit, place: JsonPath, change: (clip: DraftClip) => DraftClip): DraftEdit {
  const descend = (value: unknown, [step, ...rest]: JsonPath): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (step === undefined) return change(value as DraftClip);
    const copy: unknown = Array.isArray(value) ? [...(value as readonly unknown[])] : { ...value };
    const owner = copy as Record<string | number, unknown>;
    if (step in owner) owner[step] = descend(owner[step], rest);
    return copy;
  };
  return descend(edit, place) as DraftEdit;
}
