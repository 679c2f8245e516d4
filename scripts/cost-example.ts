/**
 * Prints what a run costs, for the README's example or for your own figures. Run with:
 * npm run cost-example -- --cases 50 --input 6000 --output 600 --input-price 0.25 --output-price 2
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** Tokens of a trial, US dollars per million tokens. */
interface Example {
  readonly cases: number;
  readonly input: number;
  readonly output: number;
  readonly 'input-price': number;
  readonly 'output-price': number;
}

/** The example of the README. */
export const EXAMPLE: Example = { cases: 50, input: 6000, output: 600, 'input-price': 0.25, 'output-price': 2 };

/** Trials per case of main with the default plan. */
const MAIN_TRIALS = 5;

/** Two sentences. The trials of a pull request are those that `bench:gate` measured, as docs/decision.md has them. */
export function costExample(example: Example): string {
  const perTrial = (example.input * example['input-price'] + example.output * example['output-price']) / 1e6;
  const cost = (trials: number) => `$${(example.cases * trials * perTrial).toFixed(2)}`;
  const measured = measuredTrials();
  return [
    `a pull request that changes nothing takes about ${measured} trials per case and costs ${cost(measured)}`,
    `a run of main takes ${MAIN_TRIALS} and costs ${cost(MAIN_TRIALS)}`,
  ].join('; ');
}

function measuredTrials(): number {
  const text = readFileSync(join(import.meta.dirname, '../docs/decision.md'), 'utf8');
  const [, trials] = /^\| P8: mean trials of 10, unchanged \| ([\d.]+) /m.exec(text) ?? [];
  if (trials === undefined) throw new Error('docs/decision.md has no row "P8: mean trials of 10, unchanged"');
  return Number(trials);
}

if (import.meta.main) {
  const options = Object.fromEntries(Object.keys(EXAMPLE).map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ options });
  const own = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
  console.log(costExample({ ...EXAMPLE, ...own }));
}
