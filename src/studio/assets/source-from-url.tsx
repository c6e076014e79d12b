import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { KinoraClient } from '../../client/index.ts';
import { describeError } from '../shell/describe-error.ts';

/** Fetches a file from an address. @param props.onAdded called when Kinora has accepted it. */
export function SourceFromUrl(props: {
  readonly client: KinoraClient;
  readonly onAdded: () => void;
}): JSX.Element {
  const failure = useSignal<string | undefined>(undefined);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const url = new FormData(form).get('url');
    try {
      await props.client.sources.create({ url: typeof url === 'string' ? url : '' });
      failure.value = undefined;
      form.reset();
      props.onAdded();
    } catch (error) {
      failure.value = describeError(error);
    }
  };
  return (
    <form class="from-url" onSubmit={(event) => void submit(event)}>
      <label class="field">
        <span>Or the address of a file on the web</span>
        <input class="input" name="url" type="url" placeholder="https://" required />
      </label>
      <button class="button">Add</button>
      {failure.value !== undefined && (
        <p class="message bad" role="alert">
          {failure.value}
        </p>
      )}
    </form>
  );
}
