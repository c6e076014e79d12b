import { effect, signal } from '@preact/signals';
import type { CreatedAsset } from '../../client/index.ts';
import { insertFile, insertOwnClip } from '../assets/add-file-to-edit.ts';
import { describeExpiry } from '../assets/address-expiry.ts';
import { uploadsOfSession } from '../assets/upload-session.ts';
import { roundTime, toGrid } from '../document/frame-grid.ts';
import { snap } from '../document/snap.ts';
import { frameRate, openedEdits, playhead, spans, syntaxProblem } from '../edit/edit-state.ts';
import { createClipOfGenerated } from '../generate/clip-of-generated.ts';
import { voices } from '../speech/voice-list.ts';
import { describeError } from '../shell/describe-error.ts';
import { notify } from '../shell/notice.tsx';
import { session } from '../shell/session.ts';
import { hasFiles } from '../tray/file-drag.ts';
import { draggedFile } from '../tray/tray-file.ts';
import { INDENT, type Landing, landing, SNAP_PIXELS, snapLine, zoom } from './timeline-state.ts';
import { RULER_HEIGHT, trackRows } from './track-state.ts';

/** A file that was dropped and is not a clip yet. */
export interface ArrivingFile extends Landing {
  readonly name: string;
  readonly file: File;
}

/** The files that are uploaded for the timeline. */
export const arrivingFiles = signal<readonly ArrivingFile[]>([]);

/** Seconds of the landing of a file whose length is not known yet. */
const UNKNOWN_LENGTH = 5;
/** Pixels of the room for a new track above all others. */
const ABOVE_ALL = { top: 1, height: 22 };
/** Pixels between a clip and the edges of its row. */
const MARGIN = 4;

// Uploads end with the session.
effect(() => {
  if (!session.value) arrivingFiles.value = [];
});

/** Shows where a dragged file would land. @param event a drag over the tracks. */
export function showLanding(event: DragEvent): void {
  if ((!draggedFile.value && !hasFiles(event)) || syntaxProblem.value) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  const inner = event.currentTarget as HTMLElement;
  const length = draggedFile.value?.duration ?? UNKNOWN_LENGTH;
  const wanted = Math.max(0, (event.clientX - inner.getBoundingClientRect().left - INDENT) / zoom.value);
  const edges = spans.value.flatMap((span) => [span.start, span.start + span.length]);
  const reach = event.altKey ? 0 : SNAP_PIXELS / zoom.value;
  const pulled = snap([wanted, wanted + length], 0, [0, playhead.value, ...edges], reach);
  const start = Math.max(0, wanted + pulled.by);
  snapLine.value = pulled.at;
  landing.value = {
    start: pulled.at === undefined ? toGrid(start, frameRate.value) : roundTime(start),
    length,
    ...findRow(inner, event.clientY),
  };
}

/** Hides the landing if the drag leaves the tracks. */
export function leaveTimeline({ currentTarget, relatedTarget }: DragEvent): void {
  if ((currentTarget as HTMLElement).contains(relatedTarget as Node | null)) return;
  hideLanding();
}

/** Makes a clip of the dropped file. A file of the computer is uploaded first. */
export function dropFile(event: DragEvent): void {
  const { value: place } = landing;
  const { value: dragged } = draggedFile;
  hideLanding();
  if (!place) return;
  event.preventDefault();
  draggedFile.value = undefined;
  if (dragged?.generated) addGeneratedAt(place, dragged.generated);
  else if (dragged?.url !== undefined) addAt(place, dragged.url, dragged.duration);
  else
    [...(event.dataTransfer?.files ?? [])].reduce(
      (start, file) => uploadTo({ ...place, start }, file),
      place.start,
    );
}

/** Uploads a file for a new track in front. @param add makes a clip of it. */
export function uploadInFront(file: File, start: number, add: (url: string) => void): void {
  uploadTo({ track: 'front', start, length: UNKNOWN_LENGTH, ...ABOVE_ALL }, file, add);
}

/** Uploads a file for a place. @param add makes a clip of it. @returns the second at which the next file may begin. */
function uploadTo(
  place: Landing,
  file: File,
  add = (url: string, duration: number | undefined): void => addAt(place, url, duration),
): number {
  const { value: signedIn } = session;
  const client = signedIn?.client;
  const opened = openedEdits.peek();
  const arriving: ArrivingFile = { ...place, name: file.name, file };
  arrivingFiles.value = [...arrivingFiles.value, arriving];
  const forget = (): void => {
    arrivingFiles.value = arrivingFiles.value.filter((other) => other !== arriving);
  };
  const use = async (id: string): Promise<void> => {
    try {
      const source = await client?.sources.wait(id);
      const isSame = session.peek() === signedIn && openedEdits.peek() === opened;
      if (!isSame)
        notify(`${file.name} has arrived. It is among the assets, because another edit is open now.`);
      else if (source?.source !== undefined) add(source.source, source.duration);
      else throw new Error(source?.error ?? 'Kinora cannot read it.');
    } catch (error) {
      notify(`${file.name} cannot be used: ${describeError(error)}`);
    }
    forget();
  };
  uploadsOfSession()?.add([file], { onArrived: ({ id }) => void use(id), onRemoved: forget });
  return place.start + place.length;
}

function addAt({ track, start }: Landing, url: string, duration: number | undefined): void {
  if (!insertFile(url, duration, track, start)) return;
  const expiry = describeExpiry(url);
  if (expiry !== undefined) notify(expiry);
}

/** Adds a generated file as what it is. The tray has loaded the voices. */
function addGeneratedAt({ track, start }: Landing, asset: CreatedAsset): void {
  insertOwnClip(createClipOfGenerated(asset, start, voices.peek() ?? []), track);
}

function hideLanding(): void {
  landing.value = undefined;
  snapLine.value = undefined;
}

/** Finds the row at a height: that of a track, or the room for a new one above or below all. */
function findRow(inner: HTMLElement, clientY: number): Pick<Landing, 'track' | 'top' | 'height'> {
  const rows = trackRows.value;
  const y = clientY - inner.getBoundingClientRect().top;
  const row = rows.find(({ top, height }) => y >= top && y < top + height);
  if (row) return { track: row.track, top: row.top + MARGIN, height: row.height - 2 * MARGIN };
  const last = rows.at(-1);
  const below = last ? last.top + last.height : RULER_HEIGHT;
  if (!last || y >= below) return { track: 'behind', top: below + MARGIN, height: 36 };
  return { track: 'front', ...ABOVE_ALL };
}
