import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { GenerationAsset, GenerationModel, KinoraClient } from '../../client/index.ts';
import { FieldForm } from '../requests/field-form.tsx';
import { buildRequest, listRequestFields, type RequestValues } from '../requests/request-fields.ts';
import type { SchemaPart } from '../schema/walk-schema.ts';

const USUAL = ['/prompt', '/options/startSrc', '/options/voice', '/options/language', '/options/aspectRatio'];
const TITLES: Readonly<Record<string, string>> = {
  '/prompt': 'What to make',
  '/options/startSrc': 'Picture to start with',
  '/options/generateAudio': 'With sound',
  '/options/forceInstrumental': 'Without singing',
  '/options/musicLengthMs': 'Length in milliseconds',
};
const PROMPTS: Readonly<Record<GenerationModel['type'], string>> = {
  image: 'Description of the picture.',
  video: 'Description of what happens in the film.',
  audio: 'Words to speak, or description of the music.',
};
const START = 'The film begins with it.';
/** Options that a newcomer does not need: older names, and objects without fields. */
const HIDDEN = ['inputSrc', 'compositionPlan'];

interface ModelFormProps {
  readonly client: KinoraClient;
  readonly model: GenerationModel;
  /** Called when Kinora has accepted a request. */
  readonly onAdded: () => void;
  readonly children: ComponentChildren;
}

/** A form for a file that a model makes: its prompt and its options. */
export function ModelForm({ client, model, onAdded, children }: ModelFormProps): JSX.Element {
  const values = useSignal<RequestValues>({});
  if (!model.available)
    return (
      <div class="card make-form">
        {children}
        <p class="message">{model.description}</p>
      </div>
    );
  const schema = toFormSchema(model);
  const send = async (): Promise<void> => {
    const wanted = buildRequest({}, schema, values.value);
    // The server checks it by the schema of the model.
    const asset = { prompt: '', ...wanted, type: model.type, model: model.model } as GenerationAsset;
    await client.generations.start(asset);
    onAdded();
  };
  return (
    <div class="card">
      <FieldForm
        key={model.model}
        fields={listRequestFields({}, schema)}
        usual={USUAL}
        titles={TITLES}
        root="/asset"
        values={values}
        action="Generate"
        onSend={send}
      >
        {children}
        <p class="soft">{model.description}</p>
      </FieldForm>
    </div>
  );
}

/** Returns the schema of the prompt and the options of a model. */
function toFormSchema({ type, options = {} }: GenerationModel): SchemaPart {
  // It is a JSON Schema, which the server has made.
  const { properties = {}, required = [], anyOf } = options as SchemaPart;
  const shown = Object.entries(properties)
    .filter(([name]) => !HIDDEN.includes(name))
    .map(([name, part]) => [name, name === 'startSrc' ? { ...part, description: START } : part] as const);
  return {
    properties: {
      prompt: { type: 'string', maxLength: 4000, description: PROMPTS[type] },
      // A model that takes a start image under either of its names needs it.
      options: {
        properties: Object.fromEntries(shown),
        required: anyOf === undefined ? required : [...required, 'startSrc'],
      },
    },
    required: ['prompt'],
  };
}
