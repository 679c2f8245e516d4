/** The same data, which nobody changes. */
export type DeepReadonly<T> = T extends readonly [unknown, ...unknown[]]
  ? Readonly<T>
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : T;
