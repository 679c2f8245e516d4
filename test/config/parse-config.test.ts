import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { LEAST, linesOf, validConfig } from './read-config.ts';

describe('a config', () => {
  test('of the least keys gets the defaults', () => {
    expect(validConfig(LEAST)).toEqual({
      version: 1,
      agent: {
        kind: 'command',
        command: ['python', 'agent.py'],
        mode: 'worker',
        isolate: false,
        record: null,
        mcp: null,
        setup: [],
        env: {},
        needs: [],
      },
      agent_path: ['agent'],
      agents: [],
      cases: [{ file: 'evals/*.yml', dialect: {}, id_prefix: '', skip: [] }],
      trials: null,
      again: null,
      concurrency: 8,
      defaults: {},
      limits: { trial_timeout_ms: 60_000, max_steps: null, max_tool_calls: null },
      prices: {},
      replay: { mode: 'off', folder: 'agent-eval-cassettes' },
      simulated_user: null,
      embedding: null,
      variants: { kinds: [], model: null, file: 'agent-eval-variants.json' },
      judge: null,
      usage_estimate: null,
      coverage: { every_case: [], tags: {}, ignores: [] },
      explain: null,
      label_rules: { start: false, skip: false, skip_drafts: false },
      gate: defaultPolicy(),
      gate_written: {},
    });
    expect(linesOf(LEAST)).toEqual([]);
  });

  test('may be JSON', () => {
    const parsed = parseConfig(
      '{"version": 1, "agent": {"recorded": "runs.jsonl", "needs": ["X"]}, "cases": ["a.json"]}',
      'agent-eval.json',
    );
    expect('config' in parsed ? parsed.config.agent : null).toEqual({
      kind: 'recorded',
      file: 'runs.jsonl',
      needs: ['X'],
    });
  });

  test.each([
    ['[python, agent.py]', 'worker'],
    ['[python, agent.py, "{input}"]', 'one-shot'],
    ['[python, agent.py, "--ask={input}"]', 'one-shot'],
    ['[python, agent.py], mode: one-shot', 'one-shot'],
  ])('command: %s runs as %s', (command, mode) => {
    expect(validConfig(LEAST.replace('[python, agent.py]', command)).agent).toMatchObject({ mode });
  });
});

