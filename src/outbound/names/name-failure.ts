/** The reason why a look-up found no address. */
export type NameFailureReason =
  /** The name does not exist, or it has no address. */
  | 'absent'
  /** No name server has answered in time. */
  | 'silent'
  /** The name servers could not answer, or too many look-ups wait. */
  | 'failed';

const CODES: Readonly<Record<NameFailureReason, string>> = {
  absent: 'ENOTFOUND',
  silent: 'UND_ERR_CONNECT_TIMEOUT',
  failed: 'EAI_AGAIN',
};

/** The error of a look-up. Its code is the one that `getaddrinfo` or undici uses, so nothing else needs to know it. */
export class NameFailure extends Error {
  readonly reason: NameFailureReason;
  readonly code: string;

  /** @param detail what happened, for the log of the operator. */
  constructor(name: string, reason: NameFailureReason, detail: string) {
    super(`The look-up of ${name} found no address: ${detail}`);
    this.reason = reason;
    this.code = CODES[reason];
  }
}
