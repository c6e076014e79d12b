export { addressRules } from './address.ts';
export { discard, headerOf, openOutbound } from './guard.ts';
export type { Outbound, OutboundConfig, OutboundRequest, OutboundResponse } from './guard.ts';
