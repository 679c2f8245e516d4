import type { ToolsExpectation } from '#cases/suite/expectation.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import type { CheckResult } from '../terms/check.ts';
import type { Judgement } from '../terms/judgement.ts';
import { argsPart } from './args.ts';
import { beforePart } from './before.ts';
import type { CallsPart } from './calls-part.ts';
import { compareCalls } from './compared-calls.ts';
import { countPart } from './count.ts';
import { extraPart } from './extra.ts';
import { forbiddenPart } from './forbidden.ts';
import { orderPart } from './order.ts';
import { parallelPart } from './parallel.ts';
import { presentPart } from './present.ts';
import { statusPart } from './status.ts';

/** In the order of the report: earlier ones explain later ones. */
const parts: readonly CallsPart[] = [
  presentPart,
  argsPart,
  statusPart,
  orderPart,
  extraPart,
  parallelPart,
  beforePart,
  forbiddenPart,
  countPart,
];

/**
 * Judges every part that the expectation demands, each by itself.
 *
 * @param kind first part of the results' names: `tools` or `plan`
 * @param calls `null` if they are not known: the verdict of every part is `unreported`
 */
export function gradeCalls(
  kind: 'tools' | 'plan',
  expectation: ToolsExpectation,
  calls: readonly ToolCall[] | null,
  unreported: Judgement,
): readonly CheckResult[] {
  const demanded = parts.filter((part) => part.demanded(expectation));
  if (calls === null) return demanded.map(({ name }) => ({ name: `${kind}.${name}`, ...unreported }));
  const compared = compareCalls(expectation, calls);
  return demanded.map((part) => ({ name: `${kind}.${part.name}`, ...part.judge(compared) }));
}
