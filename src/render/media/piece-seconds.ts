/** Seconds of the pieces in which a page loads videos. Piece n begins at source second n times this number. */
export const PICTURE_PIECE_SECONDS = 0.5;
/** Seconds of the pieces in which a page loads sounds. */
export const SOUND_PIECE_SECONDS = 1;
