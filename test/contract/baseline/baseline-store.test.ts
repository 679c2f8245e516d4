import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import { committedBaseline } from '#github/commits/committed-baseline.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { emptyBaseline } from '#runner/no-baseline.ts';
import { fileBaselines } from '#runner/workspace/baselines/file-baselines.ts';
import {
  ARTIFACT,
  allOf,
  labelOf,
  labelsOf,
  linesOf,
  type MainHistory,
  originOf,
  repositoryOf,
  resultsText,
  startMainHistory,
  TRAJECTORIES,
  trajectoriesZip,
} from '#test/github/artifacts/main-history.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { addArtifact, addCommit, addRun, sha } from '#test/testing/github/state-builders.ts';

let folder: string;

beforeAll(async () => {
  folder = newFolder('baseline');
});

/** A place that holds these files of a run, as long as it is not disposed of. */
type Opened = AsyncDisposable & { readonly store: BaselineStore };
type Open = (results: string, trajectories?: string) => Promise<Opened>;

/** Every place a baseline can come from. */
const stores: readonly (readonly [string, Open])[] = [
  ['artifactBaseline', fromArtifact],
  ['committedBaseline', fromCommit],
  ['fileBaselines', fromFiles],
];

describe.each(stores)('%s', (_, open) => {
  const findIn = async (text: string): Promise<BaselineLookup> => {
    await using place = await open(text);
    return await place.store.find();
  };

  it('gives the results that are stored, with how they were chosen', async () => {
    const found = await findIn(resultsText('stored'));
    expect(labelOf(found)).toBe('stored');
    expect(found).toMatchObject({
      kind: 'found',
      runs: [{ sha: expect.stringMatching(/^[0-9a-f]{40}$/) }],
      target_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      notes: [],
      choice: expect.stringMatching(/^the .*[^.]$/),
    });
  });

  it('gives a whole file of several megabytes', async () => {
    const large = JSON.parse(resultsText('large'));
    const text = JSON.stringify({ ...large, padding: 'x'.repeat(3_000_000) });
    expect(labelOf(await findIn(text))).toBe('large');
  });

  const unreadable: readonly (readonly [string, string, RegExp])[] = [
    ['is empty', '', /not JSON/],
    ['is cut off', resultsText('cut').slice(0, -10), /not JSON/],
    ['is no results file', '{"hello":"world"}', /schema_version/],
    [
      'is of a newer format',
      resultsText('new').replace('"schema_version":1', '"schema_version":2'),
      /schema_version 2/,
    ],
    ['lies about a type', resultsText('lie').replace('"complete":true', '"complete":"yes"'), /complete/],
    ['would pollute prototypes', '{"__proto__":{"schema_version":1}}', /schema_version/],
  ];

  it.each(unreadable)('is none and says why when the file %s', async (_what, text, why) => {
    const found = await findIn(text);
    expect(found.kind).toBe('none');
    expect([...found.notes, labelOf(found)].join('\n')).toMatch(why);
  });

  it('says what is wrong in one line that no terminal or runner acts on', async () => {
    const found = await findIn('{"schema_version":"\\u001b[2J\\n::set-output name=passed::true"}');
    for (const text of [...found.notes, labelOf(found)]) {
      expect(text).not.toMatch(/[\p{C}]/u);
    }
  });
});

