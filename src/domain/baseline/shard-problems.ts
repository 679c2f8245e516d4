import { shardText } from '#domain/suite/shard.ts';
import type { CaseRecord, ResultsFile } from './results-file.ts';

/** Results of a shard under the number that its artifact has. */
export interface NumberedShard {
  readonly index: number;
  readonly results: ResultsFile;
}

/**
 * Why shards are not the parts of one run, a sentence each; empty when they are. All of them must be there, of the run that merges, of the
 * commit that it has checked out, with its config, agent and policy, and every case of its suite must have run in exactly one of them.
 *
 * @param whole the run that merges, without trials
 */
export function shardProblems(whole: ResultsFile, shards: readonly NumberedShard[]): readonly string[] {
  const [first] = shards;
  if (first === undefined) return ['no job of this run has stored results of a shard; run them with the input shard'];
  const foreign = shards.flatMap(({ index, results }) => foreignShard(whole, index, results));
  // What is not of this run says nothing about which of its parts are missing.
  if (foreign.length > 0) return foreign;
  const counts = [...new Set(shards.map(({ results }) => results.run.shard?.of ?? 0))];
  if (counts.length > 1)
    return [`the shards do not agree about how many they are: ${counts.join(' and ')}; run all of them again`];
  const missing = missingShards(shards, counts[0] ?? 0);
  return missing.length > 0 ? missing : [...otherLooks(first, shards), ...caseProblems(whole, shards)];
}

function foreignShard(whole: ResultsFile, index: number, results: ResultsFile): readonly string[] {
  const { shard } = results.run;
  if (shard === undefined || shard.index !== index)
    return [
      `the artifact of shard ${index} holds the results of ${shard === undefined ? 'no shard' : `shard ${shardText(shard)}`}`,
    ];
  const differing = FACTS.filter(([, read]) => read(results) !== read(whole)).map(([name]) => name);
  if (differing.length === 0) return [];
  const commit = results.commit.sha?.slice(0, 7) ?? 'an unknown commit';
  return [
    `shard ${shardText(shard)} (of ${commit}, attempt ${results.run.attempt}) differs from this job in ${differing.join(', ')}`,
  ];
}

/** What parts of one run have in common, and what it is called. */
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

function otherLooks(first: NumberedShard, shards: readonly NumberedShard[]): readonly string[] {
  const looks = ({ results }: NumberedShard) => results.looks.join(', ');
  return shards
    .filter((shard) => looks(shard) !== looks(first))
    .map(
      (shard) => `shard ${shard.index} ran ${looks(shard)} trials per case, shard ${first.index} ran ${looks(first)}`,
    );
}

function caseProblems(whole: ResultsFile, shards: readonly NumberedShard[]): readonly string[] {
  const wanted = new Map(whole.cases.map((item) => [item.id, item]));
  const ran = new Map<string, number>();
  const problems: string[] = [];
  for (const { index, results } of shards) {
    const strange = results.cases.filter((item) => !isSame(wanted.get(item.id), item)).map(({ id }) => id);
    const twice = results.cases.filter(({ id }) => ran.has(id)).map(({ id }) => id);
    if (strange.length > 0)
      problems.push(
        `shard ${index} ran ${listed(strange)} in another form than this checkout has; give all jobs one checkout and the same cases and tags`,
      );
    if (twice.length > 0) problems.push(`shard ${index} ran ${listed(twice)}, which another shard ran too`);
    for (const { id } of results.cases) ran.set(id, index);
  }
  const left = whole.cases.filter(({ id }) => !ran.has(id)).map(({ id }) => id);
  if (left.length > 0) problems.push(`no shard ran ${listed(left)}; give all jobs the same cases and tags`);
  return problems;
}

function isSame(own: CaseRecord | undefined, item: CaseRecord): boolean {
  return (
    own !== undefined &&
    own.input_hash === item.input_hash &&
    own.expect_hash === item.expect_hash &&
    own.grader_hash === item.grader_hash
  );
}

function listed(ids: readonly string[]): string {
  const more = ids.length > MOST_LISTED ? ` and ${ids.length - MOST_LISTED} more` : '';
  return `${ids.length === 1 ? 'the case' : 'the cases'} ${ids.slice(0, MOST_LISTED).join(', ')}${more}`;
}

const MOST_LISTED = 5;
