import type { Case } from '#cases/suite/case.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import { plural } from '#common/words.ts';
import { planGates } from '#gate/decision/rules/plan.ts';
import { NO_LIMIT } from '#gate/decision/terms/boundary.ts';
import { bareTrial, countsOf, type PairedCase } from '#gate/decision/terms/evidence.ts';
import type { Policy, TagPolicy } from '#gate/decision/terms/policy.ts';
import { reaches } from '#statistics/beyond.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import type { TrialNumbers } from '#trials/trial/trial-range.ts';
import { expectsCalls } from './unprovable-floors.ts';

/** A rule that can never turn a run red: its place in the config, and why. */
export interface IdleRule {
  readonly path: DocumentPath;
  readonly message: string;
}

/** Runs of main that a change is compared with at most. */
const MOST_RUNS = 10;

/** Rules of tags that can never fire, whatever the agent does; those of tags that no case has are said elsewhere. */
export function idleTagRules(policy: Policy, cases: readonly Case[], numbers: TrialNumbers): readonly IdleRule[] {
  return Object.entries(policy.tags).flatMap(([tag, rules]) => {
    const tagged = cases.filter((evalCase) => evalCase.tags.includes(tag));
    if (tagged.length === 0) return [];
    const idle = [
      ...boundlessRates(rules),
      ...(rules.tool_recall === null || tagged.some(expectsCalls)
        ? []
        : [{ path: ['tool_recall'], message: 'no case with this tag expects a tool call, so there is no recall' }]),
      ...(policy.method === 'threshold' || rules.pass_rate?.max_drop == null || canFall(policy, cases, numbers, tag)
        ? []
        : [
            {
              path: ['pass_rate', 'max_drop'],
              message: `even if every trial failed, ${plural(tagged.length, 'case')} of ${plural(numbers.max, 'trial')} can't show that by the test; write more trials, or a floor (\`min\`)`,
            },
          ]),
    ];
    return idle.map(({ path, message }) => ({
      path: ['gate', 'tags', tag, ...path],
      message: `can never turn a run red: ${message}`,
    }));
  });
}

function boundlessRates(rules: TagPolicy): readonly IdleRule[] {
  return (['pass_rate', 'tool_recall'] as const).flatMap((metric) => [
    ...(rules[metric]?.min === 0 ? [{ path: [metric, 'min'], message: 'no rate is below 0' }] : []),
    ...((rules[metric]?.max_drop ?? 0) >= NO_LIMIT
      ? [{ path: [metric, 'max_drop'], message: 'no rate can fall by more than 1' }]
      : []),
  ]);
}

/** Whether the test of a tag's pass rate is red where main passed every trial and the change fails every one. */
function canFall(policy: Policy, cases: readonly Case[], numbers: TrialNumbers, tag: string): boolean {
  const paired = cases.map(({ id, tags, trials }): PairedCase => {
    const main = (trials ?? numbers.once) * MOST_RUNS;
    const here = trials ?? numbers.max;
    return {
      id,
      tags,
      scheduled: here,
      fixed: trials !== null,
      never_fail: false,
      missing: [],
      scored: here,
      trials: Array.from({ length: here }, (_, at) => bareTrial(at + 1, false)),
      baseline: Array.from({ length: main }, (_, at) => bareTrial(at + 1, true)),
      regraded: false,
      runs: [],
    };
  });
  const plan = planGates(paired, policy, { looks: [numbers.max] });
  const boundary = plan.tags.find((own) => own.tag === tag)?.plan.pass_rate?.boundary ?? 0;
  const counts = paired.filter((item) => item.tags.includes(tag)).map(countsOf);
  return boundary > 0 && reaches(suiteExact(counts).pMid, boundary);
}
