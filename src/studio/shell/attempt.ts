import { type ReadonlySignal, useSignal } from '@preact/signals';
import { describeError } from './describe-error.ts';

/** Work that a user starts, with what is shown of it. */
export interface UserWork {
  readonly isBusy: ReadonlySignal<boolean>;
  /** Why the last work failed, for people. */
  readonly failure: ReadonlySignal<string | undefined>;
  /** Runs some work. A failure is not thrown, but shown. */
  readonly run: (work: () => void | Promise<void>) => Promise<void>;
}

/** Returns what a view needs to run requests and to show why they fail. */
export function useAttempt(): UserWork {
  const isBusy = useSignal(false);
  const failure = useSignal<string | undefined>(undefined);
  const run = async (work: () => void | Promise<void>): Promise<void> => {
    isBusy.value = true;
    failure.value = undefined;
    try {
      await work();
    } catch (error) {
      failure.value = describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy, failure, run };
}
