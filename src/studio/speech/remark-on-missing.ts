import type { Account, GenerationAccess, MissingMedia } from '../../client/index.ts';
import type { DraftEdit } from '../document/edit-text.ts';
import { readFieldName } from '../document/json-places.ts';
import { readAt } from '../schema/walk-schema.ts';
import { describeGenerationAccess, describeTranscription, titleOfType } from '../settings/provider-texts.ts';

/** A remark, and a command that helps. */
interface Remark {
  readonly text: string;
  readonly command?: string | undefined;
}

/** Says what is missing, who can make it, and what to do. */
export function remarkOnMissing(
  { field, text, reason }: MissingMedia,
  edit: DraftEdit,
  account: Account | undefined,
): Remark {
  const path = readFieldName(field);
  const type = readAt(edit, [...path.slice(0, path.lastIndexOf('asset') + 1), 'type']);
  if (reason === 'unavailable' && (type === 'caption' || type === 'rich-caption'))
    return describeTranscriber();
  const access = account?.generation.find((each) => each.type === type);
  if (!access) return { text };
  const title = titleOfType(access.type);
  if (reason === 'unavailable') return describeService(access, title);
  if (reason === 'failed') return { text: `${title} could not be made. ${text}` };
  return { text: `${title}: the preview shows a placeholder. ${text}` };
}

/** Says what captions of a film or a sound need where there is no transcriber. */
export function describeTranscriber(): Remark {
  const { title, text, command } = describeTranscription(false);
  return { text: `${title}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`, command };
}

/** A voice of a service is missing although Kinora itself speaks. */
function describeService(access: GenerationAccess, title: string): Remark {
  const services = access.services.filter(({ ready }) => !ready);
  const { text, command } = describeGenerationAccess({ ...access, maker: null, services });
  return { text: `${title}: the preview shows a placeholder. ${text}`, command };
}
