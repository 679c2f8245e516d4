import { spawn } from 'node:child_process';
import { once } from 'node:events';
import OpenAI from 'openai';
import { createModelGateway } from '#adapters/gateway/create-model-gateway.ts';
import { resolveUpstreams } from '#adapters/gateway/resolve-upstreams.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import { createBudget } from '#application/budget.ts';
import { createChatModel } from '#adapters/models/create-chat-model.ts';
import { createModelAgent } from '#adapters/agents/model-agent.ts';
import { openAiAgent } from '#test/contract/models/agent-configs.ts';
import { listeningContext } from '#test/contract/models/scripted-gateway.ts';
import { planOf, LIMITS } from '#test/adapters/agents/support.ts';

const [N, C, L] = process.argv.slice(2).map(Number) as [number, number, number];
const mode = process.argv[5] ?? 'all';
const server = spawn(process.execPath, ['/tmp/h-models/bench/server.mjs', String(L)], { stdio: ['ignore', 'pipe', 'inherit'] });
const [line] = await once(server.stdout, 'data');
const base = `http://127.0.0.1:${String(line).trim()}/v1`;
async function pool(fn: (i: number) => Promise<unknown>) {
  let next = 0; const t0 = performance.now(); const c0 = process.cpuUsage();
  await Promise.all(Array.from({ length: C }, async () => { while (next < N) await fn(next++); }));
  const cpu = process.cpuUsage(c0);
  return { wall: Math.round(performance.now() - t0), cpu: Math.round((cpu.user + cpu.system) / 1000), rss: Math.round(process.memoryUsage.rss() / 1e6) };
}
const resolved = resolveUpstreams({ environment: { OPENAI_BASE_URL: base, OPENAI_API_KEY: 'sk' }, allowed_hosts: [], config_base_urls: {} });
if ('problem' in resolved) throw new Error(resolved.problem);
const mk = () => createModelGateway({ upstreams: resolved.upstreams, budget: createBudget({ max_cost_usd: null, max_tokens: null, max_duration_ms: null, max_trials: null }, systemClock), prices: {}, cassettes: null, clock: systemClock });
const signal = new AbortController().signal;
const runs: Record<string, () => Promise<unknown>> = {
  bare: async () => { const o = new OpenAI({ apiKey: 'x', baseURL: base }); return pool(() => o.chat.completions.create({ model: 'm', messages: [{ role: 'system', content: 's' }, { role: 'user', content: 'x' }] })); },
  model: async () => { const g = mk(); const m = createChatModel(openAiAgent({}), g); const r = await pool(() => m.complete({ system: 's', messages: [{ role: 'user', content: 'x' }], tools: [], seed: null }, listeningContext(), signal)); await g.close(); return r; },
  agent: async () => { const g = mk(); const a = createModelAgent(openAiAgent({}), LIMITS, { model: createChatModel(openAiAgent({}), g), gateway: g, prompt: 's', tools: [], modules: { cwd: '/tmp', environment: {} }, user: null }); const r = await pool((i) => a.attempt(planOf('x', { id: `c${i}` }), signal)); await a.close(); await g.close(); return r; },
};
for (const [name, run] of Object.entries(runs)) if (mode === 'all' || mode === name) console.log(name, JSON.stringify(await run()));
server.kill();
