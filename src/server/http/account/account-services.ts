import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import {
  GENERATION_TYPES,
  type GenerationType,
  type ProviderName,
  OUTSIDE_PROVIDERS,
  type OutsideProvider,
} from '../../../create/model.ts';
import { Destination } from '../../../edit/schema/destination.ts';
import { type ChosenProvider, type ProviderDirectory } from '../../../generation/provider-directory.ts';
import { PROVIDER_TYPES } from '../../../generation/provider-types.ts';
import { findCredentials } from '../../../store/credentials.ts';
import type { ServerParts } from '../server-parts.ts';

/** The names of the services that store finished files elsewhere. */
const DESTINATION_NAMES = Destination.options
  .flatMap(({ shape }) => [...shape.provider.values])
  .filter((name) => name !== 'shotstack' && name !== 'kinora');

/** A type of media that can be generated, and its makers. */
export const GenerationAccess = z
  .object({
    type: z.enum(GENERATION_TYPES).describe('The type of media.'),
    maker: z
      .enum(['kinora', ...OUTSIDE_PROVIDERS])
      .nullable()
      .describe(
        'The maker for the provider kinora: Kinora itself or a service. Null if there is none, so a request fails with no_credentials.',
      ),
    services: z
      .array(z.object({ name: z.enum(OUTSIDE_PROVIDERS), ready: z.boolean() }))
      .describe('The services that can make it; ready is true for those that have a key.'),
  })
  .meta({ id: 'GenerationAccess', description: 'Who can generate a type of media for the account.' });

/** A destination, and whether the account has credentials for it. */
export const DestinationAccess = z
  .object({
    provider: z.enum(DESTINATION_NAMES).describe('The provider of the destination.'),
    ready: z.boolean().describe('True if the account has stored credentials for it.'),
  })
  .meta({ id: 'DestinationAccess', description: 'A destination that edits can name.' });

/** Returns the makers of each type of media for an owner. */
export function describeGeneration(
  providers: ProviderDirectory,
  owner: string,
): Promise<z.infer<typeof GenerationAccess>[]> {
  return Promise.all(
    GENERATION_TYPES.map(async (type) => {
      const maker = await findMaker(providers, owner, 'kinora', type);
      const names = OUTSIDE_PROVIDERS.filter((name) => PROVIDER_TYPES[name].includes(type));
      const services = names.map(async (name) => ({
        name,
        ready: (await findMaker(providers, owner, name, type)) !== undefined,
      }));
      return { type, maker: nameMaker(maker), services: await Promise.all(services) };
    }),
  );
}

/** Lists the destinations, and says for which of them an owner has credentials. */
export async function describeDestinations(
  tables: ServerParts['database']['tables'],
  owner: string,
): Promise<z.infer<typeof DestinationAccess>[]> {
  const stored = await findCredentials(tables, 'destination', owner);
  return DESTINATION_NAMES.map((provider) => ({
    provider,
    ready: stored.some(({ name }) => name === provider),
  }));
}

/** Finds a maker. Credentials that cannot be decrypted count as missing, because no request could use them. */
async function findMaker(
  providers: ProviderDirectory,
  owner: string,
  provider: ProviderName,
  type: GenerationType,
): Promise<ChosenProvider | undefined> {
  try {
    return await providers.find(owner, { provider, type });
  } catch (error) {
    if (error instanceof KinoraError && error.code === 'no_credentials') return undefined;
    throw error;
  }
}

function nameMaker(maker: ChosenProvider | undefined): OutsideProvider | 'kinora' | null {
  if (maker === undefined) return null;
  return maker.kind === 'built-in' ? 'kinora' : maker.name;
}
