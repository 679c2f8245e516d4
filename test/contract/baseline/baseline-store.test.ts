import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { committedBaseline } from '#adapters/baseline/committed-baseline.ts';
import { fileBaseline } from '#adapters/baseline/file-baseline.ts';
import { fileBaselines } from '#adapters/baseline/file-baselines.ts';
import { noBaseline } from '#adapters/baseline/no-baseline.ts';
import type { BaselineStore } from '#application/ports.ts';
import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import {
  labelOf,
  labelsOf,
  repositoryOf,
  resultsText,
  startMainHistory,
} from '#test/adapters/baseline/main-history.ts';
import { addCommit, sha } from '#test/support/github/state-builders.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every place a baseline can come from, holding the given text as its results.json. */
const stores: readonly (readonly [string, (text: string) => Promise<BaselineLookup>])[] = [
  ['artifactBaseline', fromArtifact],
  ['committedBaseline', fromCommit],
  ['fileBaseline', fromFile],
  ['fileBaselines', fromFiles],
];

describe.each(stores)('%s', (_, findIn) => {
  it('gives the results that are stored, with how they were chosen', async () => {
    const found = await findIn(resultsText('stored'));
    expect(labelOf(found)).toBe('stored');
    expect(found).toMatchObject({
      kind: 'found',
      runs: [{ sha: expect.stringMatching(/^[0-9a-f]{40}$/) }],
      target_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      notes: [],
      chosen: expect.stringMatching(/^the .*[^.]$/),
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

describe('noBaseline', () => {
  it('is none, with the reason it was given', async () => {
    expect(await noBaseline('it was switched off').find()).toEqual({
      kind: 'none',
      reason: 'it was switched off',
      notes: [],
    });
  });
});

describe('fileBaseline', () => {
  const reason = async (store: BaselineStore) => labelOf(await store.find());

  it('is none when the file is missing, a folder, or not UTF-8', async () => {
    await mkdir(join(folder, 'a-folder'), { recursive: true });
    await writeFile(join(folder, 'latin1.json'), Buffer.from([0x22, 0xe9, 0x22]));
    expect(await reason(fileBaseline(join(folder, 'missing.json')))).toMatch(/missing\.json does not exist$/);
    expect(await reason(fileBaseline(join(folder, 'a-folder')))).toMatch(/is not a file$/);
    expect(await reason(fileBaseline(join(folder, 'latin1.json')))).toMatch(/is not UTF-8 text$/);
  });

  it('names the path as the user wrote it', async () => {
    const location = join(folder, 'named.json');
    await writeFile(location, resultsText('named'));
    expect(await fileBaseline('evals/named.json', location).find()).toMatchObject({
      chosen: 'the file evals/named.json',
      runs: [{ sha: sha('named'), url: null }],
      target_sha: sha('named'),
    });
    expect(await reason(fileBaseline('evals/gone.json', join(folder, 'gone.json')))).toBe(
      'none: the file evals/gone.json does not exist',
    );
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
    expect(found).toMatchObject({ chosen: `the file ${join(folder, 'new')}, the newest of 4`, target_sha: sha('new') });
  });

  it('is none as soon as one of them can’t be used', async () => {
    const paths = [await save('good'), join(folder, 'not there.json'), await save('good too')];
    expect(labelOf(await fileBaselines(paths).find())).toMatch(/^none: the file .*not there\.json does not exist$/);
    expect(labelOf(await fileBaselines([]).find())).toMatch(/no file was named/);
  });

  it('is none when a run is named twice, by a copy or by its number', async () => {
    const run = { id: '17', key: null };
    const one = await save('one', { run });
    await writeFile(join(folder, 'copy'), resultsText('loner'));
    await writeFile(join(folder, 'loner'), resultsText('loner'));
    const copies = [join(folder, 'copy'), join(folder, 'loner')];
    expect(labelOf(await fileBaselines(copies).find())).toMatch(/copy and .*loner hold the same run/);
    expect(labelOf(await fileBaselines([one, await save('two', { run })]).find())).toMatch(/hold the same run/);
    const other = await save('three', { run: { id: '17', key: 'billing' } });
    expect(labelsOf(await fileBaselines([one, other]).find())).toEqual(['one', 'three']);
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
      chosen: `the file evals/base.json at ${sha('base').slice(0, 7)}`,
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

async function fromArtifact(text: string): Promise<BaselineLookup> {
  await using main = await startMainHistory();
  main.stored('m3', 'm3', {}, { content: zipSync({ 'results.json': strToU8(text) }) });
  const found = await main.find();
  expect(main.fake.violations).toEqual([]);
  return found;
}

async function fromCommit(text: string): Promise<BaselineLookup> {
  await using main = await startMainHistory();
  addCommit(main.fake.state, { sha: sha('base'), files: { 'evals/baseline.json': text } });
  const { github, fake } = main;
  const options = { github, repository: repositoryOf(fake), path: 'evals/baseline.json', sha: sha('base') };
  const found = await committedBaseline(options).find();
  expect(fake.violations).toEqual([]);
  return found;
}

async function fromFile(text: string): Promise<BaselineLookup> {
  const path = join(folder, 'results.json');
  await writeFile(path, text);
  return fileBaseline(path).find();
}

async function fromFiles(text: string): Promise<BaselineLookup> {
  const path = join(folder, 'one-of-one.json');
  await writeFile(path, text);
  return fileBaselines([path]).find();
}
