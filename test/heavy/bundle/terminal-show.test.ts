import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyOf, type Folder, folderWith } from '#test/support/cli-folder.ts';
import { ownRunner } from '#test/support/own-runner.ts';
import { ANSWER, type ScriptedCase, scriptedSuite, TRACE } from '#test/support/scripted-suite.ts';

const LOOKUP = { name: 'lookup_order', arguments: { order_id: 'A1' }, status: 'ok', result: { total: 39.99 } };
const refund = (amount: number) => ({ name: 'issue_refund', arguments: { amount }, status: 'ok', result: 'done' });
const EXPECT = {
  expect: {
    tools: {
      calls: [
        { name: 'lookup_order', args: { order_id: 'A1' } },
        { name: 'issue_refund', args: { amount: 19.99 } },
      ],
    },
    response: { contains: ['well'] },
  },
};
const RIGHT = { ...EXPECT, step: { answer: { ...ANSWER, tool_calls: [LOOKUP, refund(19.99)] } } };
const WRONG = {
  ...EXPECT,
  step: { answer: { ...ANSWER, output: 'all is well 全額\u001b[2J\u202E 🎉', tool_calls: [LOOKUP, refund(39.99)] } },
};

/** A folder with a run of main in `main/`, and a run here that breaks one of three cases. */
let played: Folder;
beforeAll(async () => {
  played = await folderWith(scriptedSuite({ refund: RIGHT, greeting: {}, 'small/talk': {} }));
  await played.cli(['run', '--output', 'main']);
  await played.write(scriptedSuite({ refund: WRONG, greeting: {}, 'small/talk': {} }));
  await played.cli(['run', '--baseline', 'main']);
});
afterAll(() => played[Symbol.asyncDispose]());

const broken = () => copyOf(played);

