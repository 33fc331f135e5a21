/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export const coverSize = { width: 400, height: 600 };
export const wordImageSize = { width: 1200, height: 675 };
export const initialsSize = { width: 320, height: 320 };
/** What social networks show: SPEC §9. */
export const shareSize = { width: 1200, height: 630 };
