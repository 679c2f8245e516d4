/** From judged trials to the file that the gate reads: labels in a terminal, calibration, regrading by another judge. */

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import { parseCalibration } from '#judge/calibration/calibration-file.ts';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, modelSuite, runModels } from '#test/support/model-suite.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { type Deciding, judging } from '#test/support/scripted-judge.ts';
import { type ModelServer, startModelServer } from '#test/testing/providers/model-server.ts';
import { parseStoredTrajectory } from '#trials/trial/stored-trajectory.ts';
import { trajectoryHash } from '#trials/trial/trajectory-hash.ts';
import { inTerminal } from '../support/terminal.ts';

const CRITERION = { id: 'names_amount', ask: 'Does the answer name the amount that was refunded?' };
const TRIALS = 30;

/** What the agent says: in figures, in words, or not at all. */
const SAYS = ['I refunded 19.99', 'I refunded nineteen dollars and 99 cents', 'Something was \u001b[2Jrefunded'];

/** Knows figures only, so it misses what is said in words. */
const literal: Deciding = ({ blocks }) => {
  const quote = /19\.99/.exec(blocks.map(({ text }) => text).join('\n'))?.[0];
  return quote === undefined ? { evidence: 'none', verdict: 'not_met' } : { evidence: quote, verdict: 'met' };
};

const suite = (judge: object = {}, criterion: object = {}) =>
  modelSuite(
    BUILT_IN,
    { refund: { expect: { judge: [{ ...CRITERION, ...criterion }] } } },
    { judge: { openai: { model: 'judge-1' }, ...judge }, trials: TRIALS },
  );

/** What a person says of the answer on a screen. */
const truth = (screen: string) => (/19\.99|nineteen/.test(screen) ? 'y' : 'n');

/** The screens of a session, without what comes before the first. */
const screensOf = (stdout: string) => stdout.split('── ').slice(1);

