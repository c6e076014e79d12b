import { createEditCall } from './api-calls.ts';
import { type CallOptions, ClientPart } from './connection.ts';
import type { Brand, KeptBrand } from './built/types.ts';

/** Options for saving a brand. */
export interface SaveBrandOptions extends CallOptions {
  /** The version that the change is based on. Nothing is saved if another one is the latest by now. */
  readonly version?: number | undefined;
}

/** The palettes, fonts and logos of an account. Every method throws a `KinoraApiError` if the request fails. */
export class Brands extends ClientPart {
  /** Returns the brand with its version. It is empty until it is saved. */
  get(options: CallOptions = {}): Promise<KeptBrand> {
    return this.connection.send(createEditCall<KeptBrand>('GET', '/brand', options));
  }

  /** Saves the brand, and returns it with its version. */
  save(brand: Brand, { version, ...options }: SaveBrandOptions = {}): Promise<KeptBrand> {
    const headers = version === undefined ? {} : { 'if-match': `"${version}"` };
    return this.connection.send(
      createEditCall<KeptBrand>('PUT', '/brand', { body: brand, headers, ...options }),
    );
  }
}
