/** Codex as a program that is started for every turn. It reads no variable for its model's address, but takes a setting. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from './shop.mjs';

const codex = 'node_modules/.bin/codex';

function exec(_, text) {
  const home = mkdtempSync(join(tmpdir(), 'codex-'));
  mkdirSync(join(home, 'work'));
  const address = `openai_base_url=${JSON.stringify(process.env.OPENAI_BASE_URL)}`;
  const last = join(home, 'last');
  const options = ['--skip-git-repo-check', '-C', join(home, 'work'), '-m', 'story-1', '-c', address, '-o', last];
  const env = { ...process.env, HOME: home, CODEX_HOME: home, RUST_LOG: 'codex_core=warn' };
  const { status, stderr } = spawnSync(codex, ['exec', ...options, text], { env, encoding: 'utf8', input: '' });
  if (status !== 0) throw new Error(stderr);
  return [readFileSync(last, 'utf8').trim(), { fell_back: stderr.includes('falling back to HTTP') }];
}

await serve({ 'codex-exec': exec });
