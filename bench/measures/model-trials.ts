import { megabytes, seconds, times } from '../support/format.ts';
import { inTurn, medianRatio, medians, type Round } from '../support/in-turn.ts';
import { startServer } from '../support/model-server.ts';
import { type Load, modelSuite, outcomes, runBare, runSuite } from '../support/model-suite.ts';
import { promptfoo } from '../support/promptfoo.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import type { Row } from '../support/table.ts';
import type { Cost } from '../support/watch.ts';

interface Marks {
  /** Of the bare client's wall time. */
  readonly wall: number;
  readonly peak_mb: number;
  /** How many times as long promptfoo takes. */
  readonly promptfoo: number;
}

/** P1: a suite of the usual size. */
export function thousandTrials(): Promise<readonly Row[]> {
  const load: Load = { cases: 100, trials: 10, concurrency: 20, latency_ms: 50 };
  return modelTrials('P1', load, 5, { wall: 1.15, peak_mb: 170, promptfoo: 4 });
}

/** P2: a large one, whose model hardly takes any time. */
export function tenThousandTrials(): Promise<readonly Row[]> {
  const load: Load = { cases: 1000, trials: 10, concurrency: 50, latency_ms: 10 };
  return modelTrials('P2', load, 3, { wall: 1.3, peak_mb: 260, promptfoo: 8 });
}

/** The built-in agent through the whole `run` (grading, results on disk, report) against the vendor's client in a loop. */
async function modelTrials(name: string, load: Load, rounds: number, marks: Marks): Promise<readonly Row[]> {
  await using folder = await scratchFolder(modelSuite(load));
  await using server = await startServer(load);
  let run = 0;
  const costs = await inTurn(
    rounds,
    () => runBare(load, server.openai),
    () => runSuite(folder.path, `out-${run++}`, server.openai),
  );
  const total = load.cases * load.trials;
  for (let at = 0; at < rounds; at += 1) {
    const ended = await outcomes(folder.path, `out-${at}`);
    if (ended.get('passed') !== total) throw new Error(`not all passed: ${JSON.stringify([...ended])}`);
  }
  const work = `${name} ${total} trials, c=${load.concurrency}, L=${load.latency_ms} ms`;
  return [...ownRows(work, costs, marks), await peerRow(work, load, server.openai, costs, marks)];
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
  const ratio = medianRatio(wall);
  const [, peakMb] = medians(peak);
  return [
    { ...row('wall', wall, seconds), mark: `≤ ${marks.wall} × bare`, met: ratio <= marks.wall },
    {
      ...row(
        'processor time',
        of((cost) => cost.cpu_ms),
        seconds,
      ),
      mark: '',
      met: null,
    },
    { ...row('peak memory', peak, megabytes), mark: `≤ ${marks.peak_mb} MB`, met: !(peakMb > marks.peak_mb) },
  ];
}

async function peerRow(
  work: string,
  load: Load,
  openai: string,
  costs: readonly Round<Cost>[],
  marks: Marks,
): Promise<Row> {
  const figure = 'promptfoo, wall';
  const mark = `≥ ${marks.promptfoo} × ours`;
  const cost = await promptfoo(load, openai);
  if (cost === null) return { work, figure, measured: 'not installed', beside: '', mark, met: null };
  const [, ours] = medians(costs.map(([bare, run]): Round<number> => [bare.wall_ms, run.wall_ms]));
  const ratio = cost.wall_ms / ours;
  const beside = `${times(ratio)} ours; ${megabytes(cost.peak_mb ?? Number.NaN)}`;
  return { work, figure, measured: seconds(cost.wall_ms), beside, mark, met: ratio >= marks.promptfoo };
}
