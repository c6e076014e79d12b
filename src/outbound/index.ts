export { createAddressRules } from './address-rules.ts';
export { discard, headerOf, openOutbound } from './outbound.ts';
export type { Outbound, OutboundConfig, OutboundRequest, OutboundResponse } from './outbound.ts';
export { readText } from './read-text.ts';
export { isRetryableStatus, parseRetryAfter, pause, retry, RetryableError, toFinalError } from './retry.ts';
export type { RetryPolicy } from './retry.ts';
