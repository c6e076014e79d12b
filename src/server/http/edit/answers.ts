import { z } from 'zod';
import { RENDER_STATUSES } from '../../../store/schema.ts';
import { Id, Owner, Time, Url } from '../answers.ts';

// Renders with generated assets will be generating first; clients that know the public service know that they may be.
export const RenderStatus = z
  .enum([...RENDER_STATUSES, 'generating'])
  .meta({ id: 'RenderStatus', description: 'How far a render is; done and failed are final.' });

const Warning = z
  .object({
    field: z.string().describe('The field that it is about, such as timeline.tracks[0].clips[1].'),
    text: z.string().describe('One readable sentence.'),
  })
  .meta({ id: 'Warning', description: 'Something that is allowed and likely not meant.' });

const Progress = z.number().min(0).max(1).describe('How much is done, 0 to 1.');
const Eta = z.number().min(0).optional().describe('Seconds until it is likely done; absent while unknown.');
const Failure = z.string().optional().describe('Why it failed, in one sentence.');
const Address = Url.optional().describe('The address of the finished file.');
const stills = {
  poster: Url.nullable().describe('The address of the poster; null while there is none.'),
  thumbnail: Url.nullable().describe('The address of the thumbnail; null while there is none.'),
};

const renderFields = {
  id: Id.describe('The id of the render.'),
  owner: Owner,
  plan: z.enum(['basic', 'sandbox']).describe('basic with a key of v1, sandbox with one of stage.'),
  status: RenderStatus,
  error: Failure,
  duration: z.number().min(0).optional().describe('Seconds that the finished film or sound lasts.'),
  renderTime: z.number().min(0).optional().describe('Milliseconds that the work took.'),
  url: Address,
  ...stills,
  progress: Progress,
  eta: Eta,
  created: Time.describe('When it was submitted.'),
  updated: Time.describe('When its status changed last.'),
};

/** As it was sent. It may hold placeholders where an edit has numbers, so that the schema of an edit would refuse it. */
const StoredEdit = z.looseObject({});

const Render = z
  .object({
    ...renderFields,
    warnings: z.array(Warning).optional().describe('Absent when there are none.'),
    data: StoredEdit.optional().describe('The edit as it was submitted, or merged; see the query.'),
  })
  .meta({ id: 'Render', description: 'A render and how it goes.' });

const ListedRender = z.object(renderFields).meta({ id: 'ListedRender', description: 'A render in a list.' });

export const RenderEvent = z
  .object({
    ...{ id: renderFields.id, status: RenderStatus, progress: Progress, eta: Eta, error: Failure },
    ...{ url: Address, ...stills },
  })
  .meta({ id: 'RenderEvent', description: 'The data of one event of a render.' });

const MaybeSeconds = z.number().min(0).nullable();

const DryRun = z
  .object({
    message: z.string().describe('What was found, in one sentence.'),
    timeline: z
      .object({
        duration: MaybeSeconds.describe('Seconds; null when unknown.'),
        tracks: z
          .array(
            z.object({
              clips: z
                .array(
                  z.object({
                    start: MaybeSeconds.describe(
                      'Seconds from the start of the timeline; null when unknown.',
                    ),
                    length: MaybeSeconds.describe('Seconds; null when unknown.'),
                  }),
                )
                .describe('The clips in the order of the edit.'),
            }),
          )
          .describe('The tracks in the order of the edit.'),
      })
      .describe('When everything starts and how long it lasts.'),
    output: z
      .object({
        format: z.string().describe('The kind of file.'),
        width: z.int().min(1).optional().describe('Pixels; absent for sound.'),
        height: z.int().min(1).optional().describe('Pixels; absent for sound.'),
        fps: z.number().optional().describe('Frames in a second; absent for sound and for a still picture.'),
        frames: z
          .int()
          .min(0)
          .nullable()
          .optional()
          .describe('How many frames; null when unknown, absent for sound.'),
        duration: MaybeSeconds.optional().describe(
          'Seconds of the file; null when unknown, absent for a still picture.',
        ),
      })
      .describe('The file that would be made.'),
    warnings: z.array(Warning).describe('What is allowed and likely not meant, and what could not be known.'),
  })
  .meta({ id: 'DryRun', description: 'What a render would make.' });

const ListedTemplate = z
  .object({
    id: Id.describe('The id of the template.'),
    name: z.string().describe('Its name.'),
    created: Time.describe('When it was stored first.'),
    updated: Time.describe('When it was stored last.'),
  })
  .meta({ id: 'ListedTemplate', description: 'A template in a list.' });

const Template = z
  .object({
    id: Id.describe('The id of the template.'),
    name: z.string().describe('Its name.'),
    owner: Owner,
    template: StoredEdit.describe('The edit as it was stored, with its placeholders; {} for a blank one.'),
  })
  .meta({ id: 'StoredTemplate', description: 'A template.' });

