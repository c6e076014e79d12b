import { type ClipLocation, clipPathOf, listClips } from '../clips/clip-location.ts';
import { mapClips } from '../clips/map-clips.ts';
import { formatPath } from '../problems/problem.ts';
import type { Asset } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';
import { ELEVENLABS_VOICES } from '../voices/elevenlabs-voices.ts';
import {
  contentFieldOf,
  type GeneratedAsset,
  isGenerated,
  isPrompted,
  type PromptedAsset,
} from './generated-source.ts';

/** A generated asset and its clip. */
export interface LocatedGeneratedAsset {
  readonly location: ClipLocation;
  readonly asset: GeneratedAsset;
  /** The field that says what to generate: `timeline.tracks[0].clips[0].asset.text`. */
  readonly field: string;
}

/** Lists the generated assets of an edit in document order. */
export function listGeneratedAssets(edit: Edit): LocatedGeneratedAsset[] {
  return listClips(edit).flatMap((location) => {
    const { asset } = location.clip;
    if (!isGenerated(asset)) return [];
    const path = [...clipPathOf(location), 'asset', contentFieldOf(asset.type)];
    return [{ location, asset, field: formatPath(path) }];
  });
}

/** Returns the provider that a generated asset asks for. A voice of ElevenLabs names its provider. */
export function providerOfAsset(asset: GeneratedAsset): 'shotstack' | 'elevenlabs' {
  const isOfElevenlabs = asset.type === 'text-to-speech' && ELEVENLABS_VOICES.includes(asset.voice);
  return isOfElevenlabs ? 'elevenlabs' : 'shotstack';
}

/**
 * Replaces the generated assets of an edit by ordinary assets: images, videos and sounds. Their fields keep
 * their meaning. All other clips stay as they are.
 *
 * @param sourceOf returns the `src` of the ordinary asset. Called once for each, in document order.
 */
export function replaceGeneratedAssets(edit: Edit, sourceOf: (asset: GeneratedAsset) => string): Edit {
  const sources = listGeneratedAssets(edit).map(({ asset }) => sourceOf(asset));
  const { others } = edit;
  // The other outputs use the media that were generated for the first one.
  return {
    ...replaceBySources(edit, sources),
    ...(others && { others: others.map((other) => replaceBySources(other, sources)) }),
  };
}

/**
 * Replaces the generated assets of an edit for one output.
 *
 * @param sources the `src` of each generated asset, in document order.
 */
function replaceBySources(edit: Edit, sources: readonly string[]): Edit {
  const next = sources.values();
  return mapClips(edit, ({ clip }) =>
    isGenerated(clip.asset) ? { ...clip, asset: toOrdinary(clip.asset, next.next().value ?? '') } : clip,
  );
}

function toOrdinary(asset: GeneratedAsset, src: string): Asset {
  if (isPrompted(asset)) return withoutPrompt({ ...asset, src });
  switch (asset.type) {
    case 'text-to-image': {
      const { crop } = asset;
      return { type: 'image', src, ...(crop && { crop }) };
    }
    case 'image-to-video': {
      const { speed, crop } = asset;
      return { type: 'video', src, ...(speed !== undefined && { speed }), ...(crop && { crop }) };
    }
    case 'text-to-speech':
      return toSound(asset, src);
  }
}

function toSound(
  {
    trim,
    volume,
    speed,
    preservePitch,
    cutSilence,
    words,
    effect,
    sound,
  }: Extract<GeneratedAsset, { readonly type: 'text-to-speech' }>,
  src: string,
): Asset {
  return {
    type: 'audio',
    src,
    ...(trim !== undefined && { trim }),
    ...(volume !== undefined && { volume }),
    ...(speed !== undefined && { speed }),
    ...(preservePitch !== undefined && { preservePitch }),
    ...(cutSilence && { cutSilence }),
    ...(words && { words }),
    ...(effect !== undefined && { effect }),
    ...(sound && { sound }),
  };
}

/** Returns the fields of an asset that say how its file is shown or played. */
function withoutPrompt(asset: PromptedAsset): Asset {
  const kept: Extract<Asset, { readonly type: 'image' | 'video' | 'audio' }> = { ...asset };
  delete kept.prompt;
  delete kept.model;
  delete kept.options;
  return kept;
}
