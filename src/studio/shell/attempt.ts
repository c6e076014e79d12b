import { type ReadonlySignal, useSignal } from '@preact/signals';
import { describeError } from './describe-error.ts';

/** Work that a user starts, with its shown state. */
export interface UserWork {
  readonly isBusy: ReadonlySignal<boolean>;
  /** The reason why the last work failed, for people. */
  readonly failure: ReadonlySignal<string | undefined>;
  /** Runs some work. A failure is not thrown, but shown. */
  readonly run: (work: () => void | Promise<void>) => Promise<void>;
}

/** Returns functions with which a view runs requests and shows why they fail. */
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
