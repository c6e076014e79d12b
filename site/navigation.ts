import { REFERENCE_PAGES } from '../gallery/reference/page-list.ts';

/** A page of the site. */
export interface PageEntry {
  /** Its file, relative to the folder of Kinora. */
  readonly source: string;
  /** Name in the navigation. */
  readonly title: string;
  /** Its content in one line. `/llms.txt` has it, too. */
  readonly about: string;
}

/** A part of the navigation. */
export interface Section {
  readonly title: string;
  /** The readers of the section, in one line. */
  readonly about: string;
  readonly pages: readonly PageEntry[];
}

const page = (source: string, title: string, about: string): PageEntry => ({ source, title, about });
const doc = (name: string, title: string, about: string) => page(`docs/${name}.md`, title, about);

/** The first page of the site. */
export const START = 'docs/start.md';

/** The pages of the site in their order. A test names each document that is missing here. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Guides',
    about: 'The way from the installation to production, and one page for each task.',
    pages: [
      doc('start', 'Start here', 'What Kinora is, and where to read on.'),
      doc('first-steps', 'First steps', 'From the installation to an edit of your own.'),
      doc('concepts', 'Concepts', 'Time, placement and tracks, with pictures.'),
      doc('studio', 'The Studio', 'The page in the browser: templates, timeline, preview, renders.'),
      doc('studio-views', 'The other views of the Studio', 'Renders, Assets and Settings.'),
      doc('studio-keys', 'Keys of the Studio', 'What each key does in the view Edit.'),
      doc('templates', 'Templates', 'Eight finished designs to start from.'),
      doc('text', 'Text', 'Rich text: fonts, spans, strokes, shadows, animations.'),
      doc('captions', 'Captions', 'Subtitles from files and from speech.'),
      doc('rich-captions', 'Rich captions', 'Speech word by word: karaoke, highlights, pages.'),
      doc('sound', 'Sound', 'Volumes, fades, cuts, music under a voice, loudness.'),
      doc('sound-filters', 'Sound filters', 'Equaliser, dynamics, noise, reverberation, presets.'),
      doc('models', 'Files from prompts', 'Images, films, speech and music that models make.'),
      doc('create', 'Generated media', 'Speech, images, videos and texts from a prompt or a script.'),
      doc('ingest', 'Your own files', 'Uploads, sources, renditions and transcriptions.'),
      doc('client', 'The client', 'The typed client for Node.js and browsers.'),
      doc('embed-editor', 'Embed the editor', 'The editor of the Studio in pages of your own site.'),
      doc('embed', 'Embed a player', 'A player for edits and renders in your own pages.'),
      doc('library', 'The library', 'The engine without a server, for programs in Node.js.'),
      doc('agents', 'Agents', 'The tools for agents, over the Model Context Protocol.'),
      doc('agents-session', 'A session of an agent', 'Each call and answer, until a film is made.'),
      doc('coming-from-shotstack', 'Coming from Shotstack', 'What to set, and what differs.'),
      doc('comparison', 'Beside others', 'Kinora beside services and programs of its kind.'),
      doc('packages', 'Packages', 'Two packages that install anywhere, and what can be left out.'),
      doc('deploy', 'Deploy', 'Servers, containers, several machines.'),
      doc('operating', 'Operating', 'What to watch, and what to do if something is wrong.'),
      doc('backup', 'Backup and restore', 'Keep an installation, bring it back, move it.'),
      doc('proxy', 'Proxy and TLS', 'The public address, and what stands before Kinora.'),
      doc('secrets', 'Secrets', 'Where each secret lies, and how to replace it.'),
      doc('scaling', 'Scaling', 'How many machines, and how to follow the load.'),
    ],
  },
  {
    title: 'Reference',
    about: 'Every field, request, command and setting.',
    pages: [
      doc('edits', 'Edits', 'The fields of timeline, clips and assets on one page.'),
      doc('groups', 'Groups and mattes', 'Clips that act as one picture, and pictures that hide others.'),
      doc('drawn-assets', 'Text, titles, shapes', 'How drawn assets fill their box.'),
      doc('measures', 'Waveforms and codes', 'Drawings that follow the sound or the time, and QR codes.'),
      doc('svg', 'SVG', 'Drawings from their markup, and their limits.'),
      doc('merge-fields', 'Merge fields', 'Placeholders in an edit, and their values.'),
      doc('playback', 'Speed, loops and cuts', 'Slow motion, pitch, repeats, and silences that are cut out.'),
      doc('words', 'Words of a speech', 'Words that are cut out, kept, muted or bleeped.'),
      doc('outputs', 'Outputs', 'Sizes, ranges, stills, caption files, several outputs.'),
      doc('formats', 'Formats and codecs', 'What each format and codec makes, and which store transparency.'),
      doc('quality', 'Quality and speed', 'The qualities in numbers, hardware encoders, sizes of files.'),
      doc(
        'motion',
        'Placement and motion',
        'The numbers of placement, tweens, effects and animations of text.',
      ),
      doc('movement', 'Springs, paths, space', 'Springs, paths, perspective and motion blur.'),
      doc('transitions', 'Transitions', 'How clips come and go, cross-fades and pushes.'),
      doc('looks', 'Filters and chroma key', 'The numbers of filters and of the chroma key.'),
      doc('follow', 'Follow a subject', 'Keep a face, a person or a movement in view.'),
      doc(
        'filters',
        'Filters with values',
        'Exposure, curves, saturation and other filters, and their cost.',
      ),
      doc('shape', 'Shape of a clip', 'Corners, borders, shadows, and how they are measured.'),
      doc('fonts', 'Fonts', 'Built-in families, and fonts by URL.'),
      doc('html', 'Pages of HTML', 'HTML and CSS as a clip.'),
      doc('moving-pages', 'Pages that move', 'HTML, CSS and scripts, frame by frame.'),
      doc('media', 'Media', 'Which source files Kinora reads, and how.'),
      doc('colours', 'Colours', 'The colours that a file signals, and what becomes of them.'),
      doc('sound-files', 'Sound files', 'Channels, gaps, lengths and damage of sound files.'),
      doc('transcription', 'Transcription', 'Captions from recorded speech.'),
      doc('voices', 'Voices', 'The voices of generated speech.'),
      doc('image-to-video', 'Video from an image', 'Camera motion over a still image.'),
      doc('providers', 'Providers', 'Outside services that generate media, and their keys.'),
      doc('renders', 'Renders and templates', 'The Edit API: status, events, lists, templates.'),
      doc('inspection', 'Inspection', 'Probe, dry run, frame, sheet and waveform.'),
      doc('preview', 'Layers', 'What a page needs to play an edit.'),
      doc('kept-edits', 'Kept edits', 'Edits by name, with versions, and several people at one.'),
      doc('keys', 'Keys', 'Keys, scopes and the account.'),
      doc('tokens', 'Tokens', 'Short-lived access to one edit or one template.'),
      doc('callbacks', 'Callbacks', 'Signed requests when a render is ready.'),
      doc('hosting', 'Hosted files', 'The Serve API: assets, where files go, signed addresses.'),
      doc('storage', 'Storage', 'Folder or S3, how long things stay, a full disk.'),
      doc('limits', 'Limits and quotas', 'What an account, a client and a machine may use.'),
      doc('destinations', 'Destinations', 'Places that receive finished files.'),
      doc('renditions', 'Renditions', 'Other versions of an ingested file.'),
      doc('enhance-audio', 'enhance.audio', 'Cleaner and equally loud sound.'),
      doc('dialects', 'Dialects', 'The two ways to read an edit.'),
      doc('additions', 'Additions', 'What Kinora adds to the interface.'),
      doc('errors', 'Errors', 'Every error code, whose fault it is, and whether to try again.'),
      doc('reports', 'Public reports', 'Faults that people report about such tools, and what is right.'),
      doc('commands', 'Commands', 'All commands of the command line.'),
      doc('settings', 'Settings', 'All settings of a server.'),
      doc('client-reference', 'Reference of the client', 'Every method and option of it.'),
      doc('runbook', 'Runbook', 'What to do if something is wrong.'),
      doc(
        'queue-and-log',
        'The queue and the log',
        'What waits, what became of a render, what the log says.',
      ),
      doc('alarms', 'Alarms', 'What each alarm means, and what to do.'),
      doc('metrics', 'Metrics', 'The metrics at /metrics, and who may read them.'),
      doc('traces', 'Traces', 'Traces of renders with OpenTelemetry.'),
      doc('glossary', 'Glossary', 'The meaning of each term.'),
      doc('gallery/README', 'Gallery', 'Everything that Kinora can draw, in pictures.'),
      page('examples/README.md', 'Examples', 'Small edits to copy.'),
    ],
  },
  {
    title: 'Edit reference',
    about: 'Each field of an edit, with a picture of each visual one.',
    pages: [
      doc('reference/README', 'All pages', 'The pages of the edit reference, and how to read them.'),
      ...REFERENCE_PAGES.map(([file, title, about]) => doc(`reference/${file}`, title, about)),
    ],
  },
  {
    title: 'Engineering notes',
    about: 'How Kinora is built, measured and tested, and why.',
    pages: [
      doc('architecture', 'Architecture', 'The folders, and what each may know.'),
      doc('how-it-works', 'How a render works', 'The steps of a render, its states, and the ideas.'),
      doc('security', 'Security', 'Threats, what stands in the way, and what was tried.'),
      doc('asvs', 'OWASP ASVS', 'Which requirements Kinora meets, and which not.'),
      doc('performance', 'Performance', 'What renders, starts and answers cost.'),
      doc('benchmarks', 'Benchmarks', 'How Kinora is measured, and against what.'),
      doc('faults', 'Faults', 'What Kinora does automatically when a part is away.'),
      doc('segments', 'Segments', 'What a later render makes again.'),
      doc('contract', 'The contract', 'Decisions where the interface leaves a point open.'),
      doc('testing', 'Testing', 'How Kinora is tested.'),
      doc('chaos', 'Chaos and power cuts', 'Kinora under faults, and what must hold.'),
      doc('decisions/README', 'Decisions', 'One record for each decision, with its reasons.'),
      doc('licences', 'Licences', 'The packages of an installation and their licences.'),
      page('ops/README.md', 'Dashboards and alarms', 'Grafana, Prometheus and KEDA.'),
      page('CONTRIBUTING.md', 'Contributing', 'How to change Kinora.'),
      page('CHANGELOG.md', 'Changelog', 'What changed, and what to do on an upgrade.'),
      page('SECURITY.md', 'Reporting a vulnerability', 'Where to report, and what to send.'),
      page('README.md', 'README', 'Kinora on one page, with figures and a comparison.'),
    ],
  },
];
