import type { Libc } from './libc.ts';

const PRCTL: Readonly<Record<string, number>> = { x64: 157, arm64: 167 };
const PR_SET_NO_NEW_PRIVS = 38;

/** Makes this thread, and everything that it starts, unable to gain privileges. @throws {Error} if it fails. */
export function forbidPrivileges({ call }: Libc): void {
  call('prctl', PRCTL[process.arch] ?? -1, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}
