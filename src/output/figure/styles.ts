/** What can be chosen of a picture's look by name; imports nothing, as every start of the program reads it. */

/** Where a picture is shown. */
export const STYLES = ['screen', 'paper', 'slides'] as const;
/** Where its legend is. */
export const LEGENDS = ['top', 'bottom', 'none'] as const;
