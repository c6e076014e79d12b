import pLimit from 'p-limit';
import {
  clipPathOf,
  combineWarnings,
  encodingsOf,
  formatPath,
  listClips,
  listOutputs,
  listSources,
  type Edit,
  type Warning,
  speechWordsOf,
} from '../../edit/model.ts';
import { probe } from '../probe/probe.ts';
import { measureSilences } from '../probe/measure-silences.ts';
import { measureSubjects } from '../subject/measure-subjects.ts';
import { measureSources } from '../probe/measure-sources.ts';
import { dryRun, type MeasuredByUrl } from '../resolve/dry-run.ts';
import type { TextCheck } from './check-texts.ts';
import { hasText } from './text-clips.ts';
import { warnAboutPictures } from './warn-about-pictures.ts';

/** Maximum number of drawings to read at the same time. */
const MAX_CONCURRENT = 4;

/** An edit whose render is predicted. */
export interface FilesDryRun extends Omit<TextCheck, 'measured'> {
  /** The known facts of the files that are not readable, mostly their failures, by URL. */
  readonly failures: MeasuredByUrl;
  /** Warnings to add. */
  readonly warnings: readonly Warning[];
  /** The reason why this machine has no browser, as a sentence. Absent if it has one. */
  readonly noBrowser?: string | undefined;
}

/**
 * Works out what a render of an edit would make, and measures its files for that.
 *
 * @returns a `DryRun` as JSON. The parent passes it on without parsing it, because it can be megabytes long.
 */
export async function dryRunFiles({ failures, warnings, noBrowser, ...check }: FilesDryRun): Promise<string> {
  const { edit, dialect, files } = check;
  const found = await measureSources(files, encodingsOf(listSources(edit)), listTranscripts(edit));
  const sources = await measureSubjects(edit, await measureSilences(edit, found, files), files);
  const spoken = Object.entries(check.words ?? {}).map(
    ([src, words]) => [src, { kind: 'subtitles', words }] as const,
  );
  const measured: MeasuredByUrl = { ...failures, ...sources, ...Object.fromEntries(spoken) };
  const svgs = noBrowser === undefined ? [] : await warnAboutSvgs({ ...check, measured }, noBrowser);
  const more = [...(await warnAboutOutputs({ ...check, measured })), ...svgs];
  return JSON.stringify(dryRun(edit, measured, dialect, [...warnings, ...more]));
}

/** Lists the URLs of the transcripts of an edit. */
function listTranscripts(edit: Edit): ReadonlySet<string> {
  return new Set(listClips(edit).flatMap(({ clip }) => speechWordsOf(clip.asset)?.transcript ?? []));
}

/** Warns about the clips of an edit that are never visible, enlarged pictures, and texts that do not fit. */
export async function warnAboutFiles(check: Omit<TextCheck, 'measured'>): Promise<readonly Warning[]> {
  const encodings = encodingsOf(listSources(check.edit));
  return warnAboutOutputs({ ...check, measured: await measureSources(check.files, encodings) });
}

async function warnAboutOutputs({ edit, ...check }: TextCheck): Promise<readonly Warning[]> {
  const found: (readonly Warning[])[] = [];
  for (const each of listOutputs(edit))
    found.push([
      ...(await checkTextsOf({ ...check, edit: each })),
      ...warnAboutPictures(each, check.dialect, check.measured),
    ]);
  return combineWarnings(edit, found);
}

/** Checks the texts of an edit. If there are none, does not load the fonts. */
async function checkTextsOf(check: TextCheck): Promise<readonly Warning[]> {
  if (!hasText(check.edit)) return [];
  const { checkTexts } = await import('./check-texts.ts');
  return checkTexts(check);
}

/** Warns about the SVGs of an edit that need a browser. @param reason why this machine has none, as a sentence. */
async function warnAboutSvgs({ edit, files, measured }: TextCheck, reason: string): Promise<Warning[]> {
  const inline = listClips(edit).flatMap((location) => {
    const { asset } = location.clip;
    const field = `${formatPath(clipPathOf(location))}.asset.src`;
    return asset.type === 'svg' ? [{ field, markup: asset.src }] : [];
  });
  const sources = listSources(edit);
  const encodings = encodingsOf(sources);
  const limit = pLimit(MAX_CONCURRENT);
  const inFiles = sources
    .filter(({ kind, url }) => kind === 'image' && isDrawing(measured[url]))
    .map(({ url, field }) =>
      limit(async () => {
        const media = await probe(files[url] ?? '', encodings.get(url));
        return media.kind === 'vector' ? [{ field, markup: media.markup }] : [];
      }),
    );
  const svgs = [...inline, ...(await Promise.all(inFiles)).flat()];
  if (svgs.length === 0) return [];
  // Loaded on demand, because they load the drawing modules and the fonts.
  const { warnAboutFeatures } = await import('../compose/browser-drawings.ts');
  const { openReadableFonts } = await import('./check-texts.ts');
  return warnAboutFeatures(svgs, await openReadableFonts(sources, files), reason);
}

/** True if a source is an SVG file that could be read. */
function isDrawing(measured: MeasuredByUrl[string] | undefined): boolean {
  return measured !== undefined && 'kind' in measured && measured.kind === 'vector' && 'picture' in measured;
}
