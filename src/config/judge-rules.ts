import type { Case } from '#cases/suite/case.ts';
import { criteriaOf } from '#cases/suite/criteria-of.ts';
import { listed } from '#common/words.ts';
import type { JudgeRules } from '#gate/decision/terms/judge-rules.ts';
import type { JudgeCalibration } from '#judge/calibration/calibration-file.ts';
import { errorOfJudge } from '#judge/calibration/error-of-judge.ts';
import { questionHash } from '#judge/question-hash.ts';
import type { Config, JudgeConfig } from './config.ts';

/** A calibration, `null` if there is none, or why it can't be used, a sentence part. */
export type KnownCalibration = JudgeCalibration | null | { readonly problem: string };

/** The config with what is known of its judge's errors on the criteria of some cases; without a judge as it is. */
export function withJudgeRules(config: Config, known: KnownCalibration, cases: readonly Case[]): Config {
  const { judge, gate } = config;
  return judge === null ? config : { ...config, gate: { ...gate, judge: rulesOf(judge, known, cases) } };
}

function rulesOf(judge: JudgeConfig, known: KnownCalibration, cases: readonly Case[]): JudgeRules {
  const common = {
    uncalibrated: judge.uncalibrated,
    ...(judge.audit !== null && { audit: { model: judge.audit.model } }),
  };
  if (known === null) return { ...common, criteria: {} };
  if ('problem' in known) return { ...common, criteria: {}, unusable: known.problem };
  const criteria: { [criterion: string]: JudgeRules['criteria'][string] } = {};
  const unknown = new Map<string, string>();
  for (const criterion of cases.flatMap(criteriaOf)) {
    const { id } = criterion;
    const calibration = errorOfJudge(known, { judge: known.judge, criterion: id, ask: questionHash(criterion) });
    if ('error' in calibration) criteria[id] = calibration.error;
    else unknown.set(id, calibration.uncalibrated);
  }
  // An id means one question; where it does not, its labels are of another one somewhere.
  for (const id of unknown.keys()) delete criteria[id];
  const unusable = unknown.size === 0 ? {} : { unusable: listed([...unknown.values()], 3, '; ') };
  return { ...common, of: known.judge, criteria, ...unusable };
}
