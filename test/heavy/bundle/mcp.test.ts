/** Agents with MCP servers through the bundle: mocks, changed tools, a server that ends, secrets, and files that can't be used. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { comment, it } from '#test/support/scene.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/mcp');
const SERVER = readFileSync(join(FIXTURES, 'server.mjs'), 'utf8');
const AGENT = readFileSync(join(FIXTURES, 'agent.mjs'), 'utf8');

interface Written {
  readonly agent?: object;
  readonly shop?: object;
  readonly cases?: readonly object[];
}

const REFUND = {
  id: 'refund',
  input: JSON.stringify([
    { tool: 'lookup', arguments: { order: 'A1' } },
    { tool: 'refund', arguments: { order: 'A1' } },
  ]),
  mocks: { refund: { value: 'refunded by the mock' } },
  expect: {
    tools: { order: 'exact', calls: [{ name: 'lookup' }, { name: 'refund', args: { order: 'A1' }, status: 'ok' }] },
    response: { contains: ['refunded by the mock', 'lookup of A1'] },
  },
};

function suite({ agent = {}, shop = {}, cases = [REFUND] }: Written = {}) {
  const server = { command: 'node', args: ['server.mjs'], env: { LEDGER: 'ledger.txt' }, ...shop };
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { command: ['node', 'agent.mjs', '{mcp_config}'], mcp: '.mcp.json', ...agent },
      cases: ['cases.yml'],
      trials: 2,
    }),
    '.mcp.json': JSON.stringify({ mcpServers: { shop: server } }),
    'cases.yml': JSON.stringify({ cases }),
    'server.mjs': SERVER,
    'agent.mjs': AGENT,
  };
}

describe('a mock of a case', () => {
  it('answers in the place of a server that the agent calls: the call is judged, and never arrives', async (openScene) => {
    const scene = await openScene(suite());
    const { checkout, event } = await scene.openPull();
    const result = await scene.run(event, { workspace: checkout, inputs: { trajectories: 'all' } });
    expect(result.outputs, result.stdout).toMatchObject({ 'pass-rate': '1', 'tool-recall': '1', trials: '2' });
    expect(readFileSync(join(checkout, 'ledger.txt'), 'utf8')).toBe('lookup {"order":"A1"}\n'.repeat(2));
    expect(artifactFiles(scene.fake.state, 'agent-eval-trajectories')['trajectories.jsonl']).toContain('"mocked":true');
  });

  it.for([
    ['an earlier version', {}],
    ['2026-07-28', { ONLY: '2026-07-28' }],
  ] as const)('can be a fault, which the agent gets as its client of %s tells it', async ([, env], { openScene }) => {
    const faults = { error: 'sold out', malformed: '{"resu' };
    const cases = Object.entries(faults).map(([fault, words]) => ({
      id: fault,
      input: JSON.stringify([{ tool: 'refund', arguments: { order: 'A1' } }]),
      mocks: { mcp__shop__refund: { fault, ...(fault === 'error' && { message: words }) } },
      expect: { response: { contains: [words] } },
    }));
    const scene = await openScene(suite({ cases, shop: { env } }));
    expect((await scene.runPull()).outputs).toMatchObject({ 'pass-rate': '1' });
  });

  it('that names no tool leaves its case open and says which names there are', async (openScene) => {
    const scene = await openScene(suite({ cases: [{ ...REFUND, mocks: { refnd: { value: 1 } } }] }));
    const result = await scene.runPull();
    expect(result).not.toDecide('pass');
    expect(comment(scene)).toContain('there is no tool refnd to mock; did you mean refund?');
  });
});

it('a server that speaks 2026-07-28 alone asks back within one call, and ends a call by a task', async (openScene) => {
  const once = (tool: string, result: string) => ({
    id: tool,
    input: JSON.stringify([{ tool }]),
    expect: {
      tools: { order: 'exact', calls: [{ name: tool, args: {}, status: 'ok' }], max_calls: 1 },
      response: { contains: [result] },
    },
  });
  const cases = [once('wipe', 'wipe of undefined: done'), once('build', 'built'), REFUND];
  const env = { ONLY: '2026-07-28', LEDGER: 'ledger.txt' };
  const scene = await openScene(suite({ cases, shop: { env } }));
  const { checkout, event } = await scene.openPull();
  const result = await scene.run(event, { workspace: checkout, inputs: { trajectories: 'all' } });
  expect(result.outputs, result.stdout).toMatchObject({ 'pass-rate': '1', trials: '6' });
  const stored = artifactFiles(scene.fake.state, 'agent-eval-trajectories')['trajectories.jsonl'] ?? '';
  expect(stored.match(/"result":"(?:built|wipe of undefined: done)"/g)).toHaveLength(4);
  expect(readFileSync(join(checkout, 'ledger.txt'), 'utf8').match(/^wipe /gm)).toHaveLength(4);
});

it('tools that a model is shown otherwise than on main are named in the comment: changed, new and removed ones, with what differs, and whether a case speaks of them', async (openScene) => {
  const scene = await openScene(suite());
  await scene.pushMain();
  const server = SERVER.replace("'Refunds an order'", "'Pays back'")
    .replace("{ name: 'die'", "{ name: 'gift'")
    .replace('properties: { order: {} } }', 'properties: { order: {}, day: {} } }');
  const result = await scene.runPull({ 'server.mjs': server });
  expect(result).toDecide('pass');
  const text = comment(scene);
  expect(text).toContain('the MCP tool refund of shop (description)');
  expect(text).toContain('the MCP tool lookup of shop (arguments)');
  expect(text).toContain('the MCP tool gift of shop (new)');
  expect(text).toContain('the MCP tool die of shop (removed)');
  expect(text).toContain("Neither cases nor config mention it: no case's `tools` names gift of shop.");

  const guard = { ...REFUND, id: 'guard', expect: { tools: { forbidden: ['mcp__shop__gi*'] } } };
  await scene.runPull({ 'cases.yml': JSON.stringify({ cases: [REFUND, guard] }) });
  expect(comment(scene)).toContain('the MCP tool gift of shop (new)');
  expect(comment(scene)).not.toContain('Neither cases nor config mention it');
});

describe('a server that ends', () => {
  it('during a trial is the cause of its failure, before what the agent says of it', async (openScene) => {
    const dies = { id: 'dies', input: JSON.stringify([{ tool: 'die' }]), expect: { completes: true } };
    const scene = await openScene(suite({ cases: [dies, REFUND] }));
    const result = await scene.runPull();
    expect(result.outputs['pass-rate'], result.stdout).toBe('0.5');
    expect(comment(scene)).toContain('the MCP server shop exited with code 3: RangeError: the till is empty');
    expect(result.survivors).toEqual([]);
  });

  it('before the first trial ends the run as an error that names the line why', async (openScene) => {
    const scene = await openScene(suite({ shop: { env: { BROKEN: '1' } } }));
    const result = await scene.runPull();
    expect(result).toExit(4);
    expect(comment(scene)).toContain(
      'the MCP server shop exited with code 1 before it answered: TypeError: the shop has no door',
    );
  });
});

describe('a secret of a server', () => {
  const TOKEN = 'a-token-of-the-shop-1234';
  const secret = suite({ shop: { env: { CUSTOMER: '${SHOP_TOKEN}' } } });

  it('reaches the server, and neither the agent nor any file of the run', async (openScene) => {
    const spy = `const known = JSON.stringify(process.env) + readFileSync(process.env.AGENT_EVAL_MCP_CONFIG, 'utf8');
if (known.includes(${JSON.stringify(TOKEN)})) throw new Error('the agent has the token');
`;
    const scene = await openScene({ ...secret, 'agent.mjs': spy + AGENT });
    const result = await scene.runPull(
      {},
      {
        inputs: { 'mcp-env': 'SHOP_TOKEN', trajectories: 'all' },
        env: { SHOP_TOKEN: TOKEN },
      },
    );
    expect(result.outputs, result.stdout).toMatchObject({ 'pass-rate': '1' });
    const files = ['agent-eval-results', 'agent-eval-trajectories'].map((name) =>
      artifactFiles(scene.fake.state, name),
    );
    expect(JSON.stringify(files)).toContain('the shop is open for');
    const raw = scene.fake.state.artifacts.map(({ content }) => Buffer.from(content).toString('utf8'));
    expect(JSON.stringify([files, raw, scene.fake.state.comments])).not.toContain(TOKEN);
  });

  it('can be no key of a model provider, and is given by name', async (openScene) => {
    const scene = await openScene(secret);
    const result = await scene.runPull({}, { inputs: { 'mcp-env': 'OPENAI_API_KEY' } });
    expect(result).toExit(2);
    expect(result.stdout).toContain('the real key of a model provider');
    const set = await scene.runPull({}, { env: { SHOP_TOKEN: TOKEN } });
    expect(set).toExit(2);
    expect(set.stdout).toContain('SHOP_TOKEN is set, but not given to the MCP servers; name it in mcp-env');
  });
});
