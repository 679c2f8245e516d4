import type { Usage } from '#domain/trial/trajectory.ts';

/** Sum over turns. A count that one turn did not report is `null`, and so is everything without any turn or with an unreporting one. */
export function sumUsage(usages: readonly (Usage | null)[]): Usage | null {
  const reported = usages.filter((usage) => usage !== null).map(withTotal);
  if (reported.length === 0 || reported.length < usages.length) return null;
  return {
    input_tokens: sum(reported, 'input_tokens'),
    output_tokens: sum(reported, 'output_tokens'),
    total_tokens: sum(reported, 'total_tokens'),
    cost_usd: sum(reported, 'cost_usd'),
    estimated: reported.some(({ estimated }) => estimated),
  };
}

/** Usage of one turn with its total filled in when both parts are there. */
export function totalledUsage(usage: Usage | null): Usage | null {
  return usage === null ? null : withTotal(usage);
}

function withTotal(usage: Usage): Usage {
  const { input_tokens: input, output_tokens: output, total_tokens: total } = usage;
  return { ...usage, total_tokens: total ?? (input === null || output === null ? null : input + output) };
}

function sum(
  usages: readonly Usage[],
  key: 'input_tokens' | 'output_tokens' | 'total_tokens' | 'cost_usd',
): number | null {
  return usages.reduce<number | null>((total, usage) => {
    const count = usage[key];
    return total === null || count === null ? null : total + count;
  }, 0);
}
