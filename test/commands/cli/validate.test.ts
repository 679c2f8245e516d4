import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatIssue } from '#common/document/format-issue.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { expectSaid } from '#test/support/said.ts';

const CONFIG = `version: 1
agent: {command: [python3, agent.py, "{input}"], record: true}
cases: ["evals/*"]
defaults:
  context: {lang: en}
  expect:
    tools: {forbidden: ["delete_*"]}
    response: {not_contains: [password]}
    limits: {max_steps: 6, max_total_tokens: 9000}
`;
const CASES = `cases:
  - id: refund
    input: "Refund\\n::error::it"
    context: {"::warning::x": 12345678901234567890, "##[group]": 1}
    expect:
      tools: [issue_refund]
      response: {contains: [refund]}
      limits: {max_steps: 8}
  - {id: other, input: x, expect: {completes: true}}
`;

describe('validate, as people run it', () => {
  test('prints with --verbose every rule of the gate, and marks the defaults; rules of a tag that can never fire are named', async () => {
    const gate =
      'gate: {tool_recall: {min: 0.5}, tags: {x: {total_tokens: {}, tool_recall: {min: 0.9}, pass_rate: {max_drop: 0.1}}}}\n';
    const cases = 'cases:\n  - {id: a, input: a, tags: [x], expect: {completes: true}}\n';
    await using folder = await folderWith({
      'agent-eval.yml': `${CONFIG.split('defaults:')[0]}trials: 1\n${gate}`,
      'agent.py': '',
      'evals/c.yml': cases,
    });
    const { stdout, stderr } = await folder.cli(['validate', '--verbose']);
    expect(stdout).toContain(
      [
        '# gate.method: statistical (default)',
        '# gate.confidence: 0.95 (default)',
        '# gate.pass_rate: max_drop 0.02 (default), rule_out auto (default)',
        '# gate.tool_recall: min 0.5',
        '# gate.total_tokens: max_increase 0.1 (default)',
        '# gate.cost_usd: max_increase 0.1 (default)',
        '# gate.tags.x.pass_rate: max_drop 0.1',
      ].join('\n'),
    );
    expect(stderr).not.toContain('gate.tags.x.total_tokens');
    expect(stderr).toContain('gate.tags.x.tool_recall: can never turn a run red: no case with this tag expects');
    expect(stderr).toContain('gate.tags.x.pass_rate.max_drop: can never turn a run red: even if every trial failed');
  });

  test('prints what a limit of fresh trials costs: the fewer of them, the larger the drop that they show', async () => {
    const cases = Array.from({ length: 20 }, (_, at) => `  - {id: c${at}, input: a, expect: {completes: true}}\n`);
    await using folder = await folderWith({
      'agent-eval.yml': `${CONFIG.split('defaults:')[0]}trials: {min: 3, max: 10, again: 5}\n`,
      'agent.py': '',
      'evals/c.yml': `cases:\n${cases.join('')}`,
    });
    const { stdout } = await folder.cli(['validate']);
    const [, at5, at10, at20] =
      stdout.match(
        /up to 5 trials of a case .* is then ([\d.]+) points with N = 5, ([\d.]+) points with N = 10, ([\d.]+) points with N = 20/,
      ) ?? [];
    expect(Number(at5), stdout).toBeGreaterThan(Number(at10));
    expect(Number(at10)).toBeGreaterThan(Number(at20));
    expect(stdout, 'sight is that of the limit').toContain(`lower the pass rate by ${at5} points would be red`);
  });

  test('prints with --verbose each case as it is judged: the defaults of the config merged value by value, no line a command of the runner', async () => {
    await using folder = await folderWith({ 'agent-eval.yml': CONFIG, 'agent.py': '', 'evals/c.yml': CASES });
    const { stdout, exitCode } = await folder.cli(['validate', '--verbose', '--cases', 'refund']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('# evals/c.yml:2\n');
    expect(stdout).toContain('12345678901234567890');
    expect(stdout).not.toMatch(/^\s*(::|##\[)/m);
    expect(parse(stdout)).toMatchObject({
      cases: [
        {
          id: 'refund',
          input: 'Refund\n::error::it',
          context: { lang: 'en', '##[group]': 1 },
          expect: {
            tools: {
              order: 'any',
              allow_extra: true,
              min_matched: 1,
              calls: ['issue_refund'],
              forbidden: ['delete_*'],
            },
            response: { contains: ['refund'], not_contains: ['password'], case_sensitive: false },
            limits: { max_steps: 8, max_total_tokens: 9000 },
          },
        },
      ],
    });
    await folder.write({ 'evals/c.yml': stdout });
    const again = await folder.cli(['validate', '--verbose']);
    expect(again.stdout.replace(':3\n', ':2\n')).toBe(stdout);
  });

  test('fails where a file of the agent is missing, at the key that names it', () =>
    expectSaid(new URL('golden/missing-files.txt', import.meta.url), async (agent) => {
      await using folder = await folderWith({
        'agent-eval.yml': `version: 1\n${agent}\ncases: [c.yml]\n`,
        'c.yml': 'cases: [{id: a, input: x, expect: {completes: true}}]\n',
      });
      const files = workspaceFiles(folder.path, folder.path, 'agent-eval.yml');
      const loaded = await loadSuite(files, 'agent-eval.yml', { ids: [], tags: [] });
      return ('issues' in loaded ? loaded.issues : []).map(formatIssue);
    }));

  test('names every problem where it stands: missing files of the agent, globs that YAML takes for aliases, keys that stand elsewhere, files that are too large', async () => {
    const large = `cases:\n${'- {id: a, input: x, expect: {completes: true}}\n'.repeat(210_000)}`;
    await using folder = await folderWith({
      'agent-eval.yml': CONFIG,
      'evals/alias.yml': 'cases:\n- {id: a, input: x, expect: {tools: {forbidden: [*]}}}\n',
      'evals/judge.yml': 'cases:\n- {id: b, input: x, expect: {response: {judge: is polite}}}\n',
      'evals/large.yml': large,
    });
    const { stderr, exitCode } = await folder.cli(['validate']);
    expect(exitCode).toBe(2);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^agent-eval\.yml:2:28: agent\.command\[1\]: "agent\.py" does not exist; correct the path/),
      expect.stringMatching(/^evals\/alias\.yml:2:50: not valid YAML: .* in quotes, such as "\*"$/),
      expect.stringMatching(
        /^evals\/judge\.yml:2:41: cases\[0\]\.expect\.response\.judge: a model judges by `expect: \{judge: /,
      ),
      expect.stringMatching(
        /^evals\/large\.yml:1:1: the file has 9\.\d MB, and YAML is read up to 4 MB; split it into several files, .*\.jsonl/,
      ),
      '4 problems; nothing was run',
    ]);
  });
});
