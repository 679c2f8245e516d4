import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';

const CASE = {
  id: 'refund',
  turns: [
    { input: 'My mug came cracked.', expect: { tools: ['lookup_order'] } },
    { input: 'Refund it, please.', expect: { response: { contains: ['sorry'] } } },
  ],
};

const TRIAL = {
  case_id: 'refund',
  turns: [
    {
      output: 'Which order?',
      tool_calls: [{ name: 'lookup_order', arguments: { id: 'A1' }, status: 'ok', result: 'one mug' }],
    },
    {
      output: 'Done.\u001b[31m ##[group]',
      tool_calls: [{ name: 'issue_refund', arguments: { amount: 19.99 }, status: 'error', result: 'no' }],
    },
  ],
};

async function folderWithRun() {
  const folder = await folderWith({
    'agent-eval.yml': 'version: 1\nagent: {recorded: trials.jsonl}\ncases: [cases.json]\ntrials: 1\n',
    'cases.json': JSON.stringify({ cases: [CASE] }),
    'trials.jsonl': JSON.stringify(TRIAL),
  });
  await folder.cli(['run']);
  return folder;
}

test('an exported run read as a trace gives the input and the calls of its case', async () => {
  await using folder = await folderWithRun();
  const args = ['export', 'agent-eval-results', '--otlp', 'traces.jsonl'];
  const exported = await folder.cli(args);
  expect(exported).toMatchObject({ exitCode: 0, stdout: '', stderr: '1 trial of 1 run as traces in traces.jsonl\n' });
  const made = await folder.cli(['case', 'from-trace', 'traces.jsonl']);
  expect(made.exitCode, made.stderr).toBe(0);
  const cases = made.stdout
    .replace(/^ *(order|allow_extra|min_matched): .*\n/gm, '')
    .replace(/trace-[0-9a-f]{32}/, 'ID');
  expect(cases).toBe(`cases:
  # traces.jsonl:1
  - id: ID
    turns:
      - input: My mug came cracked.
        expect:
          tools:
            calls:
              - name: lookup_order
                # args: {"id":"A1"}
        # it answered: "Which order?"
      - input: Refund it, please.
        expect:
          tools:
            calls:
              - name: issue_refund
                # args: {"amount":19.99}
        # it answered: "Done.\\u001b[31m #\\u0023[group]"
`);
  expect(await folder.cli(args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('traces.jsonl exists') });
  const shown = await folder.cli(['export', 'agent-eval-results', '--otlp', '-']);
  expect(shown.stdout).toBe(await readFile(join(folder.path, 'traces.jsonl'), 'utf8'));
  expect(shown.stdout).not.toMatch(/\u001b|##\[/);
});

test('a trial is an agent with its checks as evaluations, and its tools below it', async () => {
  await using folder = await folderWithRun();
  const { stdout } = await folder.cli(['export', 'agent-eval-results', '--otlp', '-']);
  const { resourceSpans } = JSON.parse(stdout);
  const [{ scope, schemaUrl, spans }] = resourceSpans[0].scopeSpans;
  expect(scope.name).toBe('agent-eval-action');
  expect(schemaUrl).toMatch(/^https:\/\/opentelemetry\.io\/schemas\/1\.\d+\.0$/);
  const [agent, ...tools] = spans;
  expect(agent).toMatchObject({ name: 'invoke_agent', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(tools.map(({ name, parentSpanId, status }: Record<string, unknown>) => [name, parentSpanId, status])).toEqual([
    ['execute_tool lookup_order', agent.spanId, {}],
    ['execute_tool issue_refund', agent.spanId, { code: 2, message: '' }],
  ]);
  type Attribute = { readonly key: string; readonly value: { readonly stringValue?: string } };
  const said = agent.events.map(({ name, attributes }: { name: string; attributes: readonly Attribute[] }) => [
    name,
    ...['name', 'score.label'].map(
      (key) => attributes.find((one) => one.key === `gen_ai.evaluation.${key}`)?.value.stringValue,
    ),
  ]);
  expect(said).toContainEqual(['gen_ai.evaluation.result', 'tools.present', 'pass']);
  expect(said).toContainEqual(['gen_ai.evaluation.result', 'response.contains', 'fail']);
});

test('traces go to the endpoint of the environment with its headers, through its proxy, and what it refuses is an error', async () => {
  await using folder = await folderWithRun();
  const got: { readonly url: string; readonly key: string; readonly body: string }[] = [];
  let status = 200;
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    got.push({ url: request.url ?? '', key: String(request.headers['x-api-key']), body });
    response.writeHead(status).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked: string[] = [];
  const proxy = createServer().listen(0, '127.0.0.1');
  proxy.on('connect', (request, client) => {
    asked.push(request.url ?? '');
    const collector = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 Connection Established\r\n\r\n'));
    collector.pipe(client).pipe(collector);
  });
  await once(proxy, 'listening');
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/otlp/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20key',
  };
  try {
    const sent = await folder.cli(['export', 'agent-eval-results', '--otlp', 'endpoint'], { env });
    expect(sent.exitCode, sent.stderr).toBe(0);
    expect(got).toMatchObject([
      { url: '/otlp/v1/traces', key: 'a key', body: expect.stringContaining('invoke_agent') },
    ]);
    const elsewhere = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
      HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    };
    const proxied = await folder.cli(['export', 'agent-eval-results', '--otlp', 'endpoint'], { env: elsewhere });
    expect(proxied.exitCode, proxied.stderr).toBe(0);
    expect([asked, got.length, got[1]?.url]).toEqual([['collector.example:4318'], 2, '/v1/traces']);
    status = 401;
    const refused = await folder.cli(['export', 'agent-eval-results', '--otlp', 'endpoint'], { env });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('/otlp/v1/traces: it answered with status 401; 0 trials written before');
    expect(refused.stderr).not.toContain('a key');
  } finally {
    for (const one of [server, proxy]) {
      one.closeAllConnections();
      one.close();
    }
  }
  const gone = await folder.cli(['export', 'agent-eval-results', '--otlp', 'endpoint'], {
    env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${env.OTEL_EXPORTER_OTLP_ENDPOINT}own` },
  });
  expect(gone).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/\/otlp\/own: connect ECONNREFUSED .*; 0 trials written before/),
  });
  const nowhere = await folder.cli(['export', 'agent-eval-results', '--otlp', 'no/such/folder.jsonl']);
  expect(nowhere).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("can't be written (ENOENT)") });
  const unset = await folder.cli(['export', 'agent-eval-results', '--otlp', 'endpoint']);
  expect(unset).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT must be') });
  const neither = await folder.cli(['export', 'agent-eval-results']);
  expect(neither).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('say what to write') });
});
