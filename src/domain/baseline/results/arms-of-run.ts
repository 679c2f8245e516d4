import type { ArmsOfRun, OtherArm, ResultsFile } from './results-file.ts';

/** An arm as the run of the same suite that it is. */
export function asRun({ cases, models, treatment_hash }: OtherArm, run: ResultsFile): ResultsFile {
  const { arms: _, ...own } = run;
  const trials = new Map(cases.map((item) => [item.id, item.trials]));
  return {
    ...own,
    agent: { ...own.agent, models, treatment_hash },
    cases: own.cases.map((item) => ({ ...item, trials: trials.get(item.id) ?? [] })),
  };
}

/** The arms of several parts of a run; an arm could run if it could in one of them. */
export function uniteArms(parts: readonly ResultsFile[]): ArmsOfRun | null {
  const known = parts.flatMap(({ arms }) => arms ?? []);
  const [first] = known;
  if (first === undefined) return null;
  const others = first.others.map(({ name }) => {
    const same = known.flatMap((arms) => arms.others.filter((other) => other.name === name));
    const [one = null] = same;
    const ran = same.some(({ problem }) => problem === null);
    return {
      name,
      problem: ran ? null : (one?.problem ?? null),
      treatment_hash: one?.treatment_hash ?? '',
      models: [...new Set(same.flatMap(({ models }) => models))].sort(),
      cases: same.flatMap(({ cases }) => cases),
    };
  });
  return { own: first.own, others };
}
