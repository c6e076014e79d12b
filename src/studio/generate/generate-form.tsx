import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Account, KinoraClient, NewCreatedAsset } from '../../client/index.ts';
import { apiDescription, loadApiDescription } from '../requests/api-description.ts';
import { buildRequest, listRequestFields, type RequestValues } from '../requests/request-fields.ts';
import { FieldForm } from '../requests/field-form.tsx';
import { describeGenerationAccess, titleOfService, titleOfType } from '../settings/provider-texts.ts';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { account } from '../shell/session.ts';
import { type GenerationPair, listGenerationPairs } from './generation-pairs.ts';

const USUAL = ['/text', '/prompt', '/imageUrl', '/voice', '/avatar', '/language', '/width', '/height'];
const TITLES: Readonly<Record<string, string>> = {
  '/imageUrl': 'Picture',
  '/cfgScale': 'How strictly it follows the prompt',
  '/guidanceScale': 'How softly the move starts and stops',
  '/motion': 'How far the picture moves',
};

interface GenerateFormProps {
  readonly client: KinoraClient;
  /** Called when Kinora has accepted a request. */
  readonly onAdded: () => void;
}

/** A form for speech, pictures and other media that Kinora or a service makes. */
export function GenerateForm({ client, onAdded }: GenerateFormProps): JSX.Element {
  const { failure, run } = useAttempt();
  useEffect(() => void run(() => loadApiDescription(client)), [client]);
  const { value: document } = apiDescription;
  const { value: known } = account;
  if (!document || !known) return <FailureMessage text={failure.value} />;
  if (known.scope !== 'full')
    return <p class="message">This key may not generate media. Sign in with a key that may do everything.</p>;
  return (
    <Choice
      pairs={listGenerationPairs(document, known.generation)}
      client={client}
      known={known}
      onAdded={onAdded}
    />
  );
}

interface ChoiceProps extends GenerateFormProps {
  readonly known: Account;
  readonly pairs: readonly GenerationPair[];
}

function Choice({ client, known, pairs, onAdded }: ChoiceProps): JSX.Element {
  const chosen = useSignal(0);
  const values = useSignal<RequestValues>({});
  const pair = pairs[chosen.value];
  if (!pair) return <p class="message">This server generates no media.</p>;
  const access = known.generation.find(({ type }) => type === pair.type);
  const send = async (): Promise<void> => {
    const type = { type: pair.type };
    const options = { ...type, ...buildRequest(apiDescription.value, pair.options, values.value) };
    // The server checks the options, which follow its own schema.
    const wanted = { provider: pair.provider, options } as unknown as NewCreatedAsset;
    await client.createdAssets.create<NewCreatedAsset>(wanted);
    onAdded();
  };
  const choose = (
    <label class="field">
      <span>What to generate</span>
      <select
        class="input"
        value={chosen.value}
        onChange={({ currentTarget }) => (chosen.value = Number(currentTarget.value))}
      >
        {pairs.map((each, index) => (
          <option key={nameOf(each)} value={index}>
            {nameOf(each)}
            {each.isReady ? '' : ' (not set up)'}
          </option>
        ))}
      </select>
    </label>
  );
  if (!pair.isReady && access) return <NotSetUp choose={choose} access={access} provider={pair.provider} />;
  return (
    <div class="card">
      <FieldForm
        key={nameOf(pair)}
        fields={listRequestFields(apiDescription.value, pair.options)}
        usual={USUAL}
        titles={TITLES}
        root="/options"
        values={values}
        action="Generate"
        onSend={send}
      >
        {choose}
      </FieldForm>
    </div>
  );
}

function NotSetUp(props: {
  readonly choose: JSX.Element;
  readonly access: Account['generation'][number];
  readonly provider: GenerationPair['provider'];
}): JSX.Element {
  const { services } = props.access;
  const own = services.filter(({ name }) => name === props.provider);
  const missing = own.length > 0 ? own : services;
  const { text, command } = describeGenerationAccess({ ...props.access, maker: null, services: missing });
  return (
    <div class="card make-form">
      {props.choose}
      <p class="message">
        {text} <code>{command}</code>
      </p>
    </div>
  );
}

function nameOf({ type, provider }: GenerationPair): string {
  const title = titleOfType(type);
  return provider === 'kinora' || provider === 'shotstack'
    ? title
    : `${title}, by ${titleOfService(provider)}`;
}
