declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options?: {
      readonly targetFormat?: 'woff2' | 'woff' | 'truetype';
      readonly variationAxes?: Readonly<
        Record<string, number | { readonly min: number; readonly max: number }>
      >;
      /** All, if it is left out. */
      readonly keepFeatures?: readonly string[];
    },
  ): Promise<Buffer>;
}
