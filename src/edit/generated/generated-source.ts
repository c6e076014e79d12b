import type { ImageToVideoAsset, TextToImageAsset, TextToSpeechAsset } from '../schema/generated-asset.ts';

/** An asset whose file is generated before the edit is rendered. */
export type GeneratedAsset = TextToImageAsset | ImageToVideoAsset | TextToSpeechAsset;

type GeneratedType = GeneratedAsset['type'];

/** The field of each generated asset that says what to generate. */
const CONTENT_FIELDS = {
  'text-to-image': 'prompt',
  'image-to-video': 'src',
  'text-to-speech': 'text',
} as const satisfies Readonly<Record<GeneratedType, string>>;

const PREFIX = 'generated:';

/** True if the file of an asset is generated. */
export function isGenerated(asset: { readonly type: string }): asset is GeneratedAsset {
  return Object.hasOwn(CONTENT_FIELDS, asset.type);
}

/** Returns the field of a generated asset that says what to generate, such as `prompt`. */
export function contentFieldOf(type: GeneratedType): string {
  return CONTENT_FIELDS[type];
}

/**
 * Returns the `src` that stands for a generated file in an edit, such as `generated:text-to-speech-1`. It has no
 * meaning outside of one render. An edit of a client cannot have such a `src`.
 *
 * @param number number of the file in the edit, from 1.
 */
export function nameGeneratedSource(type: GeneratedType, number: number): string {
  return `${PREFIX}${type}-${number}`;
}

/** Returns the type of the asset that a `src` stands for, or undefined if the `src` is not a generated file. */
export function generatedTypeOf(src: string): GeneratedType | undefined {
  if (!src.startsWith(PREFIX)) return undefined;
  const type = src.slice(PREFIX.length).replace(/-\d+$/, '');
  const asset = { type };
  return isGenerated(asset) ? asset.type : undefined;
}
