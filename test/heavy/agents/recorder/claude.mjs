/** The Claude Agent SDK with the program of Claude Code that it brings, in a folder and a home of its own for every turn. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { serve } from './shop.mjs';

async function ask(_, prompt) {
  const cwd = mkdtempSync(join(tmpdir(), 'claude-'));
  const env = { ...process.env, HOME: cwd, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
  const options = { cwd, env, model: 'story-1', settingSources: [], allowedTools: ['Bash(echo *)'] };
  let output = '';
  for await (const message of query({ prompt, options })) if (message.type === 'result') output = message.result;
  return output;
}

await serve({ 'claude-agent': ask });
