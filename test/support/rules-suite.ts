import type { WorkspaceFiles } from '../testing/github/workspace.ts';
import { json } from './scripted-suite.ts';

/** An agent that minds a rule of its prompt in 92 of 100 trials where it has it, and in 12 where it has not; in the first two stories in all and none. */
const AGENT = `import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const prompt = readFileSync('prompt.md', 'utf8');
const USAGE = { input_tokens: 90, output_tokens: 10, cost_usd: 0.01 };
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type !== 'turn') continue;
  const chance = createHash('sha256').update(STORY + prompt + turn.id + turn.seed).digest()[0] / 256;
  const [where, not] = STORY < 2 ? [1, 0] : [0.92, 0.12];
  const minds = chance < (prompt.includes(turn.input) ? where : not);
  process.stdout.write(JSON.stringify({ id: turn.id, output: minds ? 'well' : 'no', tool_calls: [], usage: USAGE }) + '\\n');
}
`;

/** Lines of the prompt; each is the input of a case, which passes where the line is there. */
export const RULES = ['greet', 'menu', 'price', 'dish', 'injection', 'end'].map((rule) => `mind the ${rule}`);

/** A suite with a prompt. */
export function rulesSuite(
  rules: readonly string[],
  config: object = {},
  story = 0,
  more: WorkspaceFiles = {},
): WorkspaceFiles {
  const cases = RULES.map((rule, at) => ({
    id: `rule-${at}`,
    input: rule,
    expect: { response: { contains: ['well'] } },
  }));
  return {
    'agent-eval.yml': json({
      version: 1,
      agent: { command: ['node', 'agent.mjs'] },
      cases: ['evals/*.yml'],
      trials: 5,
      ...config,
    }),
    'evals/cases.yml': json({ cases }),
    'agent.mjs': `const STORY = ${story};\n${AGENT}`,
    'prompt.md': `${rules.join('\n')}\nThat is all.\n`,
    'tools.txt': 'one\ntwo\nthree\n',
    ...more,
  };
}

/** The prompt in which rules are lost, and every other line is changed. */
export function changedRules(...lost: readonly number[]): readonly string[] {
  return RULES.map((rule, at) => (lost.includes(at) ? 'say nothing' : `${rule}, as ever`));
}
/** Further changes that break nothing. */
export const NOISE = { 'tools.txt': 'uno\ndue\ntre\n', 'README.md': 'changed\n', 'notes/more.txt': 'new\n' };
