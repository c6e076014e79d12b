import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Account, GenerationModel, KinoraClient, NewCreatedAsset } from '../../client/index.ts';
import { apiDescription, loadApiDescription } from '../requests/api-description.ts';
import { buildRequest, listRequestFields, type RequestValues } from '../requests/request-fields.ts';
import { FieldForm } from '../requests/field-form.tsx';
import { describeGenerationAccess, titleOfService, titleOfType } from '../settings/provider-texts.ts';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { account } from '../shell/session.ts';
import { type GenerationPair, listGenerationPairs } from './generation-pairs.ts';
import { ModelForm } from './model-form.tsx';

const USUAL = ['/text', '/prompt', '/imageUrl', '/voice', '/avatar', '/language', '/width', '/height'];
const TITLES: Readonly<Record<string, string>> = {
  '/imageUrl': 'Picture',
  '/cfgScale': 'How strictly it follows the prompt',
  '/guidanceScale': 'How softly the move starts and stops',
  '/motion': 'How far the picture moves',
};

const NOT_SET_UP = ' (not set up)';
const GROUPS: Readonly<Record<GenerationModel['type'], string>> = {
  image: 'Models for pictures',
  video: 'Models for films',
  audio: 'Models for sounds',
};

interface GenerateFormProps {
  readonly client: KinoraClient;
  /** Called when Kinora has accepted a request. */
  readonly onAdded: () => void;
}

/** A form for speech, pictures and other media that Kinora or a service makes. */
export function GenerateForm({ client, onAdded }: GenerateFormProps): JSX.Element {
  const { failure, run } = useAttempt();
  const models = useSignal<readonly GenerationModel[] | undefined>(undefined);
  useEffect(() => {
    void run(async () => {
      await loadApiDescription(client);
      models.value = await client.models();
    });
  }, [client]);
  const { value: document } = apiDescription;
  const { value: known } = account;
  if (!document || !known || !models.value) return <FailureMessage text={failure.value} />;
  if (known.scope === 'read')
    return <p class="message">This key may not generate media. Sign in with a key that may do everything.</p>;
  // A key that may render may have models make files, but may not use the Create API.
  const pairs = known.scope === 'full' ? listGenerationPairs(document, known.generation) : [];
  return <Choice pairs={pairs} models={models.value} client={client} known={known} onAdded={onAdded} />;
}

interface ChoiceProps extends GenerateFormProps {
  readonly known: Account;
  readonly pairs: readonly GenerationPair[];
  readonly models: readonly GenerationModel[];
}

function Choice({ client, known, pairs, models, onAdded }: ChoiceProps): JSX.Element {
  const chosen = useSignal(pairs[0] ? nameOf(pairs[0]) : (models[0]?.model ?? ''));
  const values = useSignal<RequestValues>({});
  const choose = <ChoiceField pairs={pairs} models={models} chosen={chosen} />;
  const model = models.find((each) => each.model === chosen.value);
  if (model)
    return (
      <ModelForm key={model.model} client={client} model={model} onAdded={onAdded}>
        {choose}
      </ModelForm>
    );
  const pair = pairs.find((each) => nameOf(each) === chosen.value);
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

/** The choice of what to generate: by the Create API, or by a model from a prompt. */
function ChoiceField(props: {
  readonly pairs: readonly GenerationPair[];
  readonly models: readonly GenerationModel[];
  readonly chosen: Signal<string>;
}): JSX.Element {
  const { pairs, models, chosen } = props;
  return (
    <label class="field">
      <span>What to generate</span>
      <select
        class="input"
        value={chosen.value}
        onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}
      >
        {pairs.map((each) => (
          <option key={nameOf(each)} value={nameOf(each)}>
            {nameOf(each)}
            {each.isReady ? '' : NOT_SET_UP}
          </option>
        ))}
        {(['image', 'video', 'audio'] as const).map((type) => (
          <optgroup key={type} label={GROUPS[type]}>
            {models
              .filter((each) => each.type === type)
              .map(({ model, name, available }) => (
                <option key={model} value={model}>
                  {name}
                  {available ? '' : NOT_SET_UP}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
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
