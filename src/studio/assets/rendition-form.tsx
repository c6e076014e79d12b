import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { KinoraClient, RenditionTransformation } from '../../client/index.ts';
import { apiDescription, loadApiDescription } from '../requests/api-description.ts';
import {
  buildRequest,
  findSchema,
  listRequestFields,
  type RequestValues,
} from '../requests/request-fields.ts';
import { FieldForm } from '../requests/field-form.tsx';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { notify } from '../shell/notice.tsx';

const USUAL = ['/format', '/resolution', '/size/width', '/size/height', '/quality', '/fps', '/speed/speed'];
const TITLES: Readonly<Record<string, string>> = {
  '/resolution': 'Named size',
  '/fit': 'How it fills the size',
  '/speed/preservePitch': 'Keep the pitch',
  '/keyframeInterval': 'Frames between keyframes',
  '/fixOffset': 'Begin sound and picture together',
  '/fixRotation': 'Store upright',
  '/enhance/audio/options/preset': 'Clean up the sound of',
  '/filename': 'Name at destinations',
};

interface RenditionFormProps {
  readonly client: KinoraClient;
  readonly source: string;
  /** Called when Kinora has accepted a rendition. */
  readonly onAdded: () => void;
}

/** Makes another version of a source. */
export function RenditionForm({ client, source, onAdded }: RenditionFormProps): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <details
      class="card make-rendition"
      open={isOpen.value}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>Make a rendition: another format, size, quality or speed</summary>
      {isOpen.value && (
        <OpenForm
          client={client}
          source={source}
          onAdded={() => {
            isOpen.value = false;
            onAdded();
          }}
        />
      )}
    </details>
  );
}

function OpenForm({ client, source, onAdded }: RenditionFormProps): JSX.Element {
  const values = useSignal<RequestValues>({});
  const { failure, run } = useAttempt();
  useEffect(() => void run(() => loadApiDescription(client)), [client]);
  const { value: document } = apiDescription;
  if (!document) return <FailureMessage text={failure.value} />;
  const schema = findSchema(document, 'RenditionSettings');
  const send = async (): Promise<void> => {
    const wanted: RenditionTransformation = buildRequest(document, schema, values.value);
    await client.sources.addRenditions(source, [wanted]);
    notify('The rendition is being made.');
    onAdded();
  };
  return (
    <FieldForm
      fields={listRequestFields(document, schema)}
      usual={USUAL}
      titles={TITLES}
      root="/renditions/0"
      values={values}
      action="Make it"
      onSend={send}
    />
  );
}
