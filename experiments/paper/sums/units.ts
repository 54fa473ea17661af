/** Numbers as the tables print them. */

const digits = (value: number): string => (value < 1e4 ? value.toPrecision(4) : value.toFixed(0));

export const kilobytes = (bytes: number): string => digits(bytes / 1e3);
export const mega = (operations: number): string => digits(operations / 1e6);
