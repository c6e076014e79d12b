import { languageOf } from '../edit/voices/voices.ts';
import { type GenerationOptions, type GenerationRequest, isBuiltIn } from './model.ts';
import { HEYGEN_DEFAULTS, STABILITY_DEFAULTS, VIDEO_DEFAULTS } from './documented-values.ts';

/**
 * Returns the options of a request with their defaults. A request that leaves a default out and one that names it
 * then have equal options.
 */
export function fillDefaults({ provider, options, model }: GenerationRequest): GenerationOptions {
  const given = omitUndefined(options);
  if (given.type === 'image-to-video') return { ...VIDEO_DEFAULTS, ...given };
  if (given.type === 'text-to-speech' && isBuiltIn(provider))
    return { newscaster: false, ...given, language: languageOf(given) };
  if (given.type === 'text-to-image' && provider === 'stability-ai' && model === undefined)
    return { ...STABILITY_DEFAULTS, ...given };
  if (given.type === 'text-to-avatar' && provider === 'heygen') return { ...HEYGEN_DEFAULTS, ...given };
  return given;
}

/** Returns a copy without the properties that are undefined. They would hide defaults. */
function omitUndefined<Options extends object>(options: Options): Options {
  // All optional properties may be absent, so the copy has the same type.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}
