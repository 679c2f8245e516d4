import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyOf, type Folder, folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, endsOf, environmentOf, modelSuite, runModels } from '#test/support/model-suite.ts';
import { judging } from '#test/support/scripted-judge.ts';
import { ANSWER, type ScriptedCase, scriptedSuite, TRACE } from '#test/support/scripted-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

const SAYS = (text: string): ScriptedCase => ({ step: { answer: { ...ANSWER, output: text } } });
const WANTS = (text: string): ScriptedCase => ({ expect: { response: { contains: [text] } } });
const CASES = { refund: SAYS('all is well, 19.99'), greeting: SAYS('well met'), weather: SAYS('rain, as well') };

/** A run in which everything passes; then the expectations of two cases, and the input of one, become others. */
let played: Folder;
beforeAll(async () => {
  played = await folderWith(scriptedSuite(CASES));
  await played.cli(['run']);
  await played.write(
    scriptedSuite({
      refund: { ...CASES.refund, ...WANTS('29.99') },
      greeting: { ...CASES.greeting, ...WANTS('met') },
      weather: { ...CASES.weather, input: 'another question' },
    }),
  );
});
afterAll(() => played[Symbol.asyncDispose]());

const changed = () => copyOf(played);

describe('regrade', () => {
  test('grades stored trajectories by the expectations of today without running the agent, and says what moved', async () => {
    await using folder = await changed();
    const ran = await folder.read(TRACE);
    const { exitCode, stdout, stderr } = await folder.cli(['regrade', 'agent-eval-results']);
    expect(exitCode, stderr).toBe(3);
    expect(stdout).toMatchInlineSnapshot(`
      "Other grades (1)
        ↓ refund   2/2 → 0/2
            trial 1: passed → failed (response.contains: 0 of 1 phrase found; missing "29.99" in "all is well, 19.99")
            trial 2: passed → failed (response.contains: 0 of 1 phrase found; missing "29.99" in "all is well, 19.99")

      Not comparable: graded as before (1)
        ≠ weather  its input is another one in the config: the agent has to run again

      Graded 4 trials of 2 cases again: 100 % (4/4) passed before, 50 % (2/4) now
      "
    `);
    expect(stderr).toContain('Results: agent-eval-regraded');
    expect(await folder.read(TRACE)).toBe(ran);

    const [before, after] = [await folder.results(), await folder.results('agent-eval-regraded')];
    expect(await folder.outcomes('agent-eval-regraded')).toEqual({
      refund: 'failed failed',
      greeting: 'passed passed',
      weather: 'passed passed',
    });
    const hash = (of: typeof before, id: string) => of.cases.find((record) => record.id === id)?.expect_hash;
    expect(hash(after, 'refund')).not.toBe(hash(before, 'refund'));
    expect(hash(after, 'weather')).toBe(hash(before, 'weather'));
    // What it writes is a results folder like any other.
    const result = await folder.cli(['show', 'refund', '--output', 'agent-eval-regraded']);
    expect(result.stdout).toContain('29.99');
  });

  test('grades a case all or not at all, and refuses its own results as output', async () => {
    await using folder = await changed();
    const path = join(folder.path, 'agent-eval-results/trajectories.jsonl');
    const lines = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, lines.filter((line) => !line.includes('"refund#2"')).join('\n'));
    const partly = await folder.cli(['regrade', 'agent-eval-results/results.json', '--json']);
    expect(partly.exitCode).toBe(3);
    const { cases } = JSON.parse(partly.stdout);
    expect(cases.map(({ id, problem }: { id: string; problem: string | null }) => [id, problem])).toEqual([
      ['refund', '1 of its 2 trajectories is not among those stored'],
      ['greeting', null],
      ['weather', 'its input is another one in the config: the agent has to run again'],
    ]);
    const same = await folder.cli(['regrade', 'agent-eval-results', '--output', 'agent-eval-results']);
    expect(same.exitCode).toBe(2);
    expect(same.stderr).toContain('holds the results to be graded; name another folder with --output');
  });

  test('pays judge and embeddings from one purse: what one has spent, the other can not spend again', async () => {
    await using server = await startModelServer(judging(() => ({ evidence: 'all is well', verdict: 'met' })));
    const similar = { to: 'all is well', embedding: { min: 0.9 } };
    const expected = { response: { similar }, judge: [{ id: 'polite', ask: 'Is the answer polite?' }] };
    const graders = {
      embedding: { openai: { model: 'text-embedding-3-small' } },
      judge: { openai: { model: 'judge-1' } },
    };
    await using folder = await folderWith(modelSuite(BUILT_IN, { one: { expect: expected } }, graders));
    expect(endsOf(await runModels(folder, server))).toEqual(['passed']);
    const regrade = async (...flags: readonly string[]) => {
      const before = server.requests.length;
      const run = await folder.cli(['regrade', 'agent-eval-results', ...flags], { env: environmentOf(server) });
      return { ...run, asked: server.requests.slice(before).map(({ path }) => path.split('/').at(-1)) };
    };
    const free = await regrade();
    expect(free).toExit(0);
    expect(free.asked.toSorted()).toEqual(['completions', 'embeddings']);
    const capped = await regrade('--max-tokens', '1');
    expect(capped).toExit(3);
    expect(capped.asked).toHaveLength(1);
    expect(capped.stdout).toContain('max-tokens 1 is reached');
  });
});
