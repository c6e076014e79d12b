/** Seconds of the pieces in which a page loads videos and sounds. Piece n begins at source second n times this number. */
export const PIECE_SECONDS = 1;
