// npm run release: a maintainer runs it for each version.
/**
 * Makes a release: `npm run release -- 1.2.0 [--dry-run]`. Gives the version to package.json, its lockfile, the tool and the
 * changelog, writes the repository's own name where files have the placeholder of package.json, builds, commits, sets the tag v1.2.0 with the notes of the changelog and moves the floating tag v1. Nothing is
 * pushed: the last lines say how, and the workflow `release` does the rest. `--notes 1.2.0` only prints that version's notes.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { notesOf, released } from './changelog.ts';

const TOOL_FILE = 'src/common/tool.ts';
const CHANGELOG = 'CHANGELOG.md';

const [first = '', second = ''] = process.argv.slice(2);
if (first === '--notes') printNotes(second);
else release(first, process.argv.includes('--dry-run'));

function printNotes(version: string): void {
  const notes = notesOf(read(CHANGELOG), version);
  if (notes === null || notes === '') stop(`${CHANGELOG} says nothing of ${version}`);
  console.log(notes);
}

function release(version: string, dry: boolean): void {
  const problems = whyNot(version);
  if (problems.length > 0) stop(problems.join('\n'));
  const notes = notesOf(read(CHANGELOG), 'Unreleased') ?? '';
  const [major = '0'] = version.split('.');
  const date = new Date().toISOString().slice(0, 10);
  const names = { before: repositoryIn(JSON.parse(read('package.json')).repository.url), now: originName() };
  const steps: readonly (readonly [string, () => void])[] = [
    [
      `package.json, package-lock.json: version ${version}`,
      () => run('npm', 'version', version, '--no-git-tag-version'),
    ],
    [
      `${TOOL_FILE}: version ${version}`,
      () => edit(TOOL_FILE, (text) => text.replace(/version: '[^']*'/, `version: '${version}'`)),
    ],
    [`${CHANGELOG}: [${version}] - ${date}`, () => edit(CHANGELOG, (text) => released(text, version, date))],
    ...(names.before === names.now
      ? []
      : [[`${names.before}: ${names.now}, in every file that names it`, () => rename(names)] as const]),
    ['dist/, schema/, README.md: as the sources give them', () => run('npm', 'run', '--silent', 'generate')],
    [`commit "Release ${version}"`, () => run('git', 'commit', '--all', '--quiet', '--message', `Release ${version}`)],
    [
      `tag v${version}, with the notes below`,
      () => run('git', 'tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--message', notes),
    ],
    [`tag v${major}, moved here`, () => run('git', 'tag', '--force', `v${major}`, `v${version}^{}`)],
  ];
  for (const [words, step] of steps) {
    console.log(`${dry ? 'would: ' : ''}${words}`);
    if (!dry) step();
  }
  console.log(`\n${notes}\n`);
  console.log(`Then: git push origin main v${version} && git push --force origin v${major}`);
  if (git('tag', '--list', 'v*', '--no-contains', 'HEAD') === '')
    console.log('The first release also claims the names at npm: see "The first release" in CONTRIBUTING.md');
}

function whyNot(version: string): readonly string[] {
  const current = JSON.parse(read('package.json')).version;
  if (!/^\d+\.\d+\.\d+$/.test(version))
    return ['expected a version such as 1.2.0: npm run release -- 1.2.0 [--dry-run]'];
  return [
    ...(isNewer(version, current) ? [] : [`${version} is not newer than ${current}`]),
    ...(git('status', '--porcelain') === '' ? [] : ['there are changes that are not committed']),
    ...(originName() === null ? ['the remote origin is no repository of github.com, which files must name'] : []),
    ...(git('branch', '--show-current') === 'main' ? [] : ['releases are made on main']),
    ...(git('tag', '--list', `v${version}`) === '' ? [] : [`the tag v${version} is there already`]),
    ...(notesOf(read(CHANGELOG), 'Unreleased') ? [] : [`${CHANGELOG} says nothing under [Unreleased]`]),
  ];
}

/** `OWNER/NAME` of the repository that the release is pushed to; `null`: it is not on GitHub. */
function originName(): string | null {
  return repositoryIn(git('config', '--default', '', '--get', 'remote.origin.url'));
}

function repositoryIn(url: string): string | null {
  return /github\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(url)?.[1] ?? null;
}

/** Docs, templates, examples and the tests that read them name the repository from which the action is used; CODEOWNERS its owner's team. */
function rename({ before, now }: { readonly before: string | null; readonly now: string | null }): void {
  if (before === null || now === null) return;
  const named = git('grep', '--name-only', '-Fe', before, '-Fe', teamOf(before), '--', ':!dist', ':!schema').split(
    '\n',
  );
  for (const path of named) edit(path, (text) => text.replaceAll(before, now).replaceAll(teamOf(before), teamOf(now)));
}

function teamOf(repository: string): string {
  return `@${repository.split('/')[0]}/agent-eval-maintainers`;
}

function isNewer(version: string, current: string): boolean {
  const [left, right] = [version, current].map((text) => text.split('.').map(Number));
  const at = (left ?? []).findIndex((number, i) => number !== right?.[i]);
  return at !== -1 && (left?.[at] ?? 0) > (right?.[at] ?? 0);
}

function edit(path: string, change: (text: string) => string): void {
  const text = read(path);
  const changed = change(text);
  if (changed === text) stop(`${path} was not changed`);
  writeFileSync(path, changed);
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function stop(problem: string): never {
  console.error(problem);
  process.exit(1);
}
