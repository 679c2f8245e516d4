import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { exists } from '#runner/workspace/files/exists.ts';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { modelSuite, occurrences, PROGRAM, REAL_KEY, runModels } from '#test/support/model-suite.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { lastUser, sinceUser } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { parseRequestSegment } from '#trials/trial/request-segment.ts';
import { parseTrajectoryLine } from '#trials/trial/stored-trajectory.ts';

const SUITE = scriptedSuite({ one: {}, two: {} });
const BROKEN_CASES = { one: { step: { answer: { output: 'no' } } }, two: {} };
const BROKEN = scriptedSuite(BROKEN_CASES);
const HTML = /^<!doctype html>/i;

/** Looks something up, and then says that all is well. */
const LOOKS: ModelScript = (request) =>
  sinceUser(request).some(({ role }) => role === 'tool')
    ? { text: `all is well with ${lastUser(request)}` }
    : { calls: [{ name: 'look_up', arguments: { what: 'it' } }] };

const linesOf = async (path: string) => (await readFile(path, 'utf8')).trim().split('\n');

test('the model calls of a recorded program are stored with their times, usage and requests, each text once and no key', async () => {
  await using server = await startModelServer(LOOKS);
  await using folder = await folderWith(modelSuite(PROGRAM, ['one', 'two'], { trials: 2 }));
  const run = await runModels(folder, server);
  expect(run).toExit(0);
  const output = join(folder.path, 'agent-eval-results');
  const texts = (await linesOf(join(output, 'requests.jsonl'))).map((line) => parseRequestSegment(line));
  const byHash = new Map(texts.map((text) => [text?.hash, text]));
  expect(byHash.size, 'each text once').toBe(texts.length);
  const lines = await linesOf(join(output, 'trajectories.jsonl'));
  expect(lines).toHaveLength(4);
  for (const line of lines) {
    const read = parseTrajectoryLine(line);
    const [turn] = read?.state === 'complete' ? read.trajectory.turns : [];
    const calls = turn?.model_calls ?? [];
    expect(calls.map(({ step }) => step)).toEqual([1, 2]);
    for (const { model, started_ms, duration_ms, usage } of calls) {
      expect(model).toBe('small');
      // Not known for the turn that a process is started for.
      const latency = turn?.latency_ms ?? Number.POSITIVE_INFINITY;
      // What a call waited for our limiter is no part of a latency: some milliseconds on a busy machine.
      expect(started_ms + duration_ms).toBeLessThanOrEqual(latency + 100);
      expect(usage?.input_tokens).toBeGreaterThan(0);
    }
    const [first, second] = calls;
    expect(second?.started_ms).toBeGreaterThanOrEqual((first?.started_ms ?? 0) + (first?.duration_ms ?? 0) - 2);
    const kinds = calls.map(({ request }) => request?.map((hash) => byHash.get(hash)?.kind));
    expect(kinds).toEqual([
      ['settings', 'tool', 'message'],
      ['settings', 'tool', 'message', 'message', 'message'],
    ]);
    expect(calls[1]?.request?.slice(0, 3), 'a conversation that grows').toEqual(calls[0]?.request);
  }
  expect(texts.map((text) => text?.text)).toContain(turnInput('one'));
  for (const name of ['requests.jsonl', 'trajectories.jsonl', 'report.html'])
    expect(occurrences(await readFile(join(output, name), 'utf8'), REAL_KEY), name).toBe(0);
});

const turnInput = (id: string) => `input of ${id}`;