describe.each(stores)('the trajectories of %s', (_, open) => {
  it('are the lines of the run that was found, in their order, characters of several bytes unharmed', async () => {
    const lines = Array.from({ length: 60 }, (_, index) =>
      JSON.stringify({ id: index, text: '€😀é\u2028'.repeat(900) }),
    );
    await using place = await open(resultsText('stored'), `${lines.join('\n')}\n`);
    expect(await linesOf(place.store)).toEqual(lines);
    expect(await linesOf(place.store)).toEqual(lines);
  });

  it('are without a line that is too long', async () => {
    const text = `{"id":1}\n{"id":"${'x'.repeat(3_000_000)}"}\n{"id":2}\n`;
    await using place = await open(resultsText('stored'), text);
    expect(await linesOf(place.store)).toEqual(['{"id":1}', '{"id":2}']);
  });

  it('need not be read to their end', async () => {
    await using place = await open(resultsText('stored'), '{"id":1}\n'.repeat(50_000));
    const found = await place.store.find();
    const lines: string[] = [];
    for await (const line of found.kind === 'found' ? place.store.trajectories(found.runs[0]) : []) {
      lines.push(line);
      if (lines.length === 2) break;
    }
    expect(lines).toEqual(['{"id":1}', '{"id":1}']);
  });

  it('are missing when none were stored, which is no hindrance to finding the results', async () => {
    await using place = await open(resultsText('stored'));
    await expect(linesOf(place.store)).rejects.toThrow(/^are not stored(: the run has no artifact \S+| next to it)$/);
  });

  it('are missing for a run that no store has found', async () => {
    await using place = await open(resultsText('stored'), '{"id":1}\n');
    const found = await place.store.find();
    const [run] = found.kind === 'found' ? found.runs : expect.fail();
    const lines = allOf(place.store.trajectories({ ...run, place: null }));
    await expect(lines).rejects.toThrow(/^are not stored/);
  });
});

describe('noBaseline', () => {
  it('has no trajectories', async () => {
    await using place = await fromFiles(resultsText('stored'), '{"id":1}\n');
    const found = await place.store.find();
    const [run] = found.kind === 'found' ? found.runs : expect.fail();
    const lines = allOf(emptyBaseline('it was switched off').trajectories(run));
    await expect(lines).rejects.toThrow(/^are not stored$/);
  });

  it('is none, with the reason it was given', async () => {
    expect(await emptyBaseline('it was switched off').find()).toEqual({
      kind: 'none',
      reason: 'it was switched off',
      notes: [],
    });
  });
});

describe('a file that can not be read', () => {
  const reason = async (path: string) => labelOf(await fileBaselines([path]).find());

  it('is none when it is missing, a folder, or not UTF-8', async () => {
    await mkdir(join(folder, 'a-folder'), { recursive: true });
    await writeFile(join(folder, 'latin1.json'), Buffer.from([0x22, 0xe9, 0x22]));
    expect(await reason(join(folder, 'missing.json'))).toMatch(/missing\.json does not exist$/);
    expect(await reason(join(folder, 'a-folder'))).toMatch(/is a folder; name a file$/);
    expect(await reason(join(folder, 'latin1.json'))).toMatch(/is not UTF-8 text$/);
  });
});

