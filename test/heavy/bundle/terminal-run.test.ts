import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { ANSWER, agent, scriptedSuite } from '#test/support/scripted-suite.ts';
import { findSurvivors } from '#test/testing/github/runner/survivors.ts';
import { inTerminal, withoutCodes } from '../support/terminal.ts';

const NO = { step: { answer: { ...ANSWER, output: 'no \u001b[2J\u202E全額 🎉' } } };
const HANGS = { one: {}, hangs: { step: { spawn: true as const } }, other: { step: { spawn: true as const } } };

describe('in a terminal', () => {
  test.each([40, 100])(
    'of %i columns no line is wider, the last word is the verdict, and nothing of the bar is left',
    async (columns) => {
      await using folder = await folderWith(
        scriptedSuite({ one: {}, 'a-case-with-a-rather-long-name/of-its-own': NO }),
      );
      const { output, exitCode } = await inTerminal(folder.path, ['run'], [], { columns });
      expect(exitCode, output).toBe(0);
      const lines = withoutCodes(output).split('\n');
      // Paths of this machine and commands are not broken, so that they can be copied.
      const ours = lines.filter((line) => !/^(?:Look closer|Results|No baseline):?/.test(line));
      for (const line of ours) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
      expect(lines.join('\n')).toMatch(/\d\/4 trials/);
      const after = output.slice(output.lastIndexOf('\u001b[J'));
      expect(after).not.toMatch(/[━─]/);
      expect(after).toMatch(/INCONCLUSIVE/);
      expect(output).not.toMatch(/\u001b\[2J|\u202E/);
    },
  );

  test('colours are there, and NO_COLOR removes them all', async () => {
    await using folder = await folderWith(scriptedSuite({ one: NO }));
    const coloured = await inTerminal(folder.path, ['run']);
    expect(coloured.output).toMatch(/\u001b\[3[0-9]m/);
    const plain = await inTerminal(folder.path, ['run'], [], { env: { NO_COLOR: '1' } });
    expect(plain.output).not.toMatch(/\u001b\[[0-9;]*m/);
  });

  test('Ctrl-C is answered at once with what it ends, ends everything, and keeps the results', async () => {
    await using folder = await folderWith(scriptedSuite(HANGS, { trials: 1, concurrency: 2 }));
    const steps = [{ until: 'running hangs #1, other #1' }, { keys: '\u0003' }];
    const { output, exitCode, pid } = await inTerminal(folder.path, ['run'], steps);
    expect(exitCode, output).toBe(130);
    expect(output).toContain('Stopping: ending 2 trials; results so far are kept');
    expect(output).toContain('--resume continues from here');
    expect(await findSurvivors(pid, folder.path)).toEqual([]);
    const results = await folder.results();
    expect(results).toMatchObject({ complete: false, stop: { reason: 'cancelled' } });
  });

  test('Ctrl-C while agents are compared names what runs, and compares what there is', async () => {
    const { agent, ...config } = JSON.parse(scriptedSuite(HANGS)['agent-eval.yml'] ?? '');
    const agents = { ...config, trials: 1, concurrency: 2, agents: { one: agent, two: agent } };
    await using folder = await folderWith({ ...scriptedSuite(HANGS), 'agent-eval.yml': JSON.stringify(agents) });
    const steps = [{ until: 'running hangs #1, other #1' }, { keys: '\u0003' }];
    const { output, exitCode, pid } = await inTerminal(folder.path, ['run', '--agents', 'one,two'], steps);
    expect(exitCode, output).toBe(130);
    expect(output).toContain('Stopping: ending 2 trials; results so far are kept (again: end at once)');
    expect(output).toContain('The run was cancelled: the agents are compared on the trials that ran until then');
    expect(await findSurvivors(pid, folder.path)).toEqual([]);
  });
});

describe('without a terminal', () => {
  test('there are lines of text, and no code of a terminal anywhere', async () => {
    await using folder = await folderWith(scriptedSuite({ one: {}, two: NO }));
    const result = await folder.cli(['run']);
    expect(result.stderr).toMatch(/^4 trials to run\n4\/4 trials · 2 passed · 2 failed/m);
    expect(`${result.stdout}${result.stderr}`).not.toMatch(/[\u001b\r━]/);
  });

  test('a run without a trial speaks of no results, because there are none', async () => {
    const setup = ['echo "ERROR: no such package"; echo; echo "[notice] A new release of pip is available"; false'];
    await using folder = await folderWith(scriptedSuite({ one: {} }, { agent: agent({ setup }) }));
    const result = await folder.cli(['run']);
    expect(result).toExit(4);
    expect(result.stdout).toContain('; it printed: ERROR: no such package');
    expect(result.stderr).not.toContain('Results:');
  });

  test('--quiet prints the verdict alone', async () => {
    await using folder = await folderWith(scriptedSuite({ one: {}, two: NO }));
    const result = await folder.cli(['run', '--quiet']);
    expect(result.stdout).toMatch(
      /^INCONCLUSIVE {2}Nothing to compare with yet \(would not block\): .*\n.*To settle it, .*\nagent-eval.yml: 2 cases × 2 trials, /,
    );
    expect(result.stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(result.stderr).toBe('');
  });

  test('--verbose names every trial as it ends, and every case', async () => {
    await using folder = await folderWith(scriptedSuite({ one: {}, two: NO }));
    const result = await folder.cli(['run', '--verbose']);
    expect(result.stderr).toMatch(/✓ one #1 {2}passed, [\d.]+ m?s/);
    expect(result.stderr).toMatch(/✗ two #2 {2}failed, [\d.]+ m?s: 0 of 1 phrase found; missing/);
    expect(result.stdout).toMatch(/^Stable \(1\)\n {2}✓ one +here 2\/2$/m);
    const both = await folder.cli(['run', '--verbose', '--quiet']);
    expect([both.exitCode, both.stdout]).toEqual([2, '']);
    expect(both.stderr).toContain("'--quiet' cannot be used with");
  });
});
