/** What a kind of picture says about itself; what draws it is known where pictures are. */

export interface PictureDescription {
  readonly name: string;
  /** One line, to help choose. */
  readonly summary: string;
}
