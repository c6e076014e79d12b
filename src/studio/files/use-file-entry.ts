import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hasFiles } from '../tray/file-drag.ts';
import { draggedFile } from '../tray/tray-file.ts';

/** An element into which files can be dropped and pasted. */
export interface FileEntry<Type extends HTMLElement> {
  readonly ref: RefObject<Type | null>;
  /** True while a file is held over it. */
  readonly isOver: Signal<boolean>;
  readonly events: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/**
 * Returns an element that takes files: dropped on it, or pasted while the focus is in it.
 *
 * @param takeFiles called with files of the computer.
 * @param takeAddress called with an address: that of a file which was dragged from the list of files, or a pasted text.
 */
export function useFileEntry<Type extends HTMLElement>(
  takeFiles: (files: readonly File[]) => void,
  takeAddress: (address: string) => void,
): FileEntry<Type> {
  const ref = useRef<Type>(null);
  const isOver = useSignal(false);
  const latest = useRef({ takeFiles, takeAddress });
  latest.current = { takeFiles, takeAddress };
  // A paste without a place to write is an event of the document.
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (!ref.current?.contains(document.activeElement)) return;
      if (files.length === 0 && isWritten(event.target)) return;
      event.preventDefault();
      if (files.length > 0) latest.current.takeFiles(files);
      else latest.current.takeAddress(event.clipboardData?.getData('text/plain').trim() ?? '');
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
  const onDragOver = (event: DragEvent): void => {
    if (!draggedFile.peek() && !hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    isOver.value = true;
  };
  const onDragLeave = ({ relatedTarget }: DragEvent): void => {
    if (!ref.current?.contains(relatedTarget as Node | null)) isOver.value = false;
  };
  const onDrop = (event: DragEvent): void => {
    if (!draggedFile.peek() && !hasFiles(event)) return;
    event.preventDefault();
    isOver.value = false;
    const { url } = draggedFile.peek() ?? {};
    if (url !== undefined) takeAddress(url);
    else takeFiles([...(event.dataTransfer?.files ?? [])]);
  };
  return { ref, isOver, events: { onDragOver, onDragLeave, onDrop } };
}

function isWritten(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
