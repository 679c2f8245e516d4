import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { newFolder } from '#test/support/new-folder.ts';
import { notesOf } from '../../../scripts/changelog.ts';

const root = join(import.meta.dirname, '../../..');

describe('npm run release', () => {
  let folder: string;

  beforeEach(() => {
    folder = newFolder('release');
    for (const path of [
      'CHANGELOG.md',
      'package.json',
      'package-lock.json',
      'src/common/tool.ts',
      'scripts/release.ts',
    ])
      cpSync(join(root, path), join(folder, path));
    cpSync(join(root, 'scripts/changelog.ts'), join(folder, 'scripts/changelog.ts'));
    // What is generated is tested elsewhere: here it only has to be part of the release.
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    manifest.version = '0.1.0';
    manifest.scripts = { generate: 'echo built > dist/index.js' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/index.js'), 'old\n');
    git('init', '--quiet', '--initial-branch', 'main');
    writeFileSync(join(folder, 'README.md'), 'uses: org/agent-eval-action@v1\n');
    writeFileSync(join(folder, 'CODEOWNERS'), '* @org/agent-eval-maintainers\n');
    git('remote', 'add', 'origin', 'git@github.com:octo/evals.git');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'begin');
  });

  test('does nothing in a dry run, and says what it would do, with the notes', () => {
    const { status, stdout } = run('1.0.0', '--dry-run');
    expect(status).toBe(0);
    expect(stdout).toContain('would: tag v1.0.0');
    expect(stdout).toContain('would: tag v1, moved here');
    expect(stdout).toContain('git push --force origin v1');
    expect(stdout).toContain('The first release also claims the names at npm');
    expect(stdout).toContain(notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), 'Unreleased')?.split('\n')[0]);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('tag', '--list')).toBe('');
  });

  test('gives version, changelog, bundle and tags one commit', () => {
    expect(run('1.0.0')).toMatchObject({ status: 0 });
    expect(git('status', '--porcelain')).toBe('');
    expect(git('show', '--stat', '--format=%s', 'HEAD')).toMatch(/^Release 1\.0\.0[\s\S]*dist\/index\.js/);
    expect(git('show', 'HEAD:src/common/tool.ts')).toContain("version: '1.0.0'");
    expect(git('show', 'HEAD:README.md')).toBe('uses: octo/evals@v1');
    expect(git('show', 'HEAD:CODEOWNERS')).toBe('* @octo/agent-eval-maintainers');
    expect(git('show', 'HEAD:package.json')).toContain('git+https://github.com/octo/evals.git');
    expect(JSON.parse(git('show', 'HEAD:package-lock.json'))).toMatchObject({ version: '1.0.0' });
    expect(git('rev-parse', 'v1')).toBe(git('rev-parse', 'HEAD'));
    expect(git('tag', '--list', '--format=%(contents)', 'v1.0.0')).toContain('### Added');
    expect(run('--notes', '1.0.0').stdout).toContain(
      '`agent-eval-action` and `agent-eval` are claimed with the first release',
    );
    writeFileSync(join(folder, 'CHANGELOG.md'), '## [Unreleased]\n\n- more\n');
    git('commit', '--all', '--quiet', '--message', 'more');
    expect(run('1.1.0', '--dry-run').stdout).not.toContain('first release');
  });

  test.each([
    ['no version', ['soon'], 'expected a version'],
    ['an older version', ['0.0.9'], 'not newer than 0.1.0'],
    ['nothing to tell', ['0.2.0'], 'says nothing under [Unreleased]'],
  ])('refuses %s', (why, args, message) => {
    if (why === 'nothing to tell') {
      writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## [Unreleased]\n');
      git('commit', '--all', '--quiet', '--message', 'empty');
    }
    expect(run(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining(message) });
    expect(git('tag', '--list')).toBe('');
  });

  test('refuses changes that are not committed, other branches, and a remote that nobody can use the action from', () => {
    writeFileSync(join(folder, 'dist/index.js'), 'changed\n');
    git('switch', '--quiet', '--create', 'side');
    git('remote', 'set-url', 'origin', '/srv/evals');
    const { status, stderr } = run('1.0.0');
    expect(status).toBe(1);
    expect(stderr).toContain('not committed');
    expect(stderr).toContain('on main');
    expect(stderr).toContain('the remote origin is no repository of github.com');
  });

  function run(...args: readonly string[]) {
    return spawnSync(process.execPath, ['scripts/release.ts', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: identity,
    });
  }

  function git(...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8', env: identity }).trim();
  }
});

const identity = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'tester',
  GIT_AUTHOR_EMAIL: 'tester@example.com',
  GIT_COMMITTER_NAME: 'tester',
  GIT_COMMITTER_EMAIL: 'tester@example.com',
};

test('what npm packs is what the terminal command and the action need, and no test or source', () => {
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: root, encoding: 'utf8' }));
  const paths: readonly string[] = packed.files.map(({ path }: { path: string }) => path);
  const kinds = new Set(paths.map((path) => path.replace(/\/.*/, '/')));
  expect([...kinds].sort()).toEqual(['LICENSE', 'README.md', 'action.yml', 'dist/', 'package.json', 'schema/']);
});
