import type { Libc } from './libc.ts';

const PR_SET_NO_NEW_PRIVS = 38;

/** Makes this thread, and everything that it starts, unable to gain privileges. @throws {Error} if it fails. */
export function forbidPrivileges({ control }: Libc): void {
  control(PR_SET_NO_NEW_PRIVS, 1);
}
