import type { Asset } from '../schema/clip.ts';
import type { ImageToVideoAsset, TextToImageAsset, TextToSpeechAsset } from '../schema/generated-asset.ts';

/** An ordinary asset whose file is made from its prompt. Its `src` is that of a placeholder, or stands for none. */
export type PromptedAsset = Extract<Asset, { readonly type: 'image' | 'video' | 'audio' }> & {
  readonly prompt: string;
};

/** An asset whose file is generated before the edit is rendered. */
export type GeneratedAsset = TextToImageAsset | ImageToVideoAsset | TextToSpeechAsset | PromptedAsset;

type GeneratedType = GeneratedAsset['type'];

/** The field of each generated asset that says what to generate. */
const CONTENT_FIELDS = {
  'text-to-image': 'prompt',
  'image-to-video': 'src',
  'text-to-speech': 'text',
  image: 'prompt',
  video: 'prompt',
  audio: 'prompt',
} as const satisfies Readonly<Record<GeneratedType, string>>;

const PREFIX = 'generated:';

/** The `src` of an asset with a prompt and without a placeholder. An edit of a client cannot have it. */
export const NO_PLACEHOLDER = `${PREFIX}nothing`;

/** True if an asset, which may be anything, is of a type that can have a prompt in place of its file. */
export function canBePrompted({ type }: { readonly type?: unknown }): boolean {
  return type === 'image' || type === 'video' || type === 'audio';
}

/** True if the file of an asset is made from its prompt. */
export function isPrompted(asset: Asset): asset is PromptedAsset {
  return canBePrompted(asset) && 'prompt' in asset && asset.prompt !== undefined;
}

/** True if the file of an asset is generated. */
export function isGenerated(asset: Asset): asset is GeneratedAsset {
  return canBePrompted(asset) ? isPrompted(asset) : Object.hasOwn(CONTENT_FIELDS, asset.type);
}

/** Returns the address of the placeholder of a generated asset: what previews show until its file is made. */
export function placeholderOf(asset: GeneratedAsset): string | undefined {
  return isPrompted(asset) && asset.src !== NO_PLACEHOLDER ? asset.src : undefined;
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
  // The properties of the table are its types.
  return Object.hasOwn(CONTENT_FIELDS, type) ? (type as GeneratedType) : undefined;
}
