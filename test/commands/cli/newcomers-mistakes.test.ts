import { expect, test } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';

/** The lines that `validate` prints. */
async function problemsOf({ path }: Folder): Promise<readonly string[]> {
  const loaded = await loadSuite(workspaceFiles(path, path, 'agent-eval.yml'), 'agent-eval.yml', { ids: [], tags: [] });
  return 'issues' in loaded ? loaded.issues.map(formatIssue) : [];
}

const AGENT = "process.stdin.on('data', () => {});\n";
const CASE = 'cases: [{id: a, input: x, expect: {completes: true}}]\n';

test.each([
  [
    'a folder under `cases`',
    'agent: {command: [node, agent.mjs]}\ncases: [evals/]',
    [
      '3:9: cases[0]: no file matches "evals/" (searched from the folder of the config); it is a folder; write "evals/*.yml"',
    ],
  ],
  [
    'a folder without cases under `cases`',
    'agent: {command: [node, agent.mjs]}\ncases: [docs]',
    [/it is a folder without a case file \(\.yml, \.yaml, \.jsonl, \.json, \.csv\); name files$/],
  ],
  [
    'a list as one text in `command`',
    'agent: {command: "[node, agent.mjs]"}\ncases: [evals/*]',
    [/found the text "\[node, agent\.mjs\]"; take away the quotes around the list: \[node, agent\.mjs\]$/],
  ],
  [
    'a whole command as one text of its list',
    'agent: {command: ["node agent.mjs --port 80"]}\ncases: [evals/*]',
    [
      '2:19: agent.command[0]: the program and its arguments are one text; write them apart: [node, agent.mjs, --port, "80"]',
    ],
  ],
  [
    'a list as one text in a list',
    'agent: {command: ["[node, agent.mjs]"]}\ncases: [evals/*]',
    [/a list inside quotes is one text; take away its quotes: \[node, agent\.mjs\]$/],
  ],
  [
    'a key that stands too far left',
    'agent:\ncommand: [node, agent.mjs]\ncases: [evals/*]',
    ['3:1: command: stands beside `agent` and belongs below it; indent this line further than `agent`'],
  ],
  [
    'keys that stand too far right',
    'agent:\n  command: [node, agent.mjs]\n  cases: [evals/*]\n  trials: 3',
    [
      '4:3: agent.cases: stands below `agent` and belongs beside it; begin this line in the column of `agent`',
      '5:3: agent.trials: stands below `agent` and belongs beside it; begin this line in the column of `agent`',
    ],
  ],
  [
    'a key between two columns',
    'agent:\n    command: [node, agent.mjs]\n  cases: [evals/*]',
    [
      '4:3: not valid YAML: "cases" begins in column 3, and nothing above lets it; begin it in column 5 to put it beside "command" of line 3',
    ],
  ],
])('validate says of %s what to write', async (_, config, lines) => {
  await using folder = await folderWith({
    'agent-eval.yml': `version: 1\n${config}\n`,
    'agent.mjs': AGENT,
    'evals/a.yml': CASE,
    'docs/read.md': 'text',
  });
  expect(await problemsOf(folder)).toEqual(
    lines.map((line) => (typeof line === 'string' ? `agent-eval.yml:${line}` : expect.stringMatching(line))),
  );
});

test('validate says of every mistake in a case what to write, each at its own line', async () => {
  const mistakes: readonly (readonly [text: string, words: string])[] = [
    [
      '{id: 7, input: x, expect: {completes: true}}',
      'id: expected an id of 1–128 letters, digits and . _ / -, found 7; put it in quotes: "7"',
    ],
    [
      '{id: 1.10, input: x, expect: {completes: true}}',
      'id: expected an id of 1–128 letters, digits and . _ / -, found 1.1; put it in quotes',
    ],
    [
      '{id: e, input: x, tags: [2], expect: {completes: true}}',
      'tags[0]: expected a tag of 1–128 characters on one line that does not start with "check:", found 2; put it in quotes: "2"',
    ],
    [
      '{id: b, input: 12, expect: {completes: true}}',
      'input: expected the text of the user, found 12; put it in quotes: "12"',
    ],
    [
      '{id: c, input: x, expect: {response: {contains: [true]}}}',
      'expect.response.contains[0]: expected a text, found true; put it in quotes: "true"',
    ],
    [
      '{id: d, input: x, expect: {judge: Is it polite?}}',
      'expect.judge: a question needs a name beside it; write [{id: polite, ask: "Is it polite?"}] with a name of your own',
    ],
    [
      '{id: e, input: x, expect: {judge: grounded}}',
      'expect.judge: a ready criterion is named in a list; write [{use: grounded}]',
    ],
    [
      '{id: f, input: x, expect: {tools: {calls: ["*get"]}}}',
      'expect.tools.calls[0]: a call is expected by the whole name of its tool; only `forbidden` takes globs',
    ],
    [
      '{id: g, input: x, expect: {tools: {before: [["get_*", pay]]}}}',
      'expect.tools.before[0][0]: a call is expected by the whole name of its tool; only `forbidden` takes globs',
    ],
    [
      '{id: h, input: x, expect: {custom: [{command: python check.py}]}}',
      'expect.custom[0].command: expected a list of program and arguments such as [python, agent.py], found the text "python check.py"; write it as a list, word by word: [python, check.py]',
    ],
    [
      '{id: i, input: x, expect: {tools: , calls: [get]}}',
      'expect.calls: stands beside `tools` and belongs below it; indent this line further than `tools`',
    ],
  ];
  await using folder = await folderWith({
    'agent-eval.yml': 'version: 1\nagent: {command: [node, agent.mjs]}\ncases: [cases.yml]\n',
    'agent.mjs': AGENT,
    'cases.yml': `cases:\n${mistakes.map(([text]) => `  - ${text}\n`).join('')}`,
  });
  const said = await problemsOf(folder);
  expect(said.map((line) => line.replace(/^(cases\.yml:\d+):\d+/, '$1'))).toEqual(
    mistakes.map(([, words], index) => `cases.yml:${index + 2}: cases[${index}].${words}`),
  );
});
