import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** What every thread of a piece of work is given. */
interface Share<Data> {
  readonly data: Data;
  readonly count: number;
  /** One number: the next that no thread has taken. */
  readonly next: Int32Array<SharedArrayBuffer>;
}

/** Does parts of a piece of work. */
export type Worked<Data, Answer> = (data: Data, parts: Iterable<number>) => Answer;

/**
 * Does a piece of work on several threads, this one among them: each takes part after part until none is left.
 *
 * @param program whose thread calls {@link workAsThread} with the same work
 * @param data that can be cloned
 * @param count of parts, numbered from 0
 * @param threads at most; never more than processors
 * @returns each thread's answer
 * @throws what a thread throws
 */
export async function onThreads<Data, Answer>(
  program: string,
  work: Worked<Data, Answer>,
  { data, count, threads }: { readonly data: Data; readonly count: number; readonly threads: number },
): Promise<readonly Answer[]> {
  const share: Share<Data> = { data, count, next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) };
  const others = Array.from({ length: Math.min(threads, availableParallelism()) - 1 }, () =>
    answerOf<Answer>(new Worker(program, { workerData: share })),
  );
  const all = Promise.all(others);
  // What a thread throws while this one works is thrown when its answer is asked for.
  all.catch(() => undefined);
  const own = work(data, untaken(share));
  return [own, ...(await all)];
}

/** What a thread's program does: works next to the others, and answers. */
export function workAsThread<Data, Answer>(work: Worked<Data, Answer>): void {
  const share: Share<Data> = workerData;
  parentPort?.postMessage(work(share.data, untaken(share)));
}

async function answerOf<Answer>(worker: Worker): Promise<Answer> {
  const [answer]: Answer[] = await once(worker, 'message');
  return answer as Answer;
}

function* untaken({ count, next }: Share<unknown>): Generator<number> {
  for (let part = Atomics.add(next, 0, 1); part < count; part = Atomics.add(next, 0, 1)) yield part;
}
