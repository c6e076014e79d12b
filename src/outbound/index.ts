export { createAddressRules } from './address-rules.ts';
export type { AddressRules } from './address-rules.ts';
export { createGuardedFetch } from './guarded-fetch.ts';
export { discard, headerOf, openOutbound, sendFor } from './outbound.ts';
export type { Outbound, OutboundRequest, OutboundResponse } from './outbound.ts';
export { readBytes, readText } from './read-text.ts';
export { isRetryableStatus, parseRetryAfter, pause, retry, RetryableError, toFinalError } from './retry.ts';
export type { RetryPolicy } from './retry.ts';
