/** ln 2 in two parts; products of the first with integers up to 2^20 are exact. */
export const LN2_HIGH = 0.6931471803691238;
export const LN2_LOW = 1.9082149292705877e-10;
