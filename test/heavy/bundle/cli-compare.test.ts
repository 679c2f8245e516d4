import { describe, expect, test } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { repairSchema } from '#report/outputs/repair-schema.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { bothSides } from '#test/support/results.ts';
import { json } from '#test/support/scripted-suite.ts';

describe('compare', () => {
  const counts = Array.from({ length: 12 }, (_, index): [number, number, number, number] => [
    index === 0 ? 0 : 10,
    10,
    10,
    10,
  ]);
  const sides = bothSides(counts);

  test('gives every number of the decision as JSON and nothing else on standard output; a folder stands for its results', async () => {
    await using folder = await folderWith({ 'a.json': json(sides.baseline), 'b/results.json': json(sides.candidate) });
    const result = await folder.cli(['compare', '--baseline', 'a.json', '--candidate', 'b', '--json']);
    expect(result).toExit(1);
    const { verdict, reasons, decision, repair } = JSON.parse(result.stdout);
    expect(verdict).toBe('fail');
    expect(repairSchema.parse(repair)).toMatchObject({ verdict, broken: [{ case: 'case-000' }] });
    expect(reasons[0]).toMatchObject({ outcome: 'fail', message: expect.any(String), code: expect.any(String) });
    const { suite, cases } = decision.pass_rate;
    for (const name of ['p_exact', 'p_mid', 'drop', 'standard_error', 'upper95'])
      expect(suite[name]).toBeTypeOf('number');
    expect(suite.ci95).toEqual([expect.any(Number), expect.any(Number)]);
    expect(suite.drop).toBeCloseTo(1 / 12);
    expect(cases).toHaveLength(12);
    expect(cases[0]).toMatchObject({
      id: 'case-000',
      p: expect.any(Number),
      p_adjusted: expect.any(Number),
      failed: true,
    });
    expect(decision.detectable_drop).toBeTypeOf('number');
    expect(result.stderr).toContain('FAIL');
  });

  test('of runs under different conditions decides nothing: exit 2, and every key that differs with both values', async () => {
    const { candidate, baseline } = sides;
    const conditions = { trial_timeout_ms: 60_000, max_steps: 20 };
    const main = { ...baseline, agent: { ...baseline.agent, key: 'k1', conditions } };
    const here = {
      ...candidate,
      agent: { ...candidate.agent, key: 'k2', conditions: { ...conditions, max_steps: 5 } },
    };
    await using folder = await folderWith({ 'a.json': json(main), 'b.json': json(here) });
    const result = await folder.cli(['compare', '--baseline', 'a.json', '--candidate', 'b.json', '--json']);
    expect(result.exitCode).toBe(2);
    expect(result.stdout).toBe('');
    expect(result.stderr).toContain('not comparable: max_steps: 20 on main, 5 here');
    expect(result.stderr).not.toContain('trial_timeout_ms');
    expect(result.stderr).toContain('nothing was decided');
  });

  test('refuses a results file that is not there, of another version, or no JSON, exit 2', async () => {
    await using folder = await folderWith({
      'a.json': json(sides.baseline),
      'newer.json': '{"schema_version": 7}',
      'cut.json': '{"schema_version": 1',
    });
    for (const [file, words] of [
      ['newer.json', /newer\.json: results file has schema_version 7; this version reads 1/],
      ['cut.json', /cut\.json: results file is not JSON/],
      ['gone.json', /gone\.json does not exist; name an existing file/],
    ] as const) {
      const result = await folder.cli(['compare', '--baseline', 'a.json', '--candidate', file, '--json']);
      expect([result.exitCode, result.stdout], file).toEqual([2, '']);
      expect(result.stderr).toMatch(words);
    }
  });

  test('takes several runs of main as one pool, and the fresh trials of main that its run made', async () => {
    const { baseline } = sides;
    const older = { ...baseline, run: { ...baseline.run, id: '7' }, created_at: '2025-12-31T00:00:00.000Z' };
    const looked = sides.candidate.cases.map((item) => ({ ...item, planned_trials: 5 }));
    const candidate = { ...sides.candidate, looks: [5], again: [5], cases: looked };
    const fresh = (side: ResultsFile, doubts: Pick<ResultsFile, 'doubts'> = {}) => {
      const cases = side.cases.map((item) => ({ ...item, planned_trials: 5, trials: item.trials.slice(0, 5) }));
      const commit = { ...candidate.commit, sha: 'c'.repeat(40) };
      return json({
        ...side,
        ...doubts,
        commit,
        looks: [5],
        cases,
        run: { ...candidate.run, side: 'confirm' as const },
      });
    };
    const runs = { 'a.json': json(baseline), 'a2.json': json(older), 'b.json': json(candidate) };
    const files = { ...runs, 'held.json': fresh(baseline), 'fell-too.json': fresh(sides.candidate) };
    await using folder = await folderWith({
      ...files,
      'doubted.json': fresh(sides.candidate, { doubts: [{ kind: 'programs_unseen' }] }),
    });
    const compared = async (...args: readonly string[]) => {
      const of = ['compare', '--baseline', 'a.json', 'a2.json', '--candidate', 'b.json', '--json', ...args];
      const { verdict, reasons, decision } = JSON.parse((await folder.cli(of)).stdout);
      return { verdict, codes: reasons.map(({ code }: { code: string }) => code), decision };
    };
    const stored = await compared();
    expect(stored.decision.pool).toMatchObject({ runs: 2, trials: 20 });
    expect(stored).toMatchObject({ verdict: 'fail', codes: expect.arrayContaining(['not_tried_again']) });
    const held = await compared('--confirmation', 'held.json');
    expect(held).toMatchObject({ verdict: 'fail', decision: { again: { sha: 'c'.repeat(40), stage: 5 } } });
    expect(held.codes).not.toContain('not_tried_again');
    const fellToo = await compared('--confirmation', 'fell-too.json');
    expect(fellToo).toMatchObject({ verdict: 'inconclusive' });
    const doubted = await compared('--confirmation', 'doubted.json');
    expect(doubted).toMatchObject({ verdict: 'fail', codes: expect.arrayContaining(['not_tried_again']) });
  });
});
