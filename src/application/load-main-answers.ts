import type { BaselineLookup, StoredRun } from '#domain/baseline/baseline-lookup.ts';
import { isSameCase } from '#domain/baseline/pairing/pair-cases.ts';
import { poolRuns } from '#domain/baseline/pool/pool.ts';
import { caseFacts } from '#domain/baseline/results/case-facts.ts';
import { evidence } from '#domain/baseline/results/evidence.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { errorMessage } from '#domain/error-message.ts';
import { parseAnswers } from '#domain/trial/parse-answers.ts';
import { plural, shortSha } from '#domain/words.ts';
import type { BaselineStore, MainAnswers } from './ports.ts';

/** Runs of main whose answers are read: with five trials each, they are as many as a case gets. */
const MOST_RUNS = 2;

/**
 * Reads the answers of main's nearest runs, so that the trials of unchanged cases are served them: trial by trial, the nearest run first.
 *
 * @param today `created_at` of the run that is compared with them
 * @returns what was read, a sentence each
 */
export async function loadMainAnswers(
  answers: MainAnswers,
  baseline: BaselineLookup,
  suite: Pick<LoadedSuite, 'cases' | 'config' | 'grader_hashes' | 'conditions'>,
  { store, today }: { readonly store: Pick<BaselineStore, 'answers'>; readonly today: string },
): Promise<readonly string[]> {
  if (baseline.kind === 'none' || store.answers === undefined) return [];
  const pooled = new Set(
    poolRuns(
      baseline.runs.map(({ results }) => results),
      today,
    ).runs,
  );
  const runs = baseline.runs.filter(
    ({ results }) => pooled.has(results) && results.agent.key === suite.conditions.hash,
  );
  const served = new Map<
    string,
    Parameters<MainAnswers['serve']>[0] extends ReadonlyMap<string, infer List> ? List : never
  >();
  const notes: string[] = [];
  for (const run of runs.slice(0, MOST_RUNS)) {
    try {
      for (const [id, list] of await answersOf(run, suite, store.answers(run)))
        served.set(id, [...(served.get(id) ?? []), ...list]);
    } catch (error) {
      notes.push(`The answers of the run of ${shortSha(run.sha ?? '')} are not reused: they ${errorMessage(error)}`);
    }
  }
  answers.serve(served);
  const trials = [...served.values()].reduce((sum, list) => sum + list.length, 0);
  return trials === 0
    ? notes
    : [
        ...notes,
        `Main's answers in ${plural(trials, 'trial')} are served until a request differs: this takes equal requests to have equally distributed answers.`,
      ];
}

async function answersOf(
  { results }: StoredRun,
  suite: Pick<LoadedSuite, 'cases' | 'config' | 'grader_hashes'>,
  lines: AsyncIterable<string>,
) {
  const stored = new Map(results.cases.map((record) => [record.id, record]));
  const wanted = new Map(
    suite.cases.flatMap((evalCase) => {
      const record = stored.get(evalCase.id);
      const isSame = record !== undefined && isSameCase(caseFacts(evalCase, suite), record);
      return isSame ? [[evalCase.id, new Set(evidence(record).map(({ index }) => index))]] : [];
    }),
  );
  const found = new Map<
    string,
    (NonNullable<ReturnType<typeof parseAnswers>> & { readonly run_id: string | null })[]
  >();
  for await (const line of lines) {
    const answers = parseAnswers(line);
    if (answers === null || wanted.get(answers.case_id)?.has(answers.trial) !== true) continue;
    const list = found.get(answers.case_id) ?? [];
    found.set(
      answers.case_id,
      [...list, { ...answers, run_id: results.run.id }].sort((one, other) => one.trial - other.trial),
    );
  }
  return found;
}
