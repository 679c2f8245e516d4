import type { Kind } from './kinds.ts';

/** What inputs and flags have in common: a kind of value, a default and a description. */
export interface Meaning {
  readonly kind: Kind<unknown, unknown>;
  /** The default, as one would write it; absent: the kind's. */
  readonly default?: string;
  /** One sentence for --help; with `details` also for action.yml and docs/inputs.md. */
  readonly means: string;
}

/** A flag of a command. */
export interface Flag extends Meaning {
  /** What applies without a default, in words for --help. */
  readonly otherwise?: string;
  readonly required?: true;
  /** Flags that can't be combined with it, in camelCase. */
  readonly conflicts?: readonly string[];
}

/** A row of the table: an input of action.yml, a flag of `run`, or both; each side may override parts. */
export interface Option extends Meaning {
  readonly details?: string;
  /** Stored with results: it decides what runs, what that is compared with, or what the verdict leads to. */
  readonly stored?: true;
  /** `runner_default`: a default that only the runner can fill in. */
  readonly input?: Partial<Meaning> & { readonly runner_default?: string };
  readonly flag?: Partial<Flag>;
}

type SideOf<O, Side extends 'input' | 'flag'> = O extends { readonly [S in Side]: infer Own }
  ? Omit<O, keyof Own> & Own
  : never;

type NamesOf<Table, Side extends 'input' | 'flag'> = {
  [Name in keyof Table]: Table[Name] extends { readonly [S in Side]: unknown } ? Name : never;
}[keyof Table];

/** The rows of a table with this side, in that side's form. */
export type SidesOf<Table, Side extends 'input' | 'flag'> = {
  readonly [Name in NamesOf<Table, Side>]: SideOf<Table[Name], Side>;
};

/** The rows of a table with this side, in that side's form. */
export function sidesOf<const Table extends Readonly<Record<string, Option>>, Side extends 'input' | 'flag'>(
  table: Table,
  side: Side,
): SidesOf<Table, Side> {
  const rows = Object.entries(table).flatMap(([name, option]) => {
    const own = option[side];
    return own === undefined ? [] : [[name, { ...option, ...own }]];
  });
  return Object.fromEntries(rows);
}

/** The values of options under their names in code: `max-cost-usd` as `maxCostUsd`. */
export type ValuesOf<Meanings> = { readonly [Name in keyof Meanings as Camel<Name>]: ValueOf<Meanings[Name]> };

/** An option with a default, or a required one, always has a value. */
type ValueOf<M> = M extends { readonly kind: Kind<infer T, infer Absent> }
  ? M extends { readonly default: string } | { readonly required: true }
    ? T
    : T | Absent
  : never;

type Camel<Name> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

/** `max-cost-usd` as `maxCostUsd`. */
export function camel(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The value if nothing is written. */
export function defaultOf({ kind, default: text }: Meaning): unknown {
  const read = text === undefined ? null : kind.read(text);
  return read !== null && 'value' in read ? read.value : kind.absent;
}

/** The values of options if nothing is written. */
export function defaultsOf<Meanings extends Readonly<Record<string, Meaning>>>(meanings: Meanings): ValuesOf<Meanings> {
  return namedValues(Object.entries(meanings).map(([name, meaning]) => [name, defaultOf(meaning)]));
}

/** Values under their names in code. The options' kinds have parsed them, so they have these types. */
export function namedValues<Meanings>(
  values: readonly (readonly [name: string, value: unknown])[],
): ValuesOf<Meanings> {
  const entries: readonly (readonly unknown[])[] = values.map(([name, value]) => [camel(name), value]);
  return Object.fromEntries(entries);
}
