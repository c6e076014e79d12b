import {
  type AddedNamesByProvider,
  type GenerationRequest,
  type GenerationType,
  KINORA_ITSELF,
  type ProviderName,
  type OutsideProvider,
} from '../create/model.ts';
import type { ProviderAccess } from './generation-provider.ts';

/** The provider of a requested file: Kinora itself, or an outside service. */
export type ChosenProvider =
  | { readonly kind: 'built-in' }
  | { readonly kind: 'service'; readonly name: OutsideProvider; readonly access: ProviderAccess };

/**
 * The directory of the services that an owner can use. Credentials of an owner come first, then the settings of
 * this machine.
 */
export interface ProviderDirectory {
  /**
   * Finds the provider of a requested file. The built-in name stands for the default that the operator has set for
   * the type, else for Kinora itself where it can make the type, else for the first service that can.
   *
   * @returns the provider. Undefined if the owner has no credentials for it.
   */
  find(owner: string, query: ProviderQuery): Promise<ChosenProvider | undefined>;
  /** Returns the names that the operator has added for an owner. */
  addedNames(owner: string): Promise<AddedNamesByProvider>;
}

/** A question for the provider of a requested file. */
export interface ProviderQuery {
  readonly provider: ProviderName;
  readonly type: GenerationType;
  /** True if only a service counts, although Kinora itself can make the type. */
  readonly needsService?: boolean | undefined;
}

/** The types that Kinora makes itself, without a service. */
export const BUILT_IN_TYPES: readonly GenerationType[] = ['text-to-speech', 'image-to-video'];

/** Returns the provider and the type that a request asks for. */
export function toProviderQuery({ provider, options, fallback }: GenerationRequest): ProviderQuery {
  return { provider, type: options.type, needsService: fallback !== undefined };
}

/** A request, its provider, and a remark for the client. */
export interface ServedRequest {
  /** Without a fallback. If that takes the place of the request, it is that. */
  readonly request: GenerationRequest;
  readonly provider: ChosenProvider;
  readonly warning?: string | undefined;
}

/**
 * Finds the provider of a request. If the owner has no service for it, Kinora itself makes its fallback.
 *
 * @returns undefined if neither can make it.
 */
export async function findServed(
  directory: ProviderDirectory,
  owner: string,
  request: GenerationRequest,
): Promise<ServedRequest | undefined> {
  const provider = await directory.find(owner, toProviderQuery(request));
  const { fallback, ...asked } = request;
  if (fallback === undefined) return provider && { request: asked, provider };
  if (provider === undefined) {
    const { options, warning } = fallback;
    return {
      request: { ...asked, provider: KINORA_ITSELF, options },
      provider: { kind: 'built-in' },
      warning,
    };
  }
  // Without its fallback, Kinora itself could answer the request.
  const name = provider.kind === 'service' ? provider.name : asked.provider;
  return { request: { ...asked, provider: name }, provider };
}
