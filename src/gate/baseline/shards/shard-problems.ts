import { shardText } from '#cases/suite/selection/shard.ts';
import { listed, shortSha } from '#common/words.ts';
import { isSameCase } from '#gate/baseline/pairing/pair-cases.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';

/** Results of a shard with the number of its artifact. */
export interface NumberedShard {
  readonly index: number;
  readonly results: ResultsFile;
}

/**
 * Why shards are not the parts of one run, a sentence each; empty if they are. All of them must be there. Each must belong to the
 * merging run and to its checked-out commit, with its config, agent and policy. Every case of the suite must have run in exactly
 * one shard, as often as the whole run plans.
 *
 * @param whole the merging run, without trials: one look, the number of trials of a case that sets none itself; or the looks of a
 * run whose fresh   trials decide
 */
export function shardProblems(whole: ResultsFile, shards: readonly NumberedShard[]): readonly string[] {
  const [first] = shards;
  if (first === undefined)
    return ['no job of this run stored the results of a shard; run the jobs with the input shard'];
  const foreign = shards.flatMap(({ index, results }) => foreignShard(whole, index, results));
  // A shard of another run says nothing about which parts of this one are missing.
  if (foreign.length > 0) return foreign;
  const counts = [...new Set(shards.map(({ results }) => results.run.shard?.of ?? 0))];
  if (counts.length > 1)
    return [`the shards do not agree on how many there are: ${counts.join(' and ')}; run all of them again`];
  const missing = missingShards(shards, counts[0] ?? 0);
  return missing.length > 0 ? missing : [...caseProblems(whole, shards), ...planProblems(whole, shards)];
}

function foreignShard(whole: ResultsFile, index: number, results: ResultsFile): readonly string[] {
  const { shard } = results.run;
  if (shard === undefined || shard.index !== index)
    return [
      `the artifact of shard ${index} holds the results of ${shard === undefined ? 'no shard' : `shard ${shardText(shard)}`}`,
    ];
  const differing = FACTS.filter(([, read]) => read(results) !== read(whole)).map(([name]) => name);
  if (differing.length === 0) return [];
  const commit = results.commit.sha === null ? 'an unknown commit' : shortSha(results.commit.sha);
  return [
    `shard ${shardText(shard)} (of ${commit}, attempt ${results.run.attempt}) differs from this job in ${differing.join(', ')}`,
  ];
}

/** What parts of one run have in common, and its name. */
const FACTS: readonly (readonly [name: string, read: (results: ResultsFile) => unknown])[] = [
  ['run', ({ run }) => run.id],
  ['key', ({ run }) => run.key],
  ['side', ({ run }) => run.side],
  ['commit', ({ commit }) => commit.sha],
  ['config', ({ config }) => config.hash],
  ['conditions', ({ agent }) => agent.key],
  ['agent', ({ agent }) => `${agent.kind} ${agent.treatment_hash}`],
  ['policy', ({ policy }) => policy.hash],
  ['version of this tool', ({ hash_version, metrics_version }) => `${hash_version} ${metrics_version}`],
];

function missingShards(shards: readonly NumberedShard[], of: number): readonly string[] {
  const there = new Set(shards.map(({ index }) => index));
  const missing = Array.from({ length: of }, (_, position) => position + 1).filter((index) => !there.has(index));
  return missing.map(
    (index) => `shard ${shardText({ index, of })} is missing: its job stored no results; run the failed jobs again`,
  );
}

function caseProblems(whole: ResultsFile, shards: readonly NumberedShard[]): readonly string[] {
  const wholeCases = new Map(whole.cases.map((item) => [item.id, item]));
  const ran = new Map<string, number>();
  const problems: string[] = [];
  for (const { index, results } of shards) {
    const strange = results.cases.filter((item) => !isSame(wholeCases.get(item.id), item)).map(({ id }) => id);
    const twice = results.cases.filter(({ id }) => ran.has(id)).map(({ id }) => id);
    if (strange.length > 0)
      problems.push(
        `shard ${index} ran ${theCases(strange)} in a version that differs from this checkout; give all jobs the same checkout, cases and tags`,
      );
    if (twice.length > 0) problems.push(`shard ${index} ran ${theCases(twice)}, which another shard ran too`);
    for (const { id } of results.cases) ran.set(id, index);
  }
  const left = whole.cases.filter(({ id }) => !ran.has(id)).map(({ id }) => id);
  if (left.length > 0) problems.push(`no shard ran ${theCases(left)}; give all jobs the same cases and tags`);
  return problems;
}

/** A shard's own plan does not count: if it had planned less, nothing would seem missing. */
function planProblems(whole: ResultsFile, shards: readonly NumberedShard[]): readonly string[] {
  const own = new Map(whole.cases.map((item) => [item.id, item]));
  return shards.flatMap(({ index, results }) => {
    const look = lastOf(results);
    if (whole.again !== undefined) return againProblems(whole, index, results);
    if (!fits(look, lastOf(whole), whole, results))
      return [
        `shard ${index} planned ${look} trials per case, this job plans ${lastOf(whole)}; give all jobs the same config and the same input trials, and run all of them again`,
      ];
    const strange = results.cases.filter(({ id, planned_trials: planned }) => {
      const item = own.get(id);
      return item !== undefined && !fits(planned, item.fixed_trials ? item.planned_trials : look, whole, results);
    });
    if (strange.length === 0) return [];
    const ids = strange.map(({ id }) => id);
    return [
      `shard ${index} planned a different number of trials of ${theCases(ids)} than this job; run all jobs again`,
    ];
  });
}

/** A run that went look by look, which may have left out later looks that its budget could not pay. */
function againProblems({ looks, again, cases }: ResultsFile, index: number, shard: ResultsFile): readonly string[] {
  const isSame = shard.looks.every((look, i) => look === looks[i]) && shard.again?.join() === again?.join();
  const own = new Map(cases.map((item) => [item.id, item]));
  const isPlanned = ({ id, planned_trials: planned, fixed_trials: fixed }: CaseRecord) =>
    fixed ? planned === own.get(id)?.planned_trials : shard.looks.includes(planned);
  if (isSame && shard.cases.every(isPlanned)) return [];
  return [
    `shard ${index} planned other trials than this job; give all jobs the same config and the same input trials, and run all of them again`,
  ];
}

/** Stored answers may be fewer than planned, and trials added to those of an earlier run may be more. */
function fits(planned: number, target: number, { agent }: ResultsFile, { appended, cases }: ResultsFile): boolean {
  if (planned === target) return true;
  if (planned > target) return appended;
  // Replayed answers are no evidence, so missing ones can't make anything pass.
  return agent.kind === 'recorded' || cases.some(({ trials }) => trials.some(({ source }) => source === 'replayed'));
}

function lastOf({ looks }: ResultsFile): number {
  return looks.at(-1) ?? 1;
}

function isSame(own: CaseRecord | undefined, item: CaseRecord): boolean {
  return own !== undefined && isSameCase(own, item);
}

function theCases(ids: readonly string[]): string {
  return `${ids.length === 1 ? 'the case' : 'the cases'} ${listed(ids, MOST_LISTED)}`;
}

const MOST_LISTED = 5;
