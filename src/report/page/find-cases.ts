import type { CaseFacts } from '#report/html/data/case-facts.ts';
import type { PagePlace } from './place.ts';

/** One demand of a search: words anywhere, or in one of the fields. */
interface Term {
  readonly field: 'any' | 'tool' | 'tag' | 'failure';
  readonly words: string;
}

/** Reads `refund "wrong amount" tool:lookup tag:safety failure:timeout`. */
function parseSearch(search: string): readonly Term[] {
  const found = search.toLowerCase().matchAll(/(?:(tool|tag|failure):)?(?:"([^"]*)"?|(\S+))/g);
  return [...found].flatMap(([, field, quoted, word]): Term[] => {
    const words = quoted ?? word ?? '';
    if (words === '') return [];
    return [{ field: field === 'tool' || field === 'tag' || field === 'failure' ? field : 'any', words }];
  });
}

/**
 * Places of the cases that a reader asks for, in the order asked for.
 *
 * @param texts everything that was said in the trials of each case, in small letters; `null`: not read yet
 */
export function matchingCases(
  facts: readonly CaseFacts[],
  place: Pick<PagePlace, 'search' | 'standing' | 'tag' | 'sort' | 'descending'>,
  texts: (index: number) => string | null,
): readonly number[] {
  const terms = parseSearch(place.search);
  const found = facts.flatMap((fact, index) => {
    if (place.standing !== '' && fact.group !== place.standing) return [];
    if (place.tag !== '' && !fact.tags.includes(place.tag)) return [];
    return terms.every((term) => fits(term, fact, () => texts(index))) ? [index] : [];
  });
  const rank = RANKS[place.sort];
  if (rank === undefined) return place.descending ? found.toReversed() : found;
  const by = (index: number): number | string => {
    const fact = facts[index];
    return fact === undefined ? '' : rank(fact);
  };
  const sign = place.descending ? -1 : 1;
  return found.toSorted((left, right) => sign * inOrder(by(left), by(right)) || left - right);
}

/** Whether a search needs to read the trials. */
export function asksForTexts(search: string): boolean {
  return parseSearch(search).some(({ field }) => field === 'any');
}

function fits({ field, words }: Term, fact: CaseFacts, text: () => string | null): boolean {
  const among = (values: readonly string[]): boolean => values.some((value) => value.toLowerCase().includes(words));
  if (field === 'tag') return among(fact.tags);
  if (field === 'tool') return among(fact.tools);
  if (field === 'failure') return among([...fact.kinds, fact.why ?? '']);
  const known = [fact.id, fact.name ?? '', fact.standing, fact.why ?? '', ...fact.tags, ...fact.tools, ...fact.kinds];
  return among(known) || text()?.includes(words) === true;
}

const RANKS: Readonly<Record<string, (fact: CaseFacts) => number | string>> = {
  id: ({ id }) => id,
  main: ({ main }) => rate(main),
  here: ({ here }) => rate(here),
  change: ({ main, here }) => rate(here) - rate(main),
};

/** A side without judged trials comes first. */
function rate(side: CaseFacts['here']): number {
  return side === null || side.scored === 0 ? -1 : side.passed / side.scored;
}

function inOrder(left: number | string, right: number | string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
