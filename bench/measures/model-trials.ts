import type { Peer } from '../peers/peer.ts';
import { PEERS, runPeer } from '../peers/peers.ts';
import { megabytes, seconds, times } from '../support/format.ts';
import { inTurn, medianRatio, medians, type Round } from '../support/in-turn.ts';
import { median } from '../support/median.ts';
import { startServer } from '../support/model-server.ts';
import { type Load, modelSuite, type RanTrials, ranTrials, runBare, runSuite } from '../support/model-suite.ts';
import { amount, repeats } from '../support/repeats.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import type { Row } from '../support/table.ts';
import type { Cost } from '../support/watch.ts';

const ROUNDS = repeats(5);

interface Marks {
  /** Of the bare client's wall time. */
  readonly wall: number;
  /** Of the bare client's memory: what it takes by itself is another third under another Node. */
  readonly peak: number;
  /** How many times as long each of our peers takes, and how often it is run: one of them takes minutes. */
  readonly peers: Readonly<Record<string, number>>;
  readonly peer_runs: number;
}

/** P1: a suite of the usual size. */
export function thousandTrials(): Promise<readonly Row[]> {
  const load: Load = { cases: 100, trials: 10, concurrency: 20, latency_ms: 50 };
  return modelTrials('P1', load, { wall: 1.15, peak: 150 / 128, peers: { promptfoo: 3 }, peer_runs: 5 });
}

/** P2: a large one, whose model hardly takes any time. */
export function tenThousandTrials(): Promise<readonly Row[]> {
  const load: Load = { cases: amount(1000), trials: 10, concurrency: 50, latency_ms: 10 };
  return modelTrials('P2', load, { wall: 1.35, peak: 220 / 203, peers: { promptfoo: 8 }, peer_runs: 1 });
}

/** The built-in agent through the whole `run` (grading, results on disk, report) against the vendor's client in a loop. */
async function modelTrials(name: string, load: Load, marks: Marks): Promise<readonly Row[]> {
  await using folder = await scratchFolder(modelSuite(load));
  await using server = await startServer(load);
  let run = 0;
  const costs = await inTurn(
    ROUNDS,
    () => runBare(load, server.openai),
    () => runSuite(folder.path, `out-${run++}`, server.openai),
  );
  const total = load.cases * load.trials;
  const ran: RanTrials[] = [];
  for (let at = 0; at < ROUNDS; at += 1) {
    const trials = await ranTrials(folder.path, `out-${at}`);
    if (trials.outcomes.get('passed') !== total)
      throw new Error(`not all passed: ${JSON.stringify([...trials.outcomes])}`);
    ran.push(trials);
  }
  const work = `${name} ${total} trials, c=${load.concurrency}, L=${load.latency_ms} ms`;
  const rows = [...ownRows(work, costs, marks), partsRow(work, costs, ran)];
  for (const peer of PEERS) rows.push(await peerRow(peer, work, load, server.openai, costs, marks));
  return rows;
}

function ownRows(work: string, costs: readonly Round<Cost>[], marks: Marks): readonly Row[] {
  const of = (figure: (cost: Cost) => number | null) =>
    costs.map(([bare, ours]): Round<number> => [figure(bare) ?? Number.NaN, figure(ours) ?? Number.NaN]);
  const wall = of((cost) => cost.wall_ms);
  const peak = of((cost) => cost.peak_mb);
  const row = (figure: string, rounds: readonly Round<number>[], unit: (value: number) => string) => {
    const [bare, ours] = medians(rounds);
    const beside = `${times(medianRatio(rounds))} bare openai SDK (${unit(bare)})`;
    return { work, figure, measured: unit(ours), beside };
  };
  return [
    { ...row('wall', wall, seconds), mark: `≤ ${marks.wall} × bare`, met: medianRatio(wall) <= marks.wall },
    {
      ...row(
        'processor time',
        of((cost) => cost.cpu_ms),
        seconds,
      ),
      mark: '',
      met: null,
    },
    {
      ...row('peak memory', peak, megabytes),
      mark: `≤ ${times(marks.peak)} bare`,
      met: !(medianRatio(peak) > marks.peak),
    },
  ];
}

/** Where our time goes: before the first trial, in them, after the last one. */
function partsRow(work: string, costs: readonly Round<Cost>[], ran: readonly RanTrials[]): Row {
  const parts = costs.map(([, { started, wall_ms }], at) => {
    const { from, to } = ran[at] ?? { from: Number.NaN, to: Number.NaN };
    return [from - started, to - from, started + wall_ms - to];
  });
  const [start, trials, end] = [0, 1, 2].map((part) => seconds(median(parts.map((item) => item[part] ?? Number.NaN))));
  return {
    work,
    figure: 'of it, trials',
    measured: trials ?? '',
    beside: `${start} before, ${end} after`,
    mark: '',
    met: null,
  };
}

async function peerRow(
  peer: Peer,
  work: string,
  load: Load,
  openai: string,
  rounds: readonly Round<Cost>[],
  marks: Marks,
): Promise<Row> {
  const figure = `${peer.name}, wall`;
  const least = marks.peers[peer.name] ?? null;
  const mark = least === null ? '' : `≥ ${least} × ours`;
  const costs: Cost[] = [];
  for (let run = 0; run < marks.peer_runs; run += 1) {
    const cost = await runPeer(peer, load, openai);
    if (cost === null) return { work, figure, measured: 'not installed', beside: '', mark, met: null };
    costs.push(cost);
  }
  const theirs = median(costs.map((cost) => cost.wall_ms));
  const ratio = theirs / median(rounds.map(([, ours]) => ours.wall_ms));
  const once = marks.peer_runs === 1 ? '; run once' : '';
  const beside = `${times(ratio)} ours; ${megabytes(median(costs.map((cost) => cost.peak_mb ?? Number.NaN)))}${once}`;
  return { work, figure, measured: seconds(theirs), beside, mark, met: least === null ? null : ratio >= least };
}
