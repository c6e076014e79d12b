/** The rule for the containment of media processes: always (`require`), or if the machine can (`prefer`). */
export type IsolationPolicy = 'prefer' | 'require';

let policy: IsolationPolicy = 'prefer';

/**
 * Sets the policy for all media processes that get a task from now on. It belongs to this process as a whole, so
 * that no piece of work can forget it.
 */
export function setIsolationPolicy(value: IsolationPolicy): void {
  policy = value;
}

/** True if a media process that cannot be contained must refuse its task. */
export function isIsolationRequired(): boolean {
  return policy === 'require';
}
