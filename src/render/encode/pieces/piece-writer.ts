/** Writes the pieces of a track for a page, each as a file. Close it with `using`. */
export interface PieceWriter extends Disposable {
  /**
   * Writes a piece. Pieces that follow each other are written sooner.
   *
   * @param piece its place, from 0.
   * @returns false if the track ends before the piece. There is no file then.
   * @throws {MediaError} if the source cannot be read.
   */
  write(piece: number, path: string): Promise<boolean>;
}
