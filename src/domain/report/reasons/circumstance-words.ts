import type { FactsOf } from '#domain/gate/reason-code.ts';

/** Results that nobody can read again, or not all of them. */
export function resultsLost(facts: FactsOf['results_lost']): string {
  switch (facts.kind) {
    case 'unreadable':
      return `the results of this run can't be read again: ${facts.problem}`;
    case 'not_stored':
      return `some results of this run could not be stored: ${facts.problem}`;
    case 'too_large':
      return `the results of all shards together are larger than ${facts.megabytes} MB, which is the limit; split the suite with the input key`;
  }
}