describe('in a terminal', () => {
  test('a run writes its report, and `report` makes one of results, of two beside one another, where it is told to', async () => {
    await using folder = await folderWith(SUITE);
    const main = await folder.cli(['run', '--output', 'main']);
    expect(main.stderr).toContain('Report: main/report.html');
    expect(await folder.read('main/report.html')).toMatch(HTML);
    await folder.write(scriptedSuite(BROKEN_CASES, { gate: { method: 'threshold', pass_rate: { min: 0.9 } } }));
    await folder.cli(['run']);
    const page = join(folder.path, 'agent-eval-results', 'report.html');
    expect(await readFile(page, 'utf8')).toMatch(/<title>fail: /);

    const alone = await folder.cli(['report']);
    expect([alone.exitCode, alone.stdout, alone.stderr]).toEqual([0, `${page}\n`, '']);
    expect(await readFile(page, 'utf8'), 'by the gate of the config beside it').toMatch(/<title>fail: /);
    const both = await folder.cli(['report', 'main', 'agent-eval-results/results.json', '--output', 'both.html']);
    expect([both.exitCode, both.stderr]).toEqual([0, '']);
    const html = await folder.read('both.html');
    expect(html).toMatch(HTML);
    expect(html).toMatch(/<title>[a-z]+: agent-eval\.yml, 2 cases</);
    const plain = await folder.cli(['report', 'main', 'agent-eval-results', '--plain', '--output', 'no.html']);
    expect([plain.exitCode, plain.stderr, await exists(join(folder.path, 'no.html'))]).toEqual([0, '', false]);
    expect(plain.stdout).toMatch(/^### ❌ Not ready to merge: [\s\S]*^Before: .* Now: [\s\S]*^Run it locally:$/m);
  });

  test('opens the report where a program for that exists, and otherwise says so', async () => {
    await using folder = await folderWith(SUITE);
    await folder.cli(['run']);
    const bin = join(folder.path, 'bin');
    await mkdir(bin);
    const none = await folder.cli(['report', '--open'], { env: { PATH: bin } });
    expect([none.exitCode, none.stdout]).toEqual([0, expect.stringMatching(/report\.html\n$/)]);
    expect(none.stderr).toMatch(/no browser opens here: xdg-open could not be started.*Open .*report.html yourself/);

    await opener(folder, bin, 'printf "%s\\n" "$#" "$1" > opened.txt');
    const odd = join(folder.path, 'it is; touch hacked $(touch hacked).html');
    await folder.cli(['report', '--open', '--output', odd], {
      env: { PATH: `${bin}${delimiter}${process.env['PATH']}` },
    });
    expect(await folder.read('opened.txt')).toBe(`1\n${odd}\n`);
    expect(await exists(join(folder.path, 'hacked'))).toBe(false);

    await opener(folder, bin, 'exit 3');
    const failing = await folder.cli(['report', '--open'], {
      env: { PATH: `${bin}${delimiter}${process.env['PATH']}` },
    });
    expect(failing.stderr).toMatch(/no browser opens here: xdg-open ended with code 3/);
    expect(failing.exitCode).toBe(0);
  });
});

it('on GitHub the report is an artifact that opens in the browser, and the outputs name it', async (openScene) => {
  const scene = await openScene(SUITE);
  await scene.pushMain({ inputs: { key: 'support' } });
  const result = await scene.runPull(BROKEN, { inputs: { key: 'support', confirm: 'never' } });
  expect(result).toExit(1);
  const artifact = reportOf(scene, `agent-eval-report-support-${result.run.id}-1.html`);
  expect(artifact).toMatchObject({ runId: result.run.id, contentType: 'text/html' });
  expect(Buffer.from(artifact?.content ?? []).toString()).toMatch(HTML);
  expect(result.outputs['report-url']).toMatch(
    new RegExp(`/octo-org/agents/actions/runs/${result.run.id}/artifacts/${artifact?.id}$`),
  );
  const path = result.outputs['report-path'] ?? '';
  expect(path).toMatch(/agent-eval-results-support\/report\.html$/);
  const url = result.outputs['report-url'] ?? '';
  expect(scene.fake.state.comments[0]?.body).toContain(url);
  expect(result.summary).toContain(url);
  expect(artifactFiles(scene.fake.state, 'agent-eval-results-support')).not.toHaveProperty('report.html');
});

it('beside a committed baseline file with its trajectories the report shows what main did', async (openScene) => {
  const maker = await openScene(SUITE);
  await maker.pushMain({ inputs: { trajectories: 'all' } });
  const stored = artifactFiles(maker.fake.state)['results.json'] ?? '';
  const lines = artifactFiles(maker.fake.state, 'agent-eval-trajectories')['trajectories.jsonl'] ?? '';
  expect(lines).toContain('"one#1"');
  const beside = { 'evals/base/results.json': stored, 'evals/base/trajectories.jsonl': lines };
  const scene = await openScene({ ...SUITE, ...beside });
  const result = await scene.runPull(BROKEN, {
    inputs: { baseline: 'file:evals/base/results.json', confirm: 'never' },
  });
  expect(result).toExit(1);
  const html = Buffer.from(reportOf(scene)?.content ?? []).toString();
  const blocks = [...html.matchAll(/class="block">"(.*?)"<\/script>/g)].map(([, block = '']) =>
    inflateRawSync(Buffer.from(block, 'base64')).toString(),
  );
  const [worst] = blocks.map((block) => JSON.parse(block).value as { main: { seen: { kind: string } }[] });
  expect(worst?.main.map(({ seen }) => seen.kind)).toContain('whole');
});

function reportOf({ fake }: Scene, name?: string) {
  return fake.state.artifacts.find((artifact) =>
    name === undefined ? artifact.name.endsWith('.html') : artifact.name === name,
  );
}

async function opener({ path }: Folder, bin: string, script: string): Promise<void> {
  const file = join(bin, 'xdg-open');
  await writeFile(file, `#!/bin/sh\ncd '${path}'\n${script}\n`);
  await chmod(file, 0o755);
}
