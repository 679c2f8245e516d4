import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandName } from '#commands/cli/common/command-name.ts';
import { PUBLISHED } from '#common/tool.ts';
import { newFolder } from '#test/support/new-folder.ts';

const published = PUBLISHED.join(' ');

describe('the command is named as its reader can start it again, never by the name that a stranger may own', () => {
  test.each([
    ['installed for all', '/usr/local/bin/agent-eval', published],
    ['installed in a project', '/work-of-a/shop/node_modules/.bin/agent-eval', published],
    ['fetched by npx, whose cache is gone', '/nowhere/_npx/0f3a/node_modules/.bin/agent-eval', published],
    ['the file itself', join(process.cwd(), 'dist/cli.js'), 'node dist/cli.js'],
    ['a folder with a space', join(process.cwd(), 'my dist/cli.js'), "node 'my dist/cli.js'"],
  ])('%s', (_, script, command) => expect(commandName(script)).toBe(command));

  test.each([
    ['github:acme/agent-eval-action', 'npx github:acme/agent-eval-action'],
    ['github:acme/agent-eval-action#v1', 'npx github:acme/agent-eval-action#v1'],
    ['a; rm -rf b', published],
    ['agent-eval', published],
    ['agent-eval@1', published],
  ])('fetched by npx from %s', (noted, command) => {
    const home = newFolder('npx');
    const cache = join(home, '_npx', '0f3a');
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, 'package.json'), JSON.stringify({ _npx: { packages: [noted] } }));
    expect(commandName(join(cache, 'node_modules/.bin/agent-eval'))).toBe(command);
  });
});