describe('what is refused, each line as people read it', () => {
  test.each<[what: string, text: string, lines: readonly string[]]>([
    [
      'a second document',
      `${LEAST}---\nversion: 1\n`,
      ['a.yml:5:1: expected one document; remove the "---" and what follows'],
    ],
    [
      'an empty mapping',
      '{}',
      [
        'a.yml:1:1: version: missing; expected 1, the version of this format',
        'a.yml:1:1: cases: missing; expected a list of paths or globs such as [evals/*.yml]',
        'a.yml:1:1: agent: missing; expected a mapping with the kind of the agent, such as {command: [python, agent.py]}, or `agents` with several by name',
      ],
    ],
    [
      'another version',
      LEAST.replace('1', '2'),
      ['a.yml:1:10: version: expected 1, the version of this format, found 2'],
    ],
    ['an unknown key', `${LEAST}concurency: 4\n`, ['a.yml:4:1: concurency: unknown key; did you mean concurrency?']],
    [
      'a judge',
      `${LEAST}judge: {model: x}\n`,
      [
        'a.yml:4:9: judge.model: unknown key; known keys: openai, ollama, anthropic, votes, calls, calibration, uncalibrated, audit',
      ],
    ],
    [
      'votes that can be tied',
      `${LEAST}judge: {openai: {model: x}, votes: 2}\n`,
      ['a.yml:4:36: judge.votes: an even number of votes can be tied; write an odd number such as 3'],
    ],
    [
      'answers outside',
      `${LEAST}replay: {folder: ../answers}\n`,
      [
        'a.yml:4:18: replay.folder: a path may not leave the working directory with ".."; name a file below the working directory',
      ],
    ],
    [
      'a user without a model',
      `${LEAST}simulated_user: {}\n`,
      ['a.yml:4:17: simulated_user: names no model; write `openai: {model: …}` or `anthropic: {model: …}`'],
    ],
    [
      'a user of two models',
      `${LEAST}simulated_user: {openai: {model: x}, anthropic: {model: y}}\n`,
      ['a.yml:4:49: simulated_user.anthropic: one model plays the user; keep one'],
    ],
    [
      'whom the model plays, in the config',
      `${LEAST}simulated_user: {goal: x}\n`,
      [
        'a.yml:4:18: simulated_user.goal: belongs to a case, under its own `simulated_user`; this key names the model that plays it',
      ],
    ],
    [
      'trials of which the fewest are more than the most',
      `${LEAST}trials: {min: 10, max: 3}\n`,
      ['a.yml:4:24: trials.max: 3 is below min (10); write a max of at least 10, or a smaller min'],
    ],
    [
      'a range of trials without its end',
      `${LEAST}trials: {min: 3}\n`,
      ['a.yml:4:15: trials.min: `min` needs `max` beside it, such as {min: 3, max: 10}'],
    ],
    [
      'several looks for a method that takes one',
      `${LEAST}gate: {method: threshold, pass_rate: {max_drop: 0.02}}\ntrials: {min: 3, max: 10}\n`,
      [
        "a.yml:5:9: trials: `method: threshold` reads the trials once and can't add more while the verdict is open; write a number such as 5",
      ],
    ],
    [
      'keys of before',
      `${LEAST}trials: {min: 3, max: 10, reuse: true}\nrequests: {mask: [a]}\n`,
      [
        'a.yml:4:27: trials.reuse: stored answers are not served to trials; say with `covers` and `ignores` what a change can touch',
        'a.yml:5:1: requests: no request is masked any more; remove the key',
      ],
    ],
    [
      'a time without a unit',
      `${LEAST}limits: {trial_timeout: 60}\n`,
      ['a.yml:4:25: limits.trial_timeout: expected a duration with its unit, such as 60s, 500ms, 2m or 1h, found 60'],
    ],
    [
      'defaults of another kind',
      `${LEAST}defaults: {input: 3}\n`,
      ['a.yml:4:12: defaults.input: every case has its own; remove the key here'],
    ],
    [
      'defaults that do not fit',
      `${LEAST}defaults: {expect: {judge: []}}\n`,
      ['a.yml:4:28: defaults.expect.judge: demands nothing; write at least one criterion or remove the key'],
    ],
  ])('%s', (_, text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });

  test.each<[agent: string, lines: readonly string[]]>([
    [
      '{}',
      [
        '8: agent: has no kind; write one of command, openai, ollama, anthropic, http, module, recorded, such as `command: [program, argument]` or `recorded: FILE`',
      ],
    ],
    [
      '{command: python agent.py}',
      [
        '18: agent.command: expected a list of program and arguments such as [python, agent.py], found the text "python agent.py"; write it as a list, word by word: [python, agent.py]',
      ],
    ],
    ['{command: [python, 3]}', ['27: agent.command[1]: expected a text, found 3; put it in quotes: "3"']],
    [
      '{command: [a], recorded: b}',
      ['33: agent.recorded: an agent has exactly one kind, found command too; keep one of them'],
    ],
    [
      '{recorded: b, mode: worker, env: {}}',
      [
        '28: agent.mode: has no effect on recorded trajectories; remove the key',
        '41: agent.env: has no effect on recorded trajectories; remove the key',
      ],
    ],
    [
      '{recorded: /tmp/runs.jsonl}',
      ['19: agent.recorded: absolute paths are refused; write it relative to the working directory'],
    ],
    [
      '{command: [a, "{input}"], mode: worker}',
      [
        '40: agent.mode: a worker gets its inputs as JSON Lines, not as {input}; remove {input} or write `mode: one-shot`',
      ],
    ],
    [
      '{command: [a], env: {PORT: 8080}}',
      ['35: agent.env.PORT: expected a text, found 8080; put it in quotes: "8080"'],
    ],
    [
      '{command: [a], env: {MY-MODE: x}}',
      ['29: agent.env.MY-MODE: expected the name of an environment variable, found the text "MY-MODE"'],
    ],
    [
      '{command: [a], needs: [$KEY]}',
      ['31: agent.needs[0]: expected the name of an environment variable, found the text "$KEY"'],
    ],
  ])('agent: %s', (agent, lines) => {
    expect(linesOf(`version: 1\nagent: ${agent}\ncases: [a.yml]\n`)).toEqual(lines.map((line) => `a.yml:2:${line}`));
  });

  test.each<[cases: string, lines: readonly string[]]>([
    [
      'evals/*.yml',
      ['8: cases: expected a list of paths or globs such as [evals/*.yml], found the text "evals/*.yml"'],
    ],
    ['[]', ['8: cases: expected at least 1 entry, found 0']],
    [
      '[{path: a.yml}]',
      [
        '9: cases[0].file: missing; expected a path',
        '10: cases[0].path: unknown key; known keys: file, dialect, id_prefix, skip, bites',
      ],
    ],
    [
      '[{file: a.yml, dialect: {columns: rags}}]',
      ['42: cases[0].dialect.columns: expected openai-evals, ragas or a mapping, found the text "rags"'],
    ],
  ])('cases: %s', (cases, lines) => {
    expect(linesOf(`version: 1\nagent: {command: [a]}\ncases: ${cases}\n`)).toEqual(
      lines.map((line) => `a.yml:3:${line}`),
    );
  });

  test('everything at once, in the order of the file', () => {
    const text =
      'version: 3\nagent:\n  comand: [a]\n  record: always\ncases: [/a]\ntrials: many\ngate:\n  pass_rate: {min: 90}\n  tool_recal: {}\nshards: 4\n';
    expect(linesOf(text).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'a.yml:1:10: version:',
      'a.yml:3:3: agent.comand:',
      'a.yml:4:11: agent.record:',
      'a.yml:5:9: cases[0]:',
      'a.yml:6:9: trials:',
      'a.yml:8:20: gate.pass_rate.min:',
      'a.yml:9:3: gate.tool_recal:',
      'a.yml:10:1: shards:',
    ]);
  });
});

