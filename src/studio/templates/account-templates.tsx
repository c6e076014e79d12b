import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ListedTemplate } from '../../client/index.ts';
import { type DraftEdit, writeEdit } from '../document/edit-text.ts';
import { openEdit } from '../edit/edit-state.ts';
import { toNew } from '../kept/kept-document.ts';
import { useServerPicture } from '../media/server-picture.ts';
import { Thumbnail } from '../media/thumbnail.tsx';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { addressOf, goTo } from '../shell/route.ts';
import { session } from '../shell/session.ts';

/** The templates that the account keeps. */
export function AccountTemplates(): JSX.Element {
  const templates = useSignal<readonly ListedTemplate[] | undefined>(undefined);
  const { failure, run } = useAttempt();
  const client = session.value?.client;
  const load = async (): Promise<void> => {
    if (client) templates.value = await client.templates.list();
  };
  useEffect(() => void run(load), [client]);
  const open = async (id: string): Promise<void> => {
    if (!client) return;
    const { name, template } = await client.templates.get(id);
    const text = writeEdit(template);
    openEdit(text, toNew(name, text));
    goTo('edit');
  };
  const remove = async ({ id, name }: ListedTemplate): Promise<void> => {
    if (!client || !confirm(`Delete the template "${name}"? This cannot be undone.`)) return;
    await client.templates.delete(id);
    await load();
  };
  return (
    <section class="account-templates">
      <h2>Templates of your account</h2>
      <FailureMessage text={failure.value} />
      {templates.value?.length === 0 && (
        <p class="soft">There are none yet. In the editor, "Save as template" keeps an edit here.</p>
      )}
      <ul class="starters">
        {templates.value?.map((template) => (
          <li key={template.id}>
            <TemplateCard template={template} />
            <button
              type="button"
              class="button plain"
              aria-label={`Change the template ${template.name}`}
              onClick={() => void run(() => open(template.id))}
            >
              Change
            </button>
            <button
              type="button"
              class="button plain"
              aria-label={`Delete the template ${template.name}`}
              onClick={() => void run(() => remove(template))}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TemplateCard({ template }: { readonly template: ListedTemplate }): JSX.Element {
  const { id, version } = template;
  const picture = useServerPicture(
    `template ${id} ${version}`,
    // It need not be finished. The server says so.
    async (client) => (await client.templates.get(id)).template as DraftEdit,
  );
  return (
    <a class="starter" href={addressOf('start', id)}>
      <Thumbnail url={undefined} picture={picture} />
      <strong>{template.name}</strong>
      <span class="starter-facts">
        Version {version}, {new Date(template.updated).toLocaleString()}
      </span>
    </a>
  );
}
