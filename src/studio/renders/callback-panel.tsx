import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { KinoraClient, RenderCallback } from '../../client/index.ts';
import { describeTime } from '../media/describe-facts.ts';
import { describeError } from '../shell/describe-error.ts';
import { attemptAloud, notify } from '../shell/notice.tsx';

/** Milliseconds between two looks at callbacks that are on their way. */
const LOOK_MS = 3000;

interface CallbackPanelProps {
  readonly client: KinoraClient;
  readonly id: string;
  /** True if the render is finished. Its callbacks do not exist before. */
  readonly isEnded: boolean;
}

/** The callbacks of a render with their attempts. Absent if the edit asks for none. */
export function CallbackPanel({ client, id, isEnded }: CallbackPanelProps): JSX.Element | null {
  const callbacks = useSignal<readonly RenderCallback[]>([]);
  const failure = useSignal<string | undefined>(undefined);
  const turn = useSignal(0);
  const asked = turn.value;
  useEffect(() => {
    if (!isEnded) return;
    const closing = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    void (async () => {
      try {
        const list = await client.renders.callbacks(id, { signal: closing.signal });
        callbacks.value = list.callbacks;
        failure.value = undefined;
      } catch (error) {
        if (!closing.signal.aborted) failure.value = describeError(error);
      }
      const isWaiting = callbacks.peek().some(({ status }) => status === 'waiting');
      if (isWaiting && !closing.signal.aborted) timer = setTimeout(() => (turn.value += 1), LOOK_MS);
    })();
    return () => {
      closing.abort();
      clearTimeout(timer);
    };
  }, [client, id, isEnded, asked]);

  const resend = async (callback: string): Promise<void> => {
    await attemptAloud(async () => {
      await client.renders.resend(id, callback);
      notify('The callback is sent again.');
    });
    setTimeout(() => (turn.value += 1), 500);
  };
  if (callbacks.value.length === 0 && failure.value === undefined) return null;
  return (
    <section aria-label="Callbacks">
      <h2>Callbacks</h2>
      {failure.value !== undefined && <p class="message bad">{failure.value}</p>}
      <ul class="callbacks">
        {callbacks.value.map((callback) => (
          <CallbackEntry key={callback.id} callback={callback} onResend={() => void resend(callback.id)} />
        ))}
      </ul>
    </section>
  );
}

const TONES = { waiting: 'busy', delivered: 'good', failed: 'bad' } as const;
const TEXTS = { waiting: 'Not delivered yet', delivered: 'Delivered', failed: 'Failed' } as const;

function CallbackEntry(props: {
  readonly callback: RenderCallback;
  readonly onResend: () => void;
}): JSX.Element {
  const { event, status, url, attempts } = props.callback;
  return (
    <li class="card callback">
      <div class="callback-top">
        <span class={`badge ${TONES[status]}`}>{TEXTS[status]}</span>
        <code>{event}</code>
        <span class="soft callback-url">{url}</span>
        <button type="button" class="button small" onClick={props.onResend}>
          Send again
        </button>
      </div>
      {attempts.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Attempt</th>
              <th scope="col">Answer</th>
              <th scope="col">Took</th>
              <th scope="col">Ended</th>
            </tr>
          </thead>
          <tbody>
            {attempts.map(({ number, code, error, took, ended }) => (
              <tr key={number}>
                <td>{number}</td>
                <td>
                  {code ?? 'none'} {error !== null && <span class="soft">{error}</span>}
                </td>
                <td>{took} ms</td>
                <td>{describeTime(ended, Date.now())}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  );
}
