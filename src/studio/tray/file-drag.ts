/** True if files of the computer are dragged. */
export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** Rejects files that are dropped where nothing takes them. Otherwise, the browser would leave the page for the file. */
export function rejectStrayFiles(event: DragEvent): void {
  if (event.defaultPrevented || !hasFiles(event)) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}