describe('the trajectories of fileBaselines', () => {
  it('are refused when they are not a file', async () => {
    await using place = await savedRun(resultsText('stored'));
    await mkdir(join(dirname(place.path), 'trajectories.jsonl'));
    await expect(linesOf(fileBaselines([place.path]))).rejects.toThrow(/^can't be read: .* is not a file$/);
  });

  it('are refused when they are larger than anybody reads', async () => {
    await using place = await savedRun(resultsText('stored'), '');
    await truncate(join(dirname(place.path), 'trajectories.jsonl'), 2 * 1024 ** 3 + 1);
    await expect(linesOf(fileBaselines([place.path]))).rejects.toThrow(/^are larger than 2147483648 bytes$/);
  });

  it('are next to the file that a link leads to', async () => {
    await using place = await savedRun(resultsText('stored'), '{"id":1}\n');
    const link = join(folder, 'link.json');
    await symlink(place.path, link);
    expect(await linesOf(fileBaselines([link]))).toEqual(['{"id":1}']);
  });
});

describe('fileBaselines', () => {
  const save = async (name: string, more: object = {}) => {
    await writeFile(join(folder, name), resultsText(name, more));
    return join(folder, name);
  };

  it('is a pool: the newest is compared with first, whatever the order named; files without a time come last', async () => {
    const paths = [
      await save('timeless'),
      await save('old', { created_at: '2026-11-01T12:00:00.000Z' }),
      await save('new', { created_at: '2026-11-03T01:00:00+02:00' }),
      await save('middle', { created_at: '2026-11-02T22:00:00.000Z' }),
    ];
    const found = await fileBaselines(paths).find();
    expect(labelsOf(found)).toEqual(['new', 'middle', 'old', 'timeless']);
    expect(found).toMatchObject({ choice: `the file ${join(folder, 'new')}, the newest of 4`, target_sha: sha('new') });
  });

  it('has trajectories for each of them', async () => {
    await using old = await savedRun(resultsText('old', { created_at: '2026-11-01T12:00:00Z' }), 'old');
    await using young = await savedRun(resultsText('new', { created_at: '2026-11-02T12:00:00Z' }), 'new');
    const store = fileBaselines([old.path, young.path]);
    const found = await store.find();
    const runs = found.kind === 'found' ? found.runs : [];
    expect(await Promise.all(runs.map((run) => allOf(store.trajectories(run))))).toEqual([['new'], ['old']]);
  });

  it('is none as soon as one of them can’t be used', async () => {
    const paths = [await save('good'), join(folder, 'not there.json'), await save('good too')];
    expect(labelOf(await fileBaselines(paths).find())).toMatch(/^none: the file .*not there\.json does not exist$/);
    expect(labelOf(await fileBaselines([]).find())).toMatch(/no file was named/);
  });

  it('is none when a run is named twice, by a copy or by its number', async () => {
    const run = { id: '17', key: null };
    const first = await save('one', { run });
    await writeFile(join(folder, 'copy'), resultsText('loner'));
    await writeFile(join(folder, 'loner'), resultsText('loner'));
    const copies = [join(folder, 'copy'), join(folder, 'loner')];
    expect(labelOf(await fileBaselines(copies).find())).toMatch(/copy and .*loner hold the same run/);
    expect(labelOf(await fileBaselines([first, await save('two', { run })]).find())).toMatch(/hold the same run/);
    const other = await save('three', { run: { id: '17', key: 'billing' } });
    expect(labelsOf(await fileBaselines([first, other]).find())).toEqual(['one', 'three']);
  });
});

describe('committedBaseline', () => {
  it('reads the base commit, whatever other commits say', async () => {
    await using main = await startMainHistory();
    addCommit(main.fake.state, { sha: sha('base'), files: { 'evals/base.json': resultsText('of the base') } });
    addCommit(main.fake.state, { sha: sha('pr'), files: { 'evals/base.json': resultsText('forged') } });
    const store = (commit: string, path = 'evals/base.json') =>
      committedBaseline({ github: main.github, repository: repositoryOf(main.fake), path, sha: sha(commit) });
    const found = await store('base').find();
    expect(labelOf(found)).toBe('of the base');
    expect(found).toMatchObject({
      choice: `the file evals/base.json at ${sha('base').slice(0, 7)}`,
      runs: [{ sha: sha('of the base'), url: null }],
      target_sha: sha('base'),
    });
    expect(labelOf(await store('base', 'evals/none.json').find())).toMatch(/does not exist: commit it on the base/);
    expect(labelOf(await store('base', 'evals').find())).toMatch(/is not a file$/);
    expect(main.fake.violations).toEqual([]);
  });

  it('names the permission that is missing, and survives without an answer', async () => {
    await using main = await startMainHistory({ repository: { private: true }, permissions: { actions: 'read' } });
    const options = { github: main.github, repository: repositoryOf(main.fake), path: 'b.json', sha: sha('m1') };
    expect(labelOf(await committedBaseline(options).find())).toMatch(/add "permissions: contents: read"$/);
    main.fake.failNext({ drop: true, times: 10 });
    expect(labelOf(await committedBaseline(options).find())).toMatch(/could not be read: no answer/);
  });
});

describe('the trajectories of committedBaseline', () => {
  const baseOf = (files: Readonly<Record<string, string>>, path: string, { fake, github }: MainHistory) => {
    addCommit(fake.state, { sha: sha('base'), files });
    return committedBaseline({ github, repository: repositoryOf(fake), path, sha: sha('base') });
  };

  it('are those of the base commit, in the folder of the results', async () => {
    await using main = await startMainHistory();
    addCommit(main.fake.state, { sha: sha('pr'), files: { 'trajectories.jsonl': 'forged' } });
    const files = {
      'base.json': resultsText('base'),
      'trajectories.jsonl': 'of the base',
      'x/trajectories.jsonl': 'x',
    };
    expect(await linesOf(baseOf(files, 'base.json', main))).toEqual(['of the base']);
  });

  it('are refused when they are larger than what is held as text', async () => {
    await using main = await startMainHistory();
    const files = { 'base.json': resultsText('base'), 'trajectories.jsonl': '\n'.repeat(64 * 1024 * 1024 + 1) };
    await expect(linesOf(baseOf(files, 'base.json', main))).rejects.toThrow(
      /^can't be read: the file trajectories\.jsonl is larger than 67108864 bytes$/,
    );
  });

  it('are not known while GitHub does not answer', async () => {
    await using main = await startMainHistory();
    const store = baseOf({ 'base.json': resultsText('base'), 'trajectories.jsonl': 'x' }, 'base.json', main);
    main.fake.failNext({ path: /trajectories/, drop: true, times: 10 });
    await expect(linesOf(store)).rejects.toThrow(
      /^can't be read: the file trajectories\.jsonl could not be read: no answer/,
    );
  });
});

async function fromArtifact(text: string, trajectories?: string): Promise<Opened> {
  const main = await startMainHistory();
  const run = addRun(main.fake.state, { headSha: sha('m3') });
  const { id: runId } = run;
  // An artifact names the run that wrote it.
  const own = text.replace(/"commit":\{[^}]*\}/, JSON.stringify(originOf(run)).slice(1, -1));
  addArtifact(main.fake.state, { runId, name: ARTIFACT, content: zipSync({ 'results.json': strToU8(own) }) });
  if (trajectories !== undefined) {
    addArtifact(main.fake.state, { runId, name: TRAJECTORIES, content: trajectoriesZip(trajectories) });
  }
  return opened(main, main.store());
}

