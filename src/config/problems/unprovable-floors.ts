import type { Case } from '#cases/suite/case.ts';
import { MAX_TRIALS } from '#cases/suite/schemas/trial-count-schema.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import { decimal } from '#common/words.ts';
import type { Policy, RateRule } from '#gate/decision/terms/policy.ts';
import { provenBy, trialsThatProve } from '#statistics/floors/floor-proof.ts';

/** A floor that no run of the suite can prove. */
export interface UnprovableFloor {
  /** The path of the floor in the config. */
  readonly path: DocumentPath;
  /** How many trials it needs and how to get them, a sentence part. */
  readonly message: string;
  readonly min_mode: RateRule['min_mode'];
}

/**
 * Floors that stay unproven even if every trial passes: the lower bound (Wilson, 95 %) of N passes in N trials is below them. N
 * is that of the suite's mean, C²/Σ(1/n), over the floor's cases.
 *
 * @param trials most trials of every case that does not set its own
 */
export function unprovableFloors(policy: Policy, cases: readonly Case[], trials: number): readonly UnprovableFloor[] {
  const rules: (readonly [DocumentPath, RateRule | null, readonly Case[]])[] = [
    [['gate', 'pass_rate'], policy.pass_rate, cases],
    [['gate', 'tool_recall'], policy.tool_recall, cases.filter(expectsCalls)],
  ];
  for (const [tag, rule] of Object.entries(policy.tags)) {
    const tagged = cases.filter((evalCase) => evalCase.tags.includes(tag));
    rules.push([['gate', 'tags', tag, 'pass_rate'], rule.pass_rate, tagged]);
    rules.push([['gate', 'tags', tag, 'tool_recall'], rule.tool_recall, tagged.filter(expectsCalls)]);
  }
  return rules.flatMap(([path, rule, read]) => {
    if (rule === null || rule.min === null || read.length === 0) return [];
    const message = unprovable(rule.min, read, trials);
    return message === null ? [] : [{ path: [...path, 'min'], message, min_mode: rule.min_mode }];
  });
}

function unprovable(floor: number, cases: readonly Case[], trials: number): string | null {
  const effective = cases.length ** 2 / cases.reduce((sum, evalCase) => sum + 1 / (evalCase.trials ?? trials), 0);
  const needed = trialsThatProve(floor);
  if (needed === null) return 'no number of trials can prove a floor of 1; a floor such as 0.95 can be proven';
  if (effective >= needed) return null;
  return `${decimal(effective)} trials that all pass can't prove a floor of ${floor}; it takes ${needed} trials: ${remedy(needed, cases.length)}, or lower the floor to ${provenBy(effective)}`;
}

function remedy(needed: number, cases: number): string {
  const each = Math.ceil(needed / cases);
  if (each > MAX_TRIALS) return `add cases (${MAX_TRIALS} trials per case are the most)`;
  return `give ${cases === 1 ? 'the case' : `each of the ${cases} cases`} ${each}, add cases`;
}

/** Whether a case has a tool recall. */
export function expectsCalls({ expect, turns }: Case): boolean {
  return [expect, ...turns.map((turn) => turn.expect)].some((demands) => (demands?.tools?.calls.length ?? 0) > 0);
}
