import { describe, expect } from 'vitest';
import { OUTPUT_NAMES } from '#github/log/outputs.ts';
import { COMMANDS, FORGED, MARKUP, withoutGlobs } from '#test/support/hostile-texts.ts';
import { liveMarkup } from '#test/support/markdown.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { agent, json, type ScriptedCase, scriptedSuite } from '#test/support/scripted-suite.ts';
import type { ActionResult } from '#test/testing/github/runner.ts';

/** All of them; and a few, for places where long texts are cut. */
const TEXTS = [...COMMANDS, ...MARKUP];
const FEW = [
  '::set-output name=forged::forged',
  '##[add-mask]forged',
  '@forged',
  '![forged](https://forged.example/x.png)',
];

describe('nothing that is said acts on GitHub:', () => {
  it.for([
    ['commands', COMMANDS],
    ['markup', MARKUP],
  ] as const)(
    '%s in answers, tool calls, errors and last words, in names, tags, files and checks',
    async ([, texts], { openScene }) => {
      const scene = await openScene(hostileSuite(texts));
      const result = await scene.runPull();
      expect(result.outputs['trials'], result.stdout).toBe(String(texts.length + 3 * chunks(texts).length));
      expect(result.outputs['verdict']).toBe('inconclusive');
      expectNoForgery(result, scene);
    },
  );

  it('problems of config and cases', async (openScene) => {
    const wrong = Object.fromEntries(TEXTS.map((text) => [text, text]));
    const suite = scriptedSuite({ one: { ...wrong, name: TEXTS[0], expect: { response: wrong, metadata: wrong } } });
    const scene = await openScene({ ...suite, 'evals/broken.yml': TEXTS.join('\n') });
    const inCases = await scene.runPull();
    const inConfig = await scene.runPull(scriptedSuite({ one: {} }, { ...wrong, limits: wrong, trials: FEW.join() }));
    for (const result of [inCases, inConfig]) {
      expect(result).toExit(2);
      expect(result.stdout).toContain(FORGED);
      expectNoForgery(result, scene);
    }
  });

  it('what setup prints, and the setup line itself', async (openScene) => {
    const setup = ['cat texts.txt; cat texts.txt >&2', `: ${quoted(TEXTS)}; exit 3`];
    const suite = scriptedSuite({ one: {} }, { agent: agent({ setup }) });
    const scene = await openScene({ ...suite, 'texts.txt': TEXTS.join('\n') });
    const result = await scene.runPull();
    expect(result).toExit(4);
    expect(result.stdout).toContain(FORGED);
    expectNoForgery(result, scene);
  });

  it("the last words of an agent that can't start, and its name", async (openScene) => {
    const program = "process.stderr.write(require('node:fs').readFileSync('texts.txt')); process.exit(5)";
    const command = [process.execPath, '-e', program];
    const suite = scriptedSuite({ one: {} }, { agent: { command } });
    const scene = await openScene({ ...suite, 'texts.txt': TEXTS.join('\n') });
    const failing = await scene.runPull();
    const missing = await scene.runPull(scriptedSuite({ one: {} }, { agent: { command: [FEW.join(' '), 'x'] } }));
    for (const result of [failing, missing]) {
      expect(result).toExit(4);
      expect(result.stdout).toContain(FORGED);
      expectNoForgery(result, scene);
    }
  });

  it('answers of GitHub', async (openScene) => {
    const scene = await openScene(scriptedSuite({ one: {} }));
    const body = { message: FEW.join('\n') };
    scene.fake.failNext({ path: /\/actions\/workflows\//, status: 403, body });
    scene.fake.failNext({ path: /\/comments$/, method: 'POST', status: 422, body });
    const result = await scene.runPull();
    expect(result).toExit(0);
    expect(result.stdout).toContain(FORGED);
    expectNoForgery(result, scene);
  });

  it('inputs', async (openScene) => {
    const scene = await openScene(scriptedSuite({ one: {} }));
    const text = TEXTS.join('\n');
    const inputs = { key: text, 'fail-on': text, 'pass-env': text, baseline: text, trials: text, config: text };
    const refused = await scene.runPull({}, { inputs });
    const nothingLeft = await scene.runPull({}, { inputs: { cases: text, tags: text } });
    for (const result of [refused, nothingLeft]) {
      expect(result).toExit(2);
      expect(result.stdout).toContain(FORGED);
      expectNoForgery(result, scene);
    }
  });
});

/**
 * A case per text that puts it everywhere in an answer that fails, and cases that say several texts in errors, as
 * garbage and as last words. Every case has a file named by its text.
 */
function hostileSuite(texts: readonly string[]): ReturnType<typeof scriptedSuite> {
  const answers = texts.map((text, index): [string, ScriptedCase] => [
    `a${index + 100}`,
    {
      name: text.replace(/\p{Cc}/gu, ' '),
      tags: [text.replace(/\p{Cc}/gu, ' ')],
      step: {
        stderr: `${text}\n`,
        print: `${text}\n${JSON.stringify({ type: 'log', message: text })}\n`,
        answer: {
          output: text,
          tool_calls: [{ name: text, arguments: { [text]: text }, status: 'error', result: text }],
          metadata: { [text]: text, state: text },
          state: { [text]: text },
          plan: [{ tool: text, args: { [text]: text } }],
          retrieved: [text],
        },
      },
      expect: {
        tools: { calls: [{ name: withoutGlobs(text), args: { other: text } }], forbidden: ['*'] },
        response: { equals: `not ${text}`, not_contains: [text.trim()] },
        metadata: { state: `not ${text}`, absent: text },
        state: { missing: text },
        retrieved: { ids: [`not ${text}`], k: 1 },
        custom: [{ command: ['cat', `checks/${index}.json`] }],
      },
    },
  ]);
  const others = chunks(texts).flatMap((chunk, index): [string, ScriptedCase][] => [
    [`b${index}`, { step: { answer: { type: 'error', kind: 'agent', message: chunk } } }],
    [`c${index}`, { step: { print: `${chunk}\n`, stderr: `${chunk}\n`, answer: { output: [chunk] } } }],
    [`d${index}`, { step: { stderr: `${chunk}\n`, exit: 3 } }],
  ]);
  const { 'evals/cases.yml': all, ...suite } = scriptedSuite(Object.fromEntries([...answers, ...others]), {
    trials: 1,
  });
  const cases: readonly { readonly name?: string }[] = JSON.parse(all ?? '').cases;
  return {
    ...suite,
    ...Object.fromEntries(
      cases.map((evalCase, index) => [`evals/${fileName(evalCase.name)}-${index}.yml`, json({ cases: [evalCase] })]),
    ),
    ...Object.fromEntries(texts.map((reason, index) => [`checks/${index}.json`, json({ passed: false, reason })])),
  };
}

/** Texts of a few lines, short enough to be kept whole. */
function chunks(texts: readonly string[]): readonly string[] {
  const size = 8;
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, index) =>
    texts.slice(index * size, (index + 1) * size).join('\n'),
  );
}

