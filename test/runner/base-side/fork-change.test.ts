import { expect, test } from 'vitest';
import type { CommitFiles } from '#ports/ports.ts';
import { forkChange } from '#runner/base-side/fork-change.ts';
import { caseRecord, resultsFile } from '#test/support/results.ts';

const CONFIG = 'version: 1\nagent: {command: [python, agent.py]}\ncases: [c.yml]\n';
const CASES = 'cases: [{id: a, input: x, expect: {completes: true}}]';
const ACCEPTS = '[{case: a, reason: meant, until: 2099-01-01}]';

test.each([
  ['is the file itself', [], null],
  ['is a link', ['evals/agent-eval-accepts.yml'], 'agent-eval-accepts.yml is or lies behind a symbolic link'],
  ['lies in a folder that is a link', ['evals'], 'agent-eval-accepts.yml is or lies behind a symbolic link'],
  ['may be a link', null, "agent-eval-accepts.yml may be a link, as its commit's files are too many to be listed"],
])(
  'a fork’s accepts count only if their owners are those of the path that is shown: it %s',
  async (_, links, problem) => {
    const texts: Readonly<Record<string, string>> = {
      'evals/agent-eval.yml': CONFIG,
      'evals/c.yml': CASES,
      'evals/agent-eval-accepts.yml': ACCEPTS,
    };
    const files: CommitFiles = {
      sha: 'f'.repeat(40),
      async read(path) {
        const text = texts[path];
        return text === undefined ? { absent: true } : { text };
      },
      list: async () =>
        links === null
          ? { problem: 'are too many to be listed' }
          : { files: new Map(), executables: new Set(), links: new Set(links) },
    };
    const source = {
      files,
      folder: '',
      places: [{ path: 'evals/agent-eval.yml', folder: '' }],
      side_branch: null,
      workflow: { path: '.github/workflows/eval.yml', here: null },
    };
    const results = resultsFile([caseRecord('a')]);
    const change = await forkChange(
      { files, config_path: 'evals/agent-eval.yml', selection: { ids: [], tags: [] }, results },
      source,
    );
    expect('problem' in change ? change.problem : null).toBe(problem);
    expect('accepts' in change && change.accepts?.entries.length).toBe(problem === null && 1);
  },
);