describe('labels of judged trials', () => {
  let models: ModelServer;
  /** The model's name as served; `undefined`: as requested. */
  let served: string | undefined;
  let folder: Folder;
  const env = () => ({ OPENAI_BASE_URL: models.base_urls.openai, OPENAI_API_KEY: 'sk-0123456789abcdef' });
  const read = (path: string) => folder.read(path);
  const linesOf = async () => (await read('labels/ann.jsonl')).trimEnd().split('\n');
  const calibration = async () => {
    const parsed = parseCalibration(await read('judge-calibration.json'), 'judge-calibration.json');
    mustBeRead(parsed);
    return parsed.calibration;
  };
  const label = (input: string) => folder.cli(['label', '--sample', '24', '--labeller', 'ann'], { input });

  beforeAll(async () => {
    let trial = 0;
    const agent = () => {
      trial += 1;
      return { text: `${SAYS[trial % 3]} (${trial})` };
    };
    const script = judging(literal, agent);
    models = await startModelServer(async (request) => ({
      ...(await script(request)),
      ...(served !== undefined && { model: served }),
    }));
    folder = await folderWith(suite());
    await runModels(folder, models);
  });
  afterAll(async () => {
    await models?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  test('are given in a terminal, blind to every verdict; what was labelled is kept, and the next session continues', async () => {
    const skipped = await label('s'.repeat(24));
    expect(skipped).toExit(0);
    expect(skipped.stderr).toContain(
      'Drawn at random (seed 1): 24 trajectories, at most 24 of each criterion (names_amount of 30).',
    );
    expect(skipped.stderr).toContain('0 labels added to labels/ann.jsonl, 24 skipped; the draw is done');
    const screens = screensOf(skipped.stdout);
    expect(screens).toHaveLength(24);
    expect(screens[0]).toContain('1 of 24 · refund · names_amount');
    expect(screens[0]).toContain(`? ${CRITERION.ask}`);
    // Nothing of the judge, and nothing that a terminal obeys.
    expect(skipped.stdout).not.toMatch(/\u001b|judge-1|not_met|\bmet\b|vote|passed|failed|none/);
    expect(skipped.stdout).toContain('  │ Something was refunded');

    const keys = screens.map(truth);
    const some = await label(`x${keys.slice(0, 10).join('\n')}`);
    expect(some.stderr).toContain('10 labels added to labels/ann.jsonl; 14 to go: the same command continues');
    expect(await linesOf()).toHaveLength(10);
    const rest = await label(`${keys.slice(10, 12).join('')}q`);
    expect(rest.stderr).toContain('10 of them labelled before.');
    expect(screensOf(rest.stdout)[0]).toContain('11 of 24');
    await label(keys.slice(12).join(''));
    const labels = (await linesOf()).map((line) => JSON.parse(line));
    expect(labels).toHaveLength(24);
    expect(labels.filter(({ drawn: { from } }) => from === 'met')).toHaveLength(10);
    expect(labels[0]).toMatchObject({ case_id: 'refund', criterion: 'names_amount', labeller: 'ann' });
    expect(await readdir(join(folder.path, 'labels/trajectories'))).toHaveLength(24);
  });

  test('measure the judge by its stored verdicts, without a key; the file names the judge', async () => {
    const run = await folder.cli(['calibrate-judge']);
    expect(run).toExit(0);
    const { judge, criteria } = await calibration();
    const results = parseResults(await read('agent-eval-results/results.json'));
    expect(judge).toBe('results' in results ? results.results.judge?.identity : null);
    const { names_amount: found } = criteria;
    // Every "met" is right. Of the 20 that it does not find met, about half name the amount in words.
    expect(found?.confusion?.bad.met).toBe(0);
    const { met = 0, not_met = 0 } = found?.confusion?.good ?? {};
    expect([met, not_met + (found?.confusion?.bad.not_met ?? 0)]).toEqual([10, 14]);
    const weight = 20 / 14;
    const [right, wrong] = [10, weight * not_met];
    const m1 = (right + wrong) ** 2 / (wrong + weight * right);
    expect(found?.good.of).toBeCloseTo(m1, 4);
    expect(found?.q1).toBeCloseTo(((m1 * right) / (right + wrong) + 1) / (m1 + 2), 4);
    expect(run.stdout).toContain(`labelled met: the judge says met of ${met}, not met of ${not_met}`);
    expect(run.stdout).toMatch(/J = 0\.\d\d, at 95 % confidence at least /);
    expect(run.stdout).toMatch(/κ = 0\.\d\d \[/);
    expect(run.stdout).toContain('72 more labels, drawn the same way, would halve the interval of J');
    expect(run.stderr).toContain('Written: judge-calibration.json');
    const again = await folder.cli(['calibrate-judge', '--json']);
    expect(JSON.parse(again.stdout)).toEqual(await calibration());
  });

  test('of another judge need its verdicts: named without a key, asked for with one, and its identity is another', async () => {
    const before = await calibration();
    await folder.write(suite({ votes: 1 }));
    const keyless = await folder.cli(['calibrate-judge']);
    expect(keyless.exitCode).toBe(2);
    expect(keyless.stderr).toContain(
      "this judge has not judged 24 labelled trajectories yet, and can't be asked now: OPENAI_API_KEY is empty or missing",
    );
    expect(await calibration()).toEqual(before);
    const asked = models.requests.length;
    const run = await folder.cli(['calibrate-judge', '--repeats', '1'], { env: env() });
    expect(run).toExit(0);
    expect(models.requests.length - asked).toBe(48);
    const after = await calibration();
    expect(after.judge).not.toBe(before.judge);
    expect(after.criteria['names_amount']).toMatchObject({
      confusion: before.criteria['names_amount']?.confusion,
      flips: { changed: 0, of: 24 },
    });
    // Labelled trajectories are kept beside the labels: they are judged again when the results they came from are gone.
    await folder.write({
      'elsewhere/results.json': await read('agent-eval-results/results.json'),
      'elsewhere/trajectories.jsonl': '',
    });
    const kept = await folder.cli(['calibrate-judge', 'elsewhere', '--output', 'other.json'], { env: env() });
    expect(kept).toExit(0);
    await folder.write(suite());
  });

  test('are all put to the judge again if its provider serves another model by now, within one cap for all that is asked', async () => {
    const { cases, ...rest } = JSON.parse(await read('agent-eval-results/results.json'));
    const labelled = new Set(
      (await readdir(join(folder.path, 'labels/trajectories'))).map((name) => name.split('.')[0]),
    );
    const lines = (await read('agent-eval-results/trajectories.jsonl')).trimEnd().split('\n');
    const asksFor = lines.findIndex((line) => {
      const stored = parseStoredTrajectory(line);
      return stored !== null && labelled.has(trajectoryHash(stored.trajectory));
    });
    const [record] = cases;
    const trials = record.trials.map((trial: object, at: number) =>
      at === asksFor ? { ...trial, judged: [] } : trial,
    );
    await folder.write({
      'partly/results.json': JSON.stringify({ ...rest, cases: [{ ...record, trials }] }),
      'partly/trajectories.jsonl': `${lines.join('\n')}\n`,
    });
    const same = await folder.cli(['calibrate-judge', 'partly', '--output', 'same.json'], { env: env() });
    expect(same.stderr.match(/Judging .*/g)).toEqual(['Judging 1 label.']);
    served = 'judge-1-june';
    const moved = await folder.cli(['calibrate-judge', 'partly', '--output', 'moved.json'], { env: env() });
    expect(moved).toExit(0);
    expect(moved.stderr.match(/Judging .*/g)).toEqual(['Judging 1 label.', 'Judging 23 labels.']);
    const judgeIn = async (path: string) => JSON.parse(await read(path)).judge;
    expect(await judgeIn('same.json')).toBe(rest.judge.identity);
    expect(await judgeIn('moved.json')).not.toBe(await judgeIn('same.json'));

    const before = models.requests.length;
    const repeats = ['calibrate-judge', '--output', 'capped.json', '--repeats', '3', '--max-tokens', '1'];
    await folder.cli(repeats, { env: env() });
    expect(models.requests.length - before).toBe(1);
    served = undefined;
  });

  test('that can not be used are named with file and line, and nothing is written', async () => {
    const [first = ''] = await linesOf();
    const other = (change: object) => JSON.stringify({ ...JSON.parse(first), ...change });
    const flipped = JSON.parse(first).label === 'met' ? 'not_met' : 'met';
    await folder.write({
      'labels/bob.jsonl': [
        other({ case_id: 'refunds' }),
        other({ criterion: 'names_amounts' }),
        other({ trajectory: 'f'.repeat(64) }),
        other({ question: 'f'.repeat(64), trajectory: 'e'.repeat(64) }),
      ].join('\n'),
    });
    const unknown = await folder.cli(['calibrate-judge']);
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr.split('\n').slice(0, 4)).toEqual([
      'labels/bob.jsonl:1:1: case_id: the config has no case refunds; did you mean refund? Else remove the line',
      'labels/bob.jsonl:2:1: criterion: case refund has no criterion names_amounts; did you mean names_amount? Else remove the line',
      'labels/bob.jsonl:3:1: trajectory: no stored trial of refund has this trajectory; name the results that hold it, or remove the line',
      'labels/bob.jsonl:4:1: question: names_amount asks something else now; label it again, and remove the line',
    ]);
    await folder.write({
      'labels/bob.jsonl': `{"case_id": "refund",\n\n${other({ label: flipped, labeller: 'bob' })}\n${other({ verdict: 'met' })}\n`,
    });
    for (const command of ['calibrate-judge', 'label']) {
      const broken = await folder.cli([command], { input: '' });
      expect(broken.exitCode).toBe(2);
      expect(broken.stderr).toMatch(/labels\/bob\.jsonl:1:\d+: row 1: /);
      expect(broken.stderr).toMatch(
        /labels\/bob\.jsonl:3:1: label: contradicts another label of names_amount of a trajectory of refund: bob says \w+, ann says \w+ in labels\/ann\.jsonl:1; settle it/,
      );
      expect(broken.stderr).toMatch(/labels\/bob\.jsonl:4:\d+: verdict: is the judge’s; a person’s answer is `label`/);
    }
    await rm(join(folder.path, 'labels/bob.jsonl'));
  });

  test('are on disk at once: Ctrl-C loses none, and a terminal gets its keys back', async () => {
    const screen = await inTerminal(
      folder.path,
      ['label', '--sample', '24', '--labels', 'mine', '--labeller', 'cleo'],
      [
        { until: 'quit > ' },
        { keys: 'y' },
        { until: 'quit > ' },
        { keys: 'n' },
        { until: 'quit > ' },
        { keys: '\u0003' },
      ],
    );
    expect(screen.exitCode).toBe(130);
    expect(screen.output).toContain('2 labels added to mine/cleo.jsonl; 22 to go');
    const lines = (await read('mine/cleo.jsonl')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).label)).toEqual(['met', 'not_met']);
  });
});