function fileName(text = 'plain'): string {
  return text.replaceAll('/', '∕').replace(/^\.+/, '');
}

function quoted(texts: readonly string[]): string {
  return `'${texts.join('\n').replaceAll("'", "'\\''")}'`;
}

/** Everything the run did to GitHub is what the action itself says. */
function expectNoForgery(result: ActionResult, scene: Scene): void {
  const { commands } = result;
  const known: readonly string[] = OUTPUT_NAMES;
  expect(Object.keys(result.outputs).filter((name) => !known.includes(name))).toEqual([]);
  expect(commands.outputs).toEqual({});
  expect(commands.state).toEqual({});
  expect(result.stateFile).toEqual({});
  expect(result.envFile).toEqual({});
  expect(result.pathFile).toEqual([]);
  expect(commands.matchers).toEqual([]);
  expect(commands.failures).toEqual([]);
  expect(commands.masks.filter((mask) => mask.includes(FORGED))).toEqual([]);
  expect(commands.groups.filter((title) => title.startsWith(FORGED))).toEqual([]);
  expect(commands.debug.filter((text) => text.startsWith(FORGED))).toEqual([]);
  for (const { title, file, message } of commands.annotations) {
    expect(title ?? 'Agent eval').toMatch(/^Agent eval/);
    expect(file ?? '').not.toBe('forged.js');
    expect(message).not.toMatch(/^forged/);
  }
  expect(gullibleReading(result.stdout)).toEqual([]);
  expect(gullibleReading(result.stderr)).toEqual([]);

  const links = [`https://github.com/${scene.fake.state.repository.fullName}/`];
  const texts = [result.summary, ...scene.fake.state.comments.map(({ body }) => body)];
  for (const text of texts) expect(liveMarkup(text, links)).toEqual([]);
}

/** Commands that a runner would find that takes everything for a line's end or for white space, and that are not ours. */
function gullibleReading(output: string): readonly string[] {
  let token: string | null = null;
  return output.split(/\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/).filter((line) => {
    const text = line.replace(/^[\s\p{C}]+/u, '');
    const stop = /^::stop-commands::([0-9a-f-]{36})$/.exec(text)?.[1];
    if (token !== null) {
      if (text === `::${token}::`) token = null;
      return false;
    }
    if (stop !== undefined) token = stop;
    if (/##\[\w/.test(text)) return true;
    const [, name = '', properties = '', data = ''] = /^::([\w-]+)(.*?)::(.*)$/.exec(text) ?? [];
    if (['error', 'warning', 'notice'].includes(name)) return /[ ,](?:file|title)=forged/.test(properties);
    return name !== '' && `${properties}${data}`.startsWith(FORGED);
  });
}
