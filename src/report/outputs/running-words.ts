import { dollars, duration, plural } from '#common/words.ts';

/** What a run may still take, from the least to the most; `null`: unknown. */
export interface RunExpectation {
  readonly trials: number;
  readonly duration_ms: Range;
  readonly cost_usd: Range | null;
}

/** The least and the most. */
type Range = readonly [least: number, most: number];

/** How far a run is. */
interface RunningState {
  readonly done: number;
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly cost_usd: number | null;
}

/** What a check run says while its run goes on. `left_ms`: `null`, unknown. */
export function runningCheck(
  state: RunningState,
  left_ms: number | null,
): { readonly title: string; readonly summary: string } {
  const { done, total, passed, failed, errors, cost_usd: cost } = state;
  const left = left_ms === null ? '' : `, about ${duration(left_ms)} left`;
  const counts = [`${passed} passed`, `${failed} failed`, ...(errors > 0 ? [plural(errors, 'error')] : [])];
  const spent = cost === null ? '' : ` ${dollars(cost)} spent so far.`;
  return {
    title: `running: ${done} of ${plural(total, 'trial')}${left}`,
    summary: `${counts.join(', ')}.${spent} The verdict takes the place of this.`,
  };
}

/** What the comment says of a run that takes long, until its verdict: a few words, and Markdown. `url`: of the run. */
export function runningComment(
  { trials, duration_ms: times, cost_usd: costs }: RunExpectation,
  url: string,
): { readonly words: string; readonly body: string } {
  const cost = costs === null ? '' : ` and ${rangeText(costs, dollars)}`;
  const takes = `${plural(trials, 'trial')}, expected to take ${rangeText(times, duration)}${cost}`;
  return {
    words: `running: ${takes}`,
    body: `### ⏳ Agent eval is running\n\n${takes}. [The run](${url}) shows how far it is; its verdict takes the place of this.`,
  };
}

function rangeText([least, most]: Range, text: (value: number) => string): string {
  return text(least) === text(most) ? `about ${text(most)}` : `about ${text(least)} to ${text(most)}`;
}