const Queued = z.object({
  message: z.string().describe('What happened, in one sentence.'),
  id: Id.describe('The id of the render.'),
});

const Callback = z
  .object({
    id: Id.describe('The id of the callback; its webhook-id.'),
    event: z.string().describe('What it tells: type and action of its body, such as edit/render.'),
    status: z
      .enum(['waiting', 'delivered', 'failed'])
      .describe('Whether its receiver has taken it; failed when no attempt is left.'),
    url: z.string().describe('Where it goes, without what may be secret in an address.'),
    body: z.looseObject({}).describe('What is sent; its id says which render or asset it tells of.'),
    created: Time.describe('When it was made.'),
    attempts: z
      .array(
        z.object({
          number: z.int().min(1).describe('From 1.'),
          code: z.int().nullable().describe('The HTTP status of the answer; null when there was none.'),
          error: z.string().nullable().describe('Why it was no success; null when it was one.'),
          took: z.number().min(0).describe('Milliseconds.'),
          ended: Time.describe('When it ended.'),
        }),
      )
      .describe('What was tried, in order.'),
  })
  .meta({ id: 'RenderCallback', description: 'Something that was told, or is to be told, to a receiver.' });

/** The callbacks of a render. */
export const CallbackList = z.object({
  callbacks: z.array(Callback).describe('In the order in which they are told.'),
});

const CallbackQueued = z.object({
  message: z.string().describe('What happened, in one sentence.'),
  id: Id.describe('The id of the callback.'),
});

const TemplateChange = z.object({
  message: z.string().describe('What happened, in one sentence.'),
  id: Id.describe('The id of the template.'),
});

const Media = z
  .looseObject({
    streams: z
      .array(
        z.looseObject({
          index: z.int().min(0).describe('Its number in the file, from 0.'),
          codec_type: z.string().optional().describe('video, audio, subtitle or data.'),
          codec_name: z.string().optional().describe('Short name of the codec.'),
          width: z.int().optional().describe('Pixels.'),
          height: z.int().optional().describe('Pixels.'),
          r_frame_rate: z
            .string()
            .optional()
            .describe('Frames in a second, as a fraction such as 30000/1001.'),
          duration: z.string().optional().describe('Seconds, as a decimal number in a string.'),
        }),
      )
      .describe('The streams of the file, as ffprobe -show_streams shows them.'),
    chapters: z.array(z.looseObject({})).describe('As ffprobe -show_chapters shows them.'),
    format: z
      .looseObject({
        filename: z.string().optional().describe('The URL that was asked for.'),
        format_name: z.string().optional().describe('Short names of the container.'),
        duration: z.string().optional().describe('Seconds, as a decimal number in a string.'),
        size: z.string().optional().describe('Bytes, as a number in a string.'),
        bit_rate: z.string().optional().describe('Bits in a second, as a number in a string.'),
      })
      .describe('The file as a whole, as ffprobe -show_format shows it.'),
  })
  .meta({ id: 'MediaMetadata', description: 'What ffprobe says of a file, as its JSON has it.' });

/** The envelope of the Edit API around what an operation answers. */
function envelope<Response extends z.ZodType>(id: string, response: Response, description: string) {
  return z
    .object({
      success: z.literal(true).describe('Always true.'),
      message: z.string().describe('The words of the status, such as OK.'),
      response,
    })
    .meta({ id, description });
}

export const QueuedResponse = envelope('QueuedResponse', Queued, 'A render was accepted.');
export const DryRunResponse = envelope('DryRunResponse', DryRun, 'What a render would make.');
export const CallbackListResponse = envelope(
  'CallbackListResponse',
  CallbackList,
  'What was told of a render, and to whom.',
);
export const CallbackQueuedResponse = envelope(
  'CallbackQueuedResponse',
  CallbackQueued,
  'A callback is sent again.',
);
export const RenderResponse = envelope('RenderResponse', Render, 'A render and how it goes.');
export const RenderListResponse = envelope(
  'RenderListResponse',
  z.object({
    owner: Owner,
    renders: z.array(ListedRender).describe('The renders of this page, newest first.'),
    cursor: z.string().nullable().describe('What to ask the next page with; null when this is the last.'),
  }),
  'A page of renders.',
);
export const TemplateResponse = envelope('TemplateResponse', TemplateChange, 'A template was stored.');
export const TemplateListResponse = envelope(
  'TemplateListResponse',
  z.object({
    owner: Owner,
    templates: z.array(ListedTemplate).describe('All templates, newest first.'),
  }),
  'The templates of this account and environment.',
);
export const TemplateDataResponse = envelope('TemplateDataResponse', Template, 'A template.');
export const ProbeResponse = envelope('ProbeResponse', z.object({ metadata: Media }), 'What a file is.');
