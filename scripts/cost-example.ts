// npm run cost-example: a contributor runs it when prices or the example of docs/ change.
/**
 * Prints what a typical month costs, for the README's example or for your own figures. Run with:
 * npm run cost-example -- --cases 50 --input 6000 --output 600 --input-price 0.75 --output-price 4.5 --pulls 120 --mains 60
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EXAMPLE_MODELS } from '#common/example-models.ts';

/** A month. Tokens of a trial, US dollars per million tokens, runs of the month, and what its changes reach. */
interface Example {
  readonly cases: number;
  readonly input: number;
  readonly output: number;
  readonly 'input-price': number;
  readonly 'output-price': number;
  /** Runs of pull requests. */
  readonly pulls: number;
  /** Runs of main. */
  readonly mains: number;
  /** Share of those of pull requests that reach no case, and of those that reach a part of them. */
  readonly none: number;
  readonly some: number;
  /** How large that part is. */
  readonly part: number;
}

/** The example of the README. */
export const EXAMPLE: Example = {
  cases: 50,
  input: 6000,
  output: 600,
  'input-price': EXAMPLE_MODELS.openai.input,
  'output-price': EXAMPLE_MODELS.openai.output,
  pulls: 120,
  mains: 60,
  none: 0.35,
  some: 0.4,
  part: 0.3,
};

/** Trials per case of main with the default plan. */
const MAIN_TRIALS = 5;

/**
 * A table of a month, before and after pull requests run only what they can reach. The trials per case of an unchanged pull
 * request are those that `bench:gate` measured, as docs/decision.md has them; main runs everything in both.
 */
export function costExample(example: Example): string {
  const { cases, pulls, mains, none, some, part } = example;
  const perTrial = (example.input * example['input-price'] + example.output * example['output-price']) / 1e6;
  const perCase = measuredTrials();
  const reached = some * part + (1 - none - some);
  const row = (name: string, share: number) => {
    const trials = [pulls * cases * perCase * share, mains * cases * MAIN_TRIALS].map(Math.round);
    const costs = trials.map((count) => `${count.toLocaleString('en-US')} trials, $${(count * perTrial).toFixed(2)}`);
    const total = trials.reduce((sum, count) => sum + count, 0) * perTrial;
    return `| ${[name, ...costs, `$${total.toFixed(2)}`].join(' | ')} |`;
  };
  return [
    '| a month | pull requests | main | together |',
    '|---|---|---|---|',
    row('every case on every run', 1),
    row('`covers` and `ignores` written', reached),
  ].join('\n');
}

/** Looks and fresh trials of both sides together, per case, at fifty cases. */
function measuredTrials(): number {
  const text = readFileSync(join(import.meta.dirname, '../docs/decision.md'), 'utf8');
  const [, looks, fresh] = /^\| 50 \| [^|]* \| ([\d.]+) \+ ([\d.]+) \|/m.exec(text) ?? [];
  if (looks === undefined || fresh === undefined) throw new Error('docs/decision.md has no row of 50 cases');
  return Number(looks) + Number(fresh);
}

if (import.meta.main) {
  const options = Object.fromEntries(Object.keys(EXAMPLE).map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ options });
  const own = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
  console.log(costExample({ ...EXAMPLE, ...own }));
}
