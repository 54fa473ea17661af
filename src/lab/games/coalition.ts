/** The members of one coalition, by name. */
export type Coalition = readonly string[];
