import { plural } from '#domain/words.ts';

/** A response cache served answers again. */
export function repeatedAnswers(trials: number, cases: number, where: 'here' | 'on main'): string {
  const [repeat, they, count] = trials === 1 ? ['repeats', 'it', 'counts'] : ['repeat', 'they', 'count'];
  return `${plural(trials, 'trial')} of ${plural(cases, 'case')} ${where} ${repeat} the provider's answer of another trial (a response cache): ${they} ${count} once with it; turn the cache off for evaluations`;
}

/** Nothing differs between the trials of any case. */
export function identicalContent(cases: number): string {
  return `every trial gave the same answer as the others of its case (${plural(cases, 'case')}): if the agent is deterministic, trials: 1 is enough; if it is not, look for a response cache between it and its model`;
}