describe('show', () => {
  test('puts the failed trial beside the one of main that is most like it, and marks the first different call', async () => {
    await using folder = await broken();
    const result = await folder.cli(['show', 'refund', '--baseline', 'main']);
    expect(result).toExit(0);
    expect(result.stdout).toMatch(/^main {2}●● {2}2\/2 passed\nhere {2}○○ {2}0\/2 passed$/m);
    expect(result.stdout).toContain('trial 1 (failed), next to trial 1 (passed) on main');
    expect(result.stdout).toMatch(/^ {4}lookup_order \{"order_id":"A1"\} +lookup_order \{"order_id":"A1"\}$/m);
    expect(result.stdout).toMatch(/^▸ ≠ issue_refund \{"amount":19\.99\} +issue_refund \{"amount":39\.99\}$/m);
    expect(result.stdout).toMatch(/✗ tools\.args: .*amount: expected 19\.99, got 39\.99/);
    expect(result.stdout).toContain('other trials: --trial 2');
    expect(result.stdout).toMatch(/which line broke it: .* which refund --against main/);
    expect(result.stdout).not.toMatch(/[\u001b\u202E]/);
    const second = await folder.cli(['show', 'refund', '--trial', '2', '--baseline', 'main']);
    expect(second.stdout).toContain('trial 2 (failed), next to');
  });

  test('says that a case is accepted or in quarantine, and why', async () => {
    await using folder = await broken();
    const entry = { case: 'refund', reason: 'refunds are whole now', until: '2999-12-31' };
    await folder.write({ 'agent-eval-accepts.yml': JSON.stringify([entry]) });
    await folder.cli(['run', '--baseline', 'main']);
    const shown = (await folder.cli(['show', 'refund', '--baseline', 'main'])).stdout;
    expect(shown).toMatch(/^accepted until 2999-12-31, so its failures decide nothing: refunds are whole now$/m);
    expect(shown).not.toContain('which line broke it');
    await folder.write({
      ...scriptedSuite({ refund: WRONG, greeting: {}, 'small/talk': {} }, { quarantine: [entry] }),
      'agent-eval-accepts.yml': '[]',
    });
    await folder.cli(['run', '--baseline', 'main']);
    const again = (await folder.cli(['show', 'refund', '--baseline', 'main'])).stdout;
    expect(again).toMatch(/^in quarantine until 2999-12-31, so its failures decide nothing: refunds are whole now$/m);
  });

  test('puts a broken trial beside one of main that passed, though main once slipped in the same way', async () => {
    const files = scriptedSuite({ refund: WRONG });
    const agent = String(files['agent.mjs']).replace(
      'script[turn.case_id]',
      "(script[turn.case_id + '#' + turn.trial] ?? script[turn.case_id])",
    );
    const script = JSON.stringify({ refund: WRONG.step, 'refund#2': RIGHT.step });
    await using folder = await folderWith({ ...files, 'agent.mjs': agent, 'script.json': script });
    await folder.cli(['run', '--output', 'main']);
    await folder.write({ 'script.json': JSON.stringify({ refund: WRONG.step }) });
    await folder.cli(['run', '--baseline', 'main']);
    const result = await folder.cli(['show', 'refund', '--baseline', 'main']);
    expect(result.stdout).toMatch(/^main {2}○● {2}1\/2 passed$/m);
    expect(result.stdout).toContain('trial 1 (failed), next to trial 2 (passed) on main');
    expect(result.stdout).toMatch(/^▸ ≠ issue_refund \{"amount":19\.99\} +issue_refund \{"amount":39\.99\}$/m);
  });

  test('refuses what it does not have with what there is', async () => {
    await using folder = await broken();
    for (const [args, why] of [
      [['show', 'refunds'], /no case "refunds" is in the last results; did you mean refund\?/],
      [['show', 'talk'], /did you mean small\/talk\?/],
      [['show', 'zzzzzzzzzzzz'], /no case "zzzzzzzzzzzz" is in the last results$/m],
      [['show', 'refund', '--trial', '9'], /case refund has no trial 9; it has 1, 2/],
      [['show', 'refund', '--output', 'nowhere'], /nowhere holds no results; .* run" makes them/],
      [['show', 'refund', '--baseline', 'gone'], /the file gone does not exist/],
    ] as const) {
      const result = await folder.cli(args);
      expect([result.exitCode, result.stdout], args.join(' ')).toEqual([2, '']);
      expect(result.stderr).toMatch(why);
    }
  });

  test('says what is missing: a baseline, trajectories, the rest of one', async () => {
    await using folder = await folderWith(scriptedSuite({ refund: WRONG }));
    await folder.cli(['run', '--trajectories', 'none']);
    const bare = await folder.cli(['show', 'refund']);
    expect(bare.stdout).toMatch(/^here {2}○○ {2}0\/2 passed$/m);
    expect(bare.stdout).toContain('the trajectory of this trial: not at hand: they are not stored next to it');
    expect(bare.stdout).toContain('nothing to compare with: the last run kept no results of main');
    expect(bare.stdout).toMatch(/✗ tools\.args: /);

    const long = { answer: { ...ANSWER, output: 'x'.repeat(300_000) } };
    await folder.write(scriptedSuite({ refund: { ...EXPECT, step: long } }));
    await folder.cli(['run']);
    const cut = await folder.cli(['show', 'refund']);
    expect(cut.stdout).toMatch(/the trajectory has \d+ bytes, at most \d+ are stored/);
  });
});

describe('run --failed', () => {
  test('runs what did not pass, leaves the whole run as it is, and forgets what passes again', async () => {
    await using folder = await broken();
    const whole = await folder.read('agent-eval-results/results.json');
    const again = await folder.cli(['run', '--failed', '--baseline', 'main']);
    expect(again.stdout).toMatch(/\n[A-Z]+ {2}refund still fails \(0 of \d+\)\n/);
    expect(again.stderr).toContain('Running the 1 case that did not pass last time: refund');
    expect(await folder.read('agent-eval-results/results.json')).toBe(whole);
    const part = JSON.parse(await folder.read('agent-eval-results/failed/results.json'));
    expect(part.cases.map(({ id }: { id: string }) => id)).toEqual(['refund']);
    expect((await folder.cli(['show', 'refund'])).stdout).toContain(
      'this is from the last run in agent-eval-results/failed/',
    );

    await folder.write(scriptedSuite({ refund: RIGHT, greeting: {}, 'small/talk': {} }));
    const mended = await folder.cli(['run', '--failed']);
    expect(mended.stderr).toContain('Running the 1 case');
    expect(mended.stdout).toMatch(/\nrefund passes now \((\d+) of \1\)\nOnly what failed last time ran; /);
    const trace = await folder.read(TRACE);
    const none = await folder.cli(['run', '--failed']);
    expect([none.exitCode, none.stdout]).toEqual([0, '']);
    expect(none.stderr).toContain('Nothing failed last time: there is nothing to run');
    expect(await folder.read(TRACE), 'and nothing was run').toBe(trace);
  });

  test('skips each bound that its selection leaves empty, and says so; one that its cases are about stays open', async () => {
    const gate = {
      metrics: { parameter_accuracy: { min: 0.5 }, phrase_recall: { min: 0.5 }, mean_cost_usd: { max: 1 } },
      tags: { money: { pass_rate: { min: 0.9 }, tool_recall: { min: 0.9 } }, talk: { pass_rate: { min: 0.5 } } },
    };
    const asks = { tags: ['talk'], expect: { response: { contains: ['well'] } } };
    const wrong = { ...asks, step: { answer: { ...ANSWER, output: 'no' } } };
    const suite = (talk: ScriptedCase) => scriptedSuite({ refund: { ...RIGHT, tags: ['money'] }, talk }, { gate });
    await using folder = await folderWith(suite(wrong));
    await folder.cli(['run']);
    await folder.write(suite(asks));
    const { stdout } = await folder.cli(['run', '--failed']);
    expect(stdout.split('\n').filter((line) => line.includes('not in this selection'))).toEqual([
      '· parameter accuracy, with a floor of 50 %, is not in this selection',
      '· tag money: pass rate, with a floor of 90 %, is not in this selection',
      '· tag money: tool recall, with a floor of 90 %, is not in this selection',
    ]);
    // What no trial reported is no matter of the selection.
    expect(stdout).toMatch(
      /\nINCONCLUSIVE {2}talk passes now \(2 of 2\)\ncost per trial has a limit of \$1.*, but no case has a value to check/,
    );
  });

  test('runs what the last run never came to, and is no pass where that ended in an error', async () => {
    const suite = { refund: RIGHT, greeting: {} };
    const gone = { agent: { command: ['no-such-program'] } };
    await using folder = await folderWith(scriptedSuite(suite, gone));
    expect((await folder.cli(['run'])).exitCode).toBe(4);
    const still = await folder.cli(['run', '--failed']);
    expect(still.exitCode).toBe(4);
    expect(still.stderr).toContain(
      'The last run ended before it had evaluated 2 cases: refund, greeting\nRunning the 2 cases',
    );
    await folder.write(scriptedSuite(suite));
    const mended = await folder.cli(['run', '--failed']);
    expect(mended.stderr).toContain('Running the 2 cases');
    expect((await folder.cli(['run', '--failed'])).stderr).toContain('Nothing failed last time');

    // A run without any trial keeps the results before it, which are not what became of it.
    expect((await folder.cli(['run'])).exitCode).toBe(0);
    await folder.write(scriptedSuite(suite, gone));
    expect((await folder.cli(['run'])).exitCode).toBe(4);
    const kept = await folder.cli(['run', '--failed']);
    expect(kept.exitCode).toBe(4);
    expect(kept.stderr).toContain('The last run ended before it had evaluated 2 cases: refund, greeting\nRunning');
  });

  test('is refused for a suite that has a runner of its own, whose tests nobody else can choose', async () => {
    await using folder = await folderWith(ownRunner({ pass: { mug: 0, lamp: 1 } }));
    await folder.cli(['run', '--trials', '1']);
    for (const flag of ['--failed', '--watch']) {
      const refused = await folder.cli(['run', flag]);
      expect(refused.stderr).toContain(`${flag}: a suite with its own runner can't be divided; remove the flag`);
      expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
    }
  });

  test('names cases that are gone, and refuses without results', async () => {
    await using folder = await broken();
    await folder.write(scriptedSuite({ greeting: {} }));
    const gone = await folder.cli(['run', '--failed']);
    expect(gone.stderr).toMatch(/No longer in the suite: refund\nNothing failed last time/);
    await rename(join(folder.path, 'agent-eval-results'), join(folder.path, 'aside'));
    const without = await folder.cli(['run', '--failed']);
    expect(without.exitCode).toBe(2);
    expect(without.stderr).toContain('--failed: ');
    expect((await folder.cli(['run', '--failed', '--cases', 'greeting'])).stderr).toContain(
      "'--failed' cannot be used with",
    );
  });
});
