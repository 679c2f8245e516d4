import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { canonicalJson, type Json } from '#common/json.ts';
import { verdictText } from '#gate/verdict/verdict-file.ts';
import { verifyFiles } from '#gate/verdict/verify-files.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { answeringSuite, twoJobs, worker } from '#test/support/base-side.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { runCli } from '#test/support/run-cli.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';
import { tries } from '#test/support/tries.ts';

type Files = Readonly<Record<string, string>>;
type Forged = { readonly known: object; readonly files: Files; readonly [field: string]: unknown };

/** What a red run leaves that was tried again in the job that merges, with the runs of main that decided. */
async function redRun(openScene: (files: ReturnType<typeof answeringSuite>) => Promise<Scene>): Promise<Files> {
  const scene = await openScene(answeringSuite(worker('own()')));
  await scene.pushMain();
  const { event, checkout } = await scene.openPull({ 'answer.txt': 'no idea' });
  const { merged } = await twoJobs(scene, { event, checkout });
  expect(merged).toDecide('fail');
  return artifactFiles(scene.fake.state);
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function problemsOf(files: Files): readonly string[] {
  const entries = Object.entries(files);
  const bytes = new Map(entries.map(([name, text]) => [name, new TextEncoder().encode(text)]));
  const verified = verifyFiles({ bytes, hashes: new Map(entries.map(([name, text]) => [name, hashOf(text)])) });
  return 'problems' in verified ? verified.problems : [];
}

describe('a verdict of a run', () => {
  it('is refused after any edit of any file, and the file and what differs are named', async (openScene) => {
    const files = await redRun(openScene);
    expect(Object.keys(files).sort()).toEqual([
      'comment.md',
      'confirmation.json',
      'junit.xml',
      'main-1.json',
      'repair.json',
      'results.json',
      'verdict.json',
    ]);
    expect(problemsOf(files)).toEqual([]);
    const random = seededRandom(60);
    const names = Object.keys(files).filter((name) => name.endsWith('.json'));
    const passed: string[] = [];
    const unnamed: string[] = [];
    for (let i = 0; i < tries(10_000, 40); i += 1) {
      const name = names[Math.floor(random() * names.length)] ?? '';
      const { text, place } = edited(files[name] ?? '', random);
      const problems = problemsOf({ ...files, [name]: text });
      if (problems.length === 0) passed.push(`${name} ${place}`);
      if (!problems.some((problem) => problem.includes(name))) unnamed.push(`${name} ${place}: ${problems[0]}`);
    }
    expect({ passed, unnamed }).toEqual({ passed: [], unnamed: [] });
  });

  it('does not follow from other outcomes, other reasons or other numbers, although every hash was made anew', async (openScene) => {
    const files = await redRun(openScene);
    const random = seededRandom(61);
    const outcomes = /"outcome":"(passed|failed)"/g;
    for (const name of ['results.json', 'confirmation.json', 'main-1.json']) {
      const text = files[name] ?? '';
      const count = [...text.matchAll(outcomes)].length;
      const chosen = Math.floor(random() * count);
      let at = 0;
      const turned = text.replace(outcomes, (match, outcome) =>
        at++ === chosen ? `"outcome":"${outcome === 'passed' ? 'failed' : 'passed'}"` : match,
      );
      expect(turned).not.toBe(text);
      const [first] = problemsOf(resealed({ ...files, [name]: turned }));
      expect(first, name).toMatch(/^verdict\.json: \S+ is .+, and .+ follows from the other files$/);
    }
    for (const [path, value] of [
      ['verdict', 'pass'],
      ['reasons', []],
      ['content', 'other'],
      ['commit', { sha: 'other' }],
      ['cases', []],
    ] as const) {
      const forged = { ...JSON.parse(files['verdict.json'] ?? ''), [path]: value };
      const [first] = problemsOf(resealed({ ...files, 'verdict.json': JSON.stringify(forged) }));
      expect(first).toMatch(new RegExp(`^verdict\\.json: ${path}\\b.* follows from the other files$`));
    }
  });

  it('is not forged by what nothing decides by, by what is left out, or by other rules, although every hash was made anew', async (openScene) => {
    const files = await redRun(openScene);
    for (const [what, forge, sentence] of FORGERIES) {
      const { verdict, files: others } = forge(JSON.parse(files['verdict.json'] ?? ''), files);
      const forged = resealed({ ...files, ...others, 'verdict.json': JSON.stringify(verdict) });
      expect(problemsOf(forged), what).toContainEqual(expect.stringMatching(sentence));
    }
  });

  it('that was compared with runs of main too large to be kept is refused, and says what is missing', async (openScene) => {
    const files = await redRun(openScene);
    const { 'main-1.json': main = '', ...kept } = files;
    const { digest: _, ...verdict } = JSON.parse(files['verdict.json'] ?? '');
    const { 'main-1.json': __, ...named } = verdict.files;
    // As a run writes it that keeps no copies.
    const without = { ...kept, 'verdict.json': verdictText({ ...verdict, files: named }) };
    expect(problemsOf(without)).toEqual([
      "verdict.json can't be derived again: main-1.json is missing: the runs of main were too large to be kept",
    ]);
    expect(problemsOf({ ...without, 'main-1.json': main })).toEqual(problemsOf(without));
    const { 'results.json': ___, ...lost } = files;
    expect(problemsOf(lost)).toEqual([
      'results.json does not exist, and verdict.json names it',
      "verdict.json can't be derived again: results.json is missing",
    ]);
  });

  it('is derived again where ids and tags of cases look like a secret, which the comment does not show', async (openScene) => {
    const secret = 'case-refunded';
    const suite = scriptedSuite(
      { 'case-0': {}, [secret]: { tags: [secret] } },
      {
        agent: { command: ['node', 'agent.mjs'], needs: ['TOKEN'] },
        trials: 3,
      },
    );
    const scene = await openScene({ ...suite, 'agent.mjs': worker('own()'), 'answer.txt': 'all is well' });
    const options = { env: { TOKEN: secret }, inputs: { 'pass-env': 'TOKEN' } };
    await scene.pushMain(options);
    const run = await scene.runPull({ 'answer.txt': 'no idea' }, options);
    expect(run).toDecide('fail');
    const files = artifactFiles(scene.fake.state);
    expect(problemsOf(files)).toEqual([]);
    const { cases } = JSON.parse(files['verdict.json'] ?? '');
    expect(cases.map(({ id }: { id: string }) => id)).toContain(secret);
    expect(files['comment.md']).not.toContain(secret);
  });

  it('is verified by the command, offline, which says what that does not show', async (openScene) => {
    const files = await redRun(openScene);
    const folder = newFolder('verify');
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const verified = await runCli(folder, ['verify', '.']);
    expect(verified).toExit(0);
    expect(verified.stdout).toBe(
      [
        'verdict: fail',
        'verdict.json follows again from confirmation.json, main-1.json, results.json: 3 files, byte for byte.',
        'Unchanged since the run: repair.json.',
        'This shows that these files agree with one another, not where they come from: unsigned.',
        '',
      ].join('\n'),
    );
    await writeFile(join(folder, 'results.json'), (files['results.json'] ?? '').replace('"failed"', '"passed"'));
    const refused = await runCli(folder, ['verify', '.']);
    expect({ code: refused.exitCode, stdout: refused.stdout }).toEqual({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^agent-eval: results\.json: its SHA-256 is [0-9a-f]{64}, and verdict\.json says /);
    expect(refused.stderr).toMatch(/verdict\.json: cases\.0\.here\.passed is 0, and 1 follows from the other files/);
    await writeFile(join(folder, 'verdict.json'), '{');
    const broken = await runCli(folder, ['verify', '.']);
    expect([broken.exitCode, broken.stderr.split('\n')[0]]).toEqual([
      2,
      expect.stringMatching(/verdict\.json is not JSON/),
    ]);
  });
});

/** What a forger changes, and what verify says of it. */
const FORGERIES: readonly (readonly [
  string,
  (verdict: Forged, files: Files) => { verdict: object; files?: Files },
  RegExp,
])[] = [
  [
    'evidence among what the run knew besides its trials',
    ({ known, ...verdict }) => ({
      verdict: { ...verdict, verdict: 'pass', known: { ...known, evidence: [], findings: { evidence: [] } } },
    }),
    /^verdict\.json: verdict is "pass", and "fail" follows from the other files$/,
  ],
  [
    'a prototype in it',
    ({ known, ...verdict }) => ({
      verdict: {
        ...verdict,
        verdict: 'pass',
        known: JSON.parse(`{"__proto__": {"evidence": []}, ${JSON.stringify(known).slice(1)}`),
      },
    }),
    /^verdict\.json: verdict is "pass", and "fail" follows from the other files$/,
  ],
  [
    'fresh trials of main that are left out',
    ({ files: { 'confirmation.json': _, ...named }, ...verdict }) => ({ verdict: { ...verdict, files: named } }),
    /can't be derived again: confirmation\.json is missing: what looked worse was tried again$/,
  ],
  [
    'fresh trials of main that nobody is told of',
    ({ known, ...verdict }) => ({ verdict: { ...verdict, known: { ...known, fresh: { kind: 'none' } } } }),
    /can't be derived again: confirmation\.json decides nothing: nothing was tried again$/,
  ],
  [
    'a run of main that nothing is compared with',
    ({ files: named, ...verdict }, { 'main-1.json': main = '' }) => ({
      verdict: { ...verdict, files: { ...named, 'main-3.json': '' } },
      files: { 'main-3.json': main },
    }),
    /can't be derived again: main-3\.json is named, and decides nothing$/,
  ],
  [
    'a trial of main that no run writes',
    (verdict, { 'main-1.json': main = '' }) => ({
      verdict,
      files: { 'main-1.json': main.replace('"outcome":"passed"', '"outcome":"well"') },
    }),
    /can't be derived again: main-1\.json: results file is malformed: cases\[0\]\.trials\[0\]\.outcome: /,
  ],
  [
    'a policy that asks for less',
    (verdict, { 'results.json': results = '' }) => ({
      verdict,
      files: { 'results.json': results.replace(/"method":"statistical"/, '"method":"threshold"') },
    }),
    /^verdict\.json: policy\.hash is .* follows from the other files$/,
  ],
  [
    'trials of another commit',
    (verdict, { 'results.json': results = '' }) => ({
      verdict,
      files: { 'results.json': results.replace(/"sha":"[0-9a-f]{40}"/, `"sha":"${'0'.repeat(40)}"`) },
    }),
    /^verdict\.json: commit\.sha is .* follows from the other files$/,
  ],
];

/** The same files with all hashes made anew, as a forger would. */
function resealed(files: Files): Files {
  const { digest: _, ...verdict } = JSON.parse(files['verdict.json'] ?? '');
  const named = Object.keys(verdict.files).map((name) => [name, hashOf(files[name] ?? '')]);
  return { ...files, 'verdict.json': verdictText({ ...verdict, files: Object.fromEntries(named) }) };
}

/** JSON with one value changed, or one key less. */
function edited(text: string, random: () => number): { readonly text: string; readonly place: string } {
  for (;;) {
    const value: Json = JSON.parse(text);
    const place = changeOne(value, random);
    const changed = text.startsWith('{\n') ? `${JSON.stringify(value, null, 1)}\n` : `${JSON.stringify(value)}\n`;
    if (place !== null && changed !== text) return { text: changed, place };
  }
}

/** Goes down at random, and changes what it ends at. */
function changeOne(value: Json, random: () => number, path = ''): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const branch: Record<string, Json> = Object(value);
  const keys = Object.keys(branch);
  const key = keys[Math.floor(random() * keys.length)];
  if (key === undefined) return null;
  const inner = branch[key] ?? null;
  const place = `${path}.${key}`;
  const below = changeOne(inner, random, place);
  if (below !== null) return below;
  if (typeof inner === 'number') branch[key] = inner + (random() < 0.5 ? 1 : -0.5);
  else if (typeof inner === 'boolean') branch[key] = !inner;
  else if (typeof inner === 'string') branch[key] = random() < 0.5 ? `${inner}x` : inner.slice(1);
  else if (random() < 0.5 && !Array.isArray(value)) delete branch[key];
  else branch[key] = 7;
  return `${place} was ${canonicalJson(inner)}`;
}
