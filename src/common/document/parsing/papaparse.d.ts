/** The part of papaparse that is used here; its published types bring those of Node. */
declare module 'papaparse' {
  interface Row {
    readonly data: readonly string[];
    readonly errors: readonly { readonly code: string; readonly message: string }[];
    /** `cursor`: the offset behind the row. */
    readonly meta: { readonly cursor: number };
  }
  const papaparse: {
    parse(text: string, options: { readonly delimiter: string; readonly step: (row: Row) => void }): void;
    /** The first rows alone. */
    parse(
      text: string,
      options: { readonly delimiter: string; readonly preview: number },
    ): { readonly data: readonly (readonly string[])[] };
  };
  export default papaparse;
}
