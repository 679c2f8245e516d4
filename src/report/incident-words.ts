import { listed, shortSha } from '#common/words.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { ProviderIncident } from '#trials/trial/provider-incident.ts';

/** What each side's provider did, a sentence part each: of the run, of main's fresh trials, and of the runs of main that it is compared with. */
export function incidentNotes(
  results: ResultsFile,
  confirmation: ResultsFile | null | undefined,
  baseline: BaselineLookup,
): readonly string[] {
  const runs = baseline.kind === 'none' ? [] : baseline.runs;
  const isMain = results.run.side === 'baseline';
  return [
    [results, isMain ? 'this run' : 'this change'] as const,
    ...(confirmation ? [[confirmation, 'the base commit'] as const] : []),
    ...(isMain
      ? []
      : runs.map(
          (run) => [run.results, run.sha === null ? 'a stored run' : `the stored run of ${shortSha(run.sha)}`] as const,
        )),
  ].flatMap(([{ incident }, where]) => (incident === undefined ? [] : [incidentWords(incident, where)]));
}

/** An incident of the provider, where it was seen. */
export function incidentWords({ rounds, calls, refused, late }: ProviderIncident, of: string): string {
  const how = [
    ...refused.map(({ status, calls: some }) =>
      status === null ? `${some} of ${calls} not at all` : `${some} of ${calls} calls with ${status}`,
    ),
    ...(late === 0 ? [] : [`${late} of ${calls} only when they were sent again`]),
  ];
  const where = rounds.length === 1 ? `round ${rounds[0]}` : `rounds ${listed(spans(rounds), 10)}`;
  return `the provider answered ${how.join(', ')} in ${where} of ${of}`;
}

/** `1, 2, 3, 5` → `1 to 3`, `5`. */
function spans(rounds: readonly number[]): readonly string[] {
  const starts = rounds.filter((round) => !rounds.includes(round - 1));
  return starts.map((start) => {
    let end = start;
    while (rounds.includes(end + 1)) end += 1;
    return start === end ? `${start}` : `${start} to ${end}`;
  });
}
