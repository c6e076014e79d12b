export { type AddressRules, createAddressRules } from './address-rules.ts';
export { classifyAnswer, isKeyStatus, isQuotaUsedUp } from './answer-outcome.ts';
export { describeUnsent, exchange, type ExchangeResponse, toExchangeFailure } from './exchange.ts';
export { discard, headerOf, openOutbound, sendFor } from './outbound.ts';
export type { Outbound, OutboundRequest, OutboundResponse } from './outbound.ts';
export { cleanReason, findJsonReason, findReason, listLevels } from './reason.ts';
export { isRetryableStatus, parseRetryAfter, pause, retry, RetryableError, toFinalError } from './retry.ts';
export type { RetryPolicy } from './retry.ts';
