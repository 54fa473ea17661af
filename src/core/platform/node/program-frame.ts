/** Frames between this process and a program: each is MessagePack's `bin 32`, whose head is followed by its bytes. */

export const BIN_32 = 0xc6;
/** With a length of four bytes, the first of them the highest. */
export const HEAD_BYTES = 5;

/** A program whose frames nobody takes is not read any further. */
export const MOST_AHEAD_BYTES = 2 ** 24;