describe('warnings', () => {
  test.each<[agent: string, lines: readonly string[]]>([
    [
      '{command: [python, "$HOME/agent.py"]}',
      [
        'a.yml:2:27: agent.command[1]: $HOME stays as it is: nothing is filled in here; pass the variable with the input pass-env',
      ],
    ],
    [
      '{command: [python, a.py], env: {KEY: "${SECRET}"}}',
      [
        'a.yml:2:45: agent.env.KEY: ${SECRET} stays as it is: nothing is filled in here; pass the variable with the input pass-env',
      ],
    ],
    [
      '{command: [python, "{{input}}"]}',
      ['a.yml:2:27: agent.command[1]: the input replaces {input} only, the outer braces stay; write {input}'],
    ],
    ['{command: [bash, -c, "python $HOME/agent.py"]}', []],
    [
      '{command: [/bin/sh, -ec, "echo ${X}"], env: {Y: "$Z"}}',
      [
        'a.yml:2:56: agent.env.Y: $Z stays as it is: nothing is filled in here; pass the variable with the input pass-env',
      ],
    ],
    ['{command: [grep, "a$", "^$"], env: {PRICE: "$5", OBJECT: "{a: {b: 1}}"}}', []],
    ['{command: [python, a.py], setup: ["echo $HOME"]}', []],
    ['{recorded: "$HOME.jsonl"}', []],
  ])('agent: %s', (agent, lines) => {
    expect(linesOf(`version: 1\nagent: ${agent}\ncases: [a.yml]\n`)).toEqual(lines);
  });

  const KEY = `sk-proj-${'a1'.repeat(12)}`;

  test.each([
    [`{command: [python, a.py], env: {OPENAI_API_KEY: ${KEY}}}`, 'agent.env.OPENAI_API_KEY'],
    [`{command: [python, a.py], env: {X: "Bearer ghp_${'a1'.repeat(12)}"}}`, 'agent.env.X'],
    ['{command: [python, a.py], env: {DB_PASSWORD: correct-horse-battery-9}}', 'agent.env.DB_PASSWORD'],
    [`{command: [python, a.py, --key, ${KEY}]}`, 'agent.command[3]'],
    [`{command: [bash, -c, "KEY=${KEY} python $HOME/a.py"]}`, 'agent.command[2]'],
    [`{command: [python, a.py], setup: ["export KEY=${KEY}"]}`, 'agent.setup[0]'],
    [`{http: {url: "http://127.0.0.1:1/", headers: {x-api-key: ${KEY}}}}`, 'agent.http.headers.x-api-key'],
  ])('a key in agent: %s', (agent, place) => {
    const [line, ...more] = linesOf(`version: 1\nagent: ${agent}\ncases: [a.yml]\n`);
    expect([line, more]).toEqual([
      expect.stringMatching(/looks like a key.*revoke it, set the new one with gh secret set/),
      [],
    ]);
    expect(line).toContain(`: ${place}: `);
    expect(line).not.toContain(KEY);
  });

  test.each([
    'dummy',
    'not-needed',
    'ollama',
    'sk-test',
    'a-very-long-name-of-a-local-server',
    'https://127.0.0.1:8080/v1/x',
  ])('%s is no key', (text) => {
    const agent = `{command: [python, a.py], env: {OPENAI_API_KEY: "${text}"}}`;
    expect(linesOf(`version: 1\nagent: ${agent}\ncases: [a.yml]\n`)).toEqual([]);
  });

  const RECORDED = LEAST.replace(']}', '], record: true}');

  test.each<[what: string, text: string, lines: readonly string[]]>([
    [
      'prices and stored answers where no model call is seen',
      `${LEAST}prices: {m: {input: 1, output: 2}}\nreplay: auto\n`,
      [
        'a.yml:4:9: prices: has no effect: no model call is seen without `agent.record`; remove the key or record the agent',
        'a.yml:5:9: replay: has no effect: no model call is seen without `agent.record`; remove the key or record the agent',
      ],
    ],
    [
      'prices of imported trajectories',
      'version: 1\nagent: {recorded: r.jsonl}\ncases: [a.yml]\nprices: {m: {input: 1, output: 2}}\n',
      ['a.yml:4:9: prices: has no effect: no model call is seen; remove the key'],
    ],
    [
      'prices and stored answers of a simulated user',
      `${LEAST}simulated_user: {openai: {model: m}}\nprices: {m: {input: 1, output: 2}}\nreplay: auto\n`,
      [],
    ],
    ['a folder of stored answers without a mode, for runs without a key', `${RECORDED}replay: {folder: answers}\n`, []],
    [
      'guessed tokens beside counted ones',
      `${RECORDED}usage: {estimate: chars/4}\n`,
      ['a.yml:4:19: usage.estimate: has no effect: the tokens of every model call are counted; remove the key'],
    ],
  ])('%s', (_, text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });

  test('keys of the other method say nothing', () => {
    expect(linesOf(`${LEAST}gate: {method: threshold, confidence: 0.9, pass_rate: {rule_out: 0.1}}\n`)).toEqual([
      'a.yml:4:39: gate.confidence: has no effect with `method: threshold`, which compares plain numbers; remove the key',
      'a.yml:4:66: gate.pass_rate.rule_out: has no effect with `method: threshold`, which compares plain numbers; remove the key',
    ]);
    expect(linesOf(`${LEAST}gate: {confidence: 0.9, pass_rate: {rule_out: 0.1}}\n`)).toEqual([]);
  });
});
