import type { GenerationProvider } from '../generation/generation-provider.ts';
import { createFalProvider } from './fal/fal-provider.ts';
import { createOpenAiProvider } from './openai/openai-provider.ts';
import { createReplicateProvider } from './replicate/replicate-provider.ts';

/** Creates the providers of the services that the SDK covers. */
export function createSdkProviders(): GenerationProvider[] {
  return [createOpenAiProvider(), createFalProvider(), createReplicateProvider()];
}
