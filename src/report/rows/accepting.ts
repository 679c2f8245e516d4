import { isJsonObject } from '#common/json.ts';
import type { Report } from '../report.ts';
import { caseNames } from './case-names.ts';

/** How a red that is meant is accepted. */
export interface Accepting {
  /** The file, next to the config. */
  readonly path: string;
  /** What is written there. */
  readonly entries: string;
  /** What its owners do, and what stays red then; sentences after "Add this to PATH". */
  readonly then: string;
}

/** The entries that accept what a red is about; `null`: nobody can accept it. */
export function acceptingOf(report: Report): Accepting | null {
  const { verdict, policy, accepts, run } = report;
  if (verdict !== 'fail' || (isJsonObject(policy) && policy['accepts'] === false)) return null;
  const lines = meantBy(report).map((what) => `- {${what}, reason: "why it is intended", until: YYYY-MM-DD}`);
  if (lines.length === 0) return null;
  const folder = run.config_path.slice(0, run.config_path.lastIndexOf('/') + 1);
  const guards = report.reasons.filter(({ code, outcome }) => code === 'never_fail' && outcome === 'fail');
  const stays =
    guards.length === 0
      ? ''
      : ` It stays red after that too: ${caseNames(
          guards.flatMap(({ cases }) => cases),
          report,
        )} must never fail.`;
  const then = `, which its owners in CODEOWNERS then review. Until then the check stays red.${stays}`;
  return { path: accepts?.path ?? `${folder}agent-eval-accepts.yml`, entries: lines.join('\n'), then };
}

/** Cases that broke, else the pass rate that fell: without the cases it is tested again. */
function meantBy({ reasons, metrics }: Report): readonly string[] {
  const failed = reasons.filter(({ outcome }) => outcome === 'fail');
  const cases = failed.flatMap(({ code, cases: ids }) => (code === 'case_broken' ? ids : []));
  if (cases.length > 0) return cases.slice(0, MOST_ENTRIES).map((id) => `case: ${id}`);
  const change = metrics.find(({ metric }) => metric === 'pass_rate')?.change ?? null;
  const hasFallen = failed.some(({ code, tag }) => code === 'suite_drop' && tag === null);
  return hasFallen && change !== null
    ? [`metric: pass_rate, up_to: ${Math.ceil(Number((-100 * change).toFixed(6))) / 100}`]
    : [];
}

const MOST_ENTRIES = 10;
