import { listed } from '#common/words.ts';
import type { ProviderIncident } from '#trials/trial/provider-incident.ts';

/** An incident of the provider, where it was seen. */
export function incidentWords({ rounds, calls, refused, late }: ProviderIncident, side: 'change' | 'main'): string {
  const how = [
    ...refused.map(({ status, calls: some }) =>
      status === null ? `${some} of ${calls} not at all` : `${some} of ${calls} calls with ${status}`,
    ),
    ...(late === 0 ? [] : [`${late} of ${calls} only when they were sent again`]),
  ];
  const where = rounds.length === 1 ? `round ${rounds[0]}` : `rounds ${listed(spans(rounds), 10)}`;
  return `the provider answered ${how.join(', ')} in ${where} of ${side === 'change' ? 'this change' : 'the base commit'}`;
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
