import { createProblem, type Path, type Problem } from '../../../edit/index.ts';
import { rejectProblems } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';

/**
 * Checks that the outbound guard does not refuse a callback for its address, so that no client waits for a
 * callback that is never sent.
 *
 * @param callback the URL, or undefined if there is none. A text that is no URL passes, such as one with a
 *   placeholder in place of its host.
 * @param at the path of the callback in the request.
 * @throws {InvalidRequest} if the host is a private IP address or `localhost` and the operator has not allowed it.
 */
export function requireCallback(
  parts: Pick<ServerParts, 'addressRules'>,
  callback: string | undefined,
  at?: Path,
): void {
  rejectProblems(findCallbackProblems(parts, callback, at));
}

/** Finds the problem for which {@link requireCallback} rejects a request. */
export function findCallbackProblems(
  { addressRules }: Pick<ServerParts, 'addressRules'>,
  callback: string | undefined,
  at: Path = ['callback'],
): Problem[] {
  const url = callback === undefined ? null : URL.parse(callback);
  if (url === null || addressRules.allowsUrl(url)) return [];
  const phrase = `leads to the host ${url.hostname}, which is private or reserved. Use the address of a public host, or have the operator of this server add the host to KINORA_ALLOW_HOSTS`;
  return [createProblem(at, 'private_address', phrase)];
}
