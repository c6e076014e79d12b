import type { GenerationAccess, NewCreatedAsset } from '../../client/index.ts';
import { findSchema } from '../requests/request-fields.ts';
import type { SchemaPart } from '../schema/walk-schema.ts';

/** A type of media that can be generated, its provider and its fields. */
export interface GenerationPair {
  /** The provider as a request names it. `kinora` stands for the one that the server has chosen. */
  readonly provider: NewCreatedAsset['provider'];
  readonly type: GenerationAccess['type'];
  /** The schema of the options. */
  readonly options: SchemaPart;
  readonly isReady: boolean;
}

const REF = '#/components/schemas/';

/** Lists the media that the Create API can generate. @param document the OpenAPI document of the server. */
export function listGenerationPairs(
  document: unknown,
  generation: readonly GenerationAccess[],
): GenerationPair[] {
  const alternatives = findSchema(document, 'CreateRequest').anyOf ?? [];
  return alternatives.flatMap(({ $ref = '' }) => {
    const { provider = {}, options = {} } = findSchema(document, $ref.slice(REF.length)).properties ?? {};
    const type = options.properties?.['type']?.const;
    const access = generation.find((each) => each.type === type);
    const maker = access && findMaker(access, [provider.const, ...(provider.enum ?? [])]);
    return access && maker ? [{ ...maker, type: access.type, options }] : [];
  });
}

/** Finds the provider of a request, and whether it can be used. @param names the names that the schema allows. */
function findMaker(
  { maker, services }: GenerationAccess,
  names: readonly unknown[],
): Pick<GenerationPair, 'provider' | 'isReady'> | undefined {
  if (names.includes('kinora')) return { provider: 'kinora', isReady: maker !== null };
  const own = services.find(({ name }) => names.includes(name));
  // The services that only stand for Kinora have no requests of their own.
  if (!own || own.name === 'fal' || own.name === 'replicate') return undefined;
  return { provider: own.name, isReady: own.ready };
}
