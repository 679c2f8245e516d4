import type { StoredCall } from '#trials/trial/stored-calls.ts';

/** What a trial did or did not do. */
export type Fact =
  | { readonly kind: 'used' | 'twice'; readonly tool: string }
  /** The first call of `tool` comes before the first call of `other`. */
  | { readonly kind: 'before'; readonly tool: string; readonly other: string }
  | { readonly kind: 'arguments'; readonly tool: string; readonly args: string }
  | { readonly kind: 'none' };

/** A case whose trials of both sides reported their calls. */
export interface CaseCalls {
  readonly id: string;
  readonly main: readonly (readonly StoredCall[])[];
  readonly here: readonly (readonly StoredCall[])[];
}

/** In how many trials of each side a fact holds. */
export interface FactCounts {
  /** Equal for equal facts; plainer facts have lesser ones. */
  readonly key: string;
  readonly fact: Fact;
  readonly here: number;
  readonly of_here: number;
  readonly main: number;
  readonly of_main: number;
}

/** A fact of a case, with the trials in which it holds: facts that hold in the same ones, or in all the others, have the same pattern. */
export interface CountedFact {
  readonly pattern: string;
  readonly counts: FactCounts;
}

/** Every fact that holds in some trials of a case and not in all, plainer facts first. */
export function countFacts({ main, here }: CaseCalls): readonly CountedFact[] {
  const trials = [...main, ...here].map(factsOf);
  const facts = new Map(trials.flatMap((own) => [...own]));
  return [...facts]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([key, fact]): readonly CountedFact[] => {
      const holds = trials.map((own) => own.has(key));
      if (holds.every(Boolean)) return [];
      const count = (side: readonly boolean[]) => side.filter(Boolean).length;
      const sides = { here: count(holds.slice(main.length)), main: count(holds.slice(0, main.length)) };
      const pattern = holds.map((held) => (held === holds[0] ? '1' : '0')).join('');
      return [{ pattern, counts: { key, fact, ...sides, of_here: here.length, of_main: main.length } }];
    });
}

/** What a trial with these calls did, each fact once. */
function factsOf(calls: readonly StoredCall[]): ReadonlyMap<string, Fact> {
  const made = calls.map(({ tool }) => tool);
  const tools = [...new Set(made)];
  const facts: readonly Fact[] = [
    ...tools.map((tool) => ({ kind: 'used', tool }) as const),
    ...tools
      .filter((tool) => made.indexOf(tool) !== made.lastIndexOf(tool))
      .map((tool) => ({ kind: 'twice', tool }) as const),
    ...tools.flatMap((tool, at) => tools.slice(at + 1).map((other) => ({ kind: 'before', tool, other }) as const)),
    ...calls.map(({ tool, args }) => ({ kind: 'arguments', tool, args }) as const),
    ...(calls.length === 0 ? [{ kind: 'none' } as const] : []),
  ];
  return new Map(facts.map((fact) => [`${ORDER.indexOf(fact.kind)} ${Object.values(fact).join(' ')}`, fact]));
}

const ORDER: readonly Fact['kind'][] = ['used', 'twice', 'before', 'arguments', 'none'];
