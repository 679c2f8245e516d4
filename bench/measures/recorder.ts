import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLI } from '../support/bundle.ts';
import { milliseconds } from '../support/format.ts';
import { medianOver, medians, type Round } from '../support/in-turn.ts';
import { startServer } from '../support/model-server.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import type { Row } from '../support/table.ts';
import { succeeded, watch } from '../support/watch.ts';

/** What the program `latency-probe.mjs` writes, in ms; in each pair the direct call first. */
interface Probed {
  readonly calls: readonly Round<number>[];
  readonly first_bytes: readonly Round<number>[];
  readonly ends: readonly Round<number>[];
}

const PROBE = join(import.meta.dirname, '../programs/latency-probe.mjs');

/** P6: an agent under `record: true` that asks the same server directly and through the recorder, one call after the other. */
export async function recorder(): Promise<readonly Row[]> {
  await using server = await startServer({ latency_ms: 0 });
  await using folder = await scratchFolder({
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: {
        command: [process.execPath, PROBE],
        record: true,
        env: { DIRECT_BASE_URL: server.openai, PROBE_OUTPUT: 'probe.json' },
      },
      cases: ['cases.json'],
      trials: 1,
    }),
    'cases.json': JSON.stringify({
      cases: [{ id: 'probe', input: 'go', expect: { response: { contains: ['done'] } } }],
    }),
  });
  const env = { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: server.openai };
  const cost = succeeded(await watch(process.execPath, [CLI, 'run'], { cwd: folder.path, env }));
  const probe = await readFile(join(folder.path, 'probe.json'), 'utf8').catch(() => null);
  if (probe === null) throw new Error(`the probe wrote nothing: ${cost.output}`);
  const { calls, first_bytes: firstBytes, ends }: Probed = JSON.parse(probe);

  const work = 'P6 recorder, calls one after the other';
  const row = (figure: string, rounds: readonly Round<number>[], mark: string) => {
    const over = medianOver(rounds);
    const [direct, recorded] = medians(rounds);
    const beside = `${milliseconds(recorded)}, direct ${milliseconds(direct)}`;
    return { work, figure, measured: `+ ${milliseconds(over)}`, beside, mark, met: mark === '' ? null : over <= 2 };
  };
  return [
    row('a call, median', calls, '≤ 2 ms'),
    row('first byte of a stream', firstBytes, '≤ 2 ms'),
    row('last byte of that stream', ends, ''),
  ];
}
