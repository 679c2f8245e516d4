// agents/claude.mjs: starts in the copy
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const settings = mkdtempSync(join(tmpdir(), 'claude-'));
const env = { ...process.env, CLAUDE_CONFIG_DIR: settings, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
const cli = join(import.meta.dirname, 'node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs');
const options = ['-p', process.argv[2], '--model', 'claude-sonnet-5', '--permission-mode', 'acceptEdits'];
const { status } = spawnSync(process.execPath, [cli, ...options], { env, stdio: ['ignore', 'inherit', 'inherit'] });
process.exit(status ?? 1);
