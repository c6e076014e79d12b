import { z } from 'zod';
import { findModelNeed, type GenerationModel, type ModelNeed } from '../../../edit/index.ts';
import { removeNoise } from '../../../edit/json-schema.ts';
import { canServe, describeMissingService } from '../../../generation/unserved-model.ts';
import type { ProviderDirectory } from '../../../generation/provider-directory.ts';
import type { ShownModel } from './generation-bodies.ts';
import { NO_SERVICE_CODE } from './generation-errors.ts';

/** The works that Kinora itself does if there is no service for them, and how. */
const STAND_INS = {
  'text-to-speech': 'Now a built-in voice speaks, because this account has no credentials for elevenlabs.',
  'image-to-video': 'Now a camera moves over the image, because this account has no service for films.',
} as const;

/** Returns the models as an account sees them. @param hasOptions true to add the JSON Schemas of their options. */
export async function describeModels(
  providers: ProviderDirectory,
  owner: string,
  models: readonly GenerationModel[],
  hasOptions: boolean,
): Promise<z.input<typeof ShownModel>[]> {
  const asked = new Map<string, Promise<boolean>>();
  const ask = (need: ModelNeed): Promise<boolean> => {
    const key = JSON.stringify([need.work, need.service]);
    const answer = asked.get(key) ?? canServe(providers, owner, need);
    asked.set(key, answer);
    return answer;
  };
  return await Promise.all(models.map((model) => describeModel(model, ask, hasOptions)));
}

async function describeModel(
  model: GenerationModel,
  ask: (need: ModelNeed) => Promise<boolean>,
  hasOptions: boolean,
): Promise<z.input<typeof ShownModel>> {
  const need = findModelNeed({ type: model.type, model: model.model });
  const available = need === undefined || (await ask(need));
  const missing =
    need && !available ? ` It ${describeMissingService(need)}.` : await describeStandIn(model, ask);
  return {
    model: model.model,
    type: model.type,
    name: model.name,
    description: model.description + missing,
    available,
    ...(!available && { unavailableReason: NO_SERVICE_CODE }),
    ...(hasOptions && { options: optionsSchemaOf(model) }),
  };
}

/** Says that Kinora itself does the work of a model, because the account has no service for it. */
async function describeStandIn(
  { work, model }: GenerationModel,
  ask: (need: ModelNeed) => Promise<boolean>,
): Promise<string> {
  if (work === 'text-to-speech' && model.startsWith('elevenlabs'))
    return (await ask({ work, service: 'elevenlabs' })) ? '' : ` ${STAND_INS[work]}`;
  if (work !== 'image-to-video' || model === 'kinora-camera') return '';
  // Kinora itself can make such a video, so only a service for films tells that there is one.
  return (await ask({ work: 'text-to-video' })) ? '' : ` ${STAND_INS[work]}`;
}

/** Returns the JSON Schema of the options of a model. */
function optionsSchemaOf({ options }: GenerationModel): Record<string, unknown> {
  return { ...z.toJSONSchema(options, { override: removeNoise }) };
}
