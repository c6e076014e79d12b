import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { KinoraClient } from '../../client/index.ts';
import type { DraftEdit } from '../document/edit-text.ts';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { session } from '../shell/session.ts';
import { FillInView } from '../start/fill-in-view.tsx';
import type { FillableTemplate } from '../start/starters.ts';
import { TemplateLinks } from './template-links.tsx';

/** The page of a template of the account. */
export function OwnTemplateView({ id }: { readonly id: string }): JSX.Element {
  const template = useSignal<FillableTemplate | undefined>(undefined);
  const { failure, run } = useAttempt();
  const client = session.value?.client;
  useEffect(() => {
    void run(async () => {
      if (client) template.value = await loadTemplate(client, id);
    });
  }, [client, id]);
  if (!client || !template.value)
    return (
      <main class="page">
        <FailureMessage text={failure.value} />
      </main>
    );
  return (
    <FillInView starter={template.value}>
      <TemplateLinks id={id} />
    </FillInView>
  );
}

async function loadTemplate(client: KinoraClient, id: string): Promise<FillableTemplate> {
  const [{ template }, { name, fields }] = await Promise.all([
    client.templates.get(id),
    client.templates.form(id),
  ]);
  return {
    name: id,
    title: name,
    sentence: 'A template of your account.',
    fields,
    // The edit as its author wrote it.
    load: () => Promise.resolve(template as DraftEdit),
  };
}