async function fromCommit(text: string, trajectories?: string): Promise<Opened> {
  const main = await startMainHistory();
  const files = { 'evals/baseline.json': text };
  const beside = trajectories === undefined ? {} : { 'evals/trajectories.jsonl': trajectories };
  addCommit(main.fake.state, { sha: sha('base'), files: { ...files, ...beside } });
  const options = { repository: repositoryOf(main.fake), path: 'evals/baseline.json', sha: sha('base') };
  return opened(main, committedBaseline({ github: main.github, ...options }));
}

function opened(main: MainHistory, store: BaselineStore): Opened {
  return {
    store,
    async [Symbol.asyncDispose]() {
      expect(main.fake.violations).toEqual([]);
      await main[Symbol.asyncDispose]();
    },
  };
}

async function fromFiles(text: string, trajectories?: string): Promise<Opened> {
  const { path, ...place } = await savedRun(text, trajectories);
  return { store: fileBaselines([path]), ...place };
}

async function savedRun(text: string, trajectories?: string): Promise<AsyncDisposable & { readonly path: string }> {
  const saved = await mkdtemp(join(folder, 'run-'));
  const path = join(saved, 'results.json');
  await writeFile(path, text);
  if (trajectories !== undefined) await writeFile(join(saved, 'trajectories.jsonl'), trajectories);
  return { path, [Symbol.asyncDispose]: () => rm(saved, { recursive: true }) };
}
