// agents/codex.mjs
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const home = mkdtempSync(join(tmpdir(), 'codex-'));
const address = `openai_base_url=${JSON.stringify(process.env.OPENAI_BASE_URL)}`;
const cli = join(import.meta.dirname, 'node_modules/@openai/codex/bin/codex.js');
const options = [
  '-m',
  'gpt-5.4',
  '-c',
  address,
  '-o',
  join(home, 'last'),
  '--dangerously-bypass-approvals-and-sandbox',
];
const env = { ...process.env, CODEX_HOME: home };
const { status } = spawnSync(process.execPath, [cli, 'exec', ...options, process.argv[2]], {
  env,
  stdio: ['ignore', 2, 2],
});
if (status === 0) console.log(readFileSync(join(home, 'last'), 'utf8'));
process.exit(status ?? 1);
