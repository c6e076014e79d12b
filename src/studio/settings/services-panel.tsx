import type { JSX } from 'preact';
import type { Account } from '../../client/index.ts';
import {
  describeDestination,
  describeGenerationAccess,
  describeTranscription,
  type ServiceState,
} from './provider-texts.ts';

/** The media that the server can generate for the account, and the missing parts of the others. */
export function ServicesPanel({ account }: { readonly account: Account }): JSX.Element {
  const states = [
    ...account.generation.map(describeGenerationAccess),
    describeTranscription(account.transcription),
  ];
  return (
    <section class="card" aria-labelledby="services">
      <h2 id="services">Services</h2>
      <p class="soft">
        What can be generated with your key. Who runs the server sets up the rest, on its command line.
      </p>
      <StateList states={states} />
    </section>
  );
}

/** The destinations to which edits can send their files. */
export function DestinationsPanel({ account }: { readonly account: Account }): JSX.Element {
  const states = account.destinations.map(describeDestination);
  return (
    <section class="card" aria-labelledby="destinations">
      <h2 id="destinations">Destinations</h2>
      <p class="soft">
        Finished files stay on the server. An edit can send them elsewhere too, in{' '}
        <code>output.destinations</code>, if who runs the server has stored credentials for your account: the
        command beside each asks for its fields.
      </p>
      <StateList states={states} />
    </section>
  );
}

function StateList({ states }: { readonly states: readonly ServiceState[] }): JSX.Element {
  return (
    <ul class="services">
      {states.map(({ title, isReady, text, command }) => (
        <li key={title}>
          <strong>{title}</strong>
          <span class={isReady ? 'badge good' : 'badge'}>{isReady ? 'Ready' : 'Not set up'}</span>
          <span class="soft">
            {text} {command !== undefined && <code>{command}</code>}
          </span>
        </li>
      ))}
    </ul>
  );
}
