import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { jsonOrUndefined } from '#common/json-text.ts';
import type { Environment } from '#process/child-environment.ts';
import { createDeferred, type Deferred } from '#process/deferred.ts';
import { judgingFolders } from '#process/own-folders.ts';
import { type Program, startProgram } from '#process/program.ts';
import { moduleHostCommand } from './module-host.ts';

/** A module's judgement of a trial. `own`: none; it may succeed in a process of its own. */
type ModuleJudgement =
  | { readonly kind: 'answered'; readonly output: string }
  | { readonly kind: 'ended'; readonly code: number; readonly message: string }
  | { readonly kind: 'stopped' | 'own' };

/** Modules that judge trials, each in one process for all its trials. */
export interface ModuleChecks {
  judge(module: string, trial: string, signal: AbortSignal): Promise<ModuleJudgement>;
  /** Ends the processes and everything they started. */
  close(): Promise<void>;
}

interface Host {
  readonly program: Program;
  readonly waiting: Map<string, Deferred<ModuleJudgement>>;
  /** Settles when its process has ended and its folders are gone. */
  readonly over: Promise<void>;
}

/**
 * A process for each module, started with its first trial. Trials share nothing in it: each has a thread with its own modules,
 * and a hanging one is ended alone. If the process itself ends, it is unknown which trial did it: `own` for each.
 */
export function createModuleChecks(place: { readonly cwd: string; readonly environment: Environment }): ModuleChecks {
  const hosts = new Map<string, Promise<Host>>();

  function hostOf(module: string): Promise<Host> {
    const known = hosts.get(module);
    if (known !== undefined) return known;
    const starting = start(module, () => {
      if (hosts.get(module) === starting) hosts.delete(module);
    });
    hosts.set(module, starting);
    return starting;
  }

  async function start(module: string, forget: () => void): Promise<Host> {
    const waiting: Host['waiting'] = new Map();
    const failWaiting = () => {
      forget();
      for (const question of waiting.values()) question.resolve({ kind: 'own' });
      waiting.clear();
    };
    const own = await judgingFolders(place.environment);
    const program = startProgram(
      { ...place, environment: own.environment, command: moduleHostCommand(module) },
      {
        line(text) {
          const { data: reply } = lineSchema.safeParse(jsonOrUndefined(text));
          // A thread can write there too.
          if (reply === undefined) return;
          waiting.get(reply.id)?.resolve(judgementOf(reply));
          waiting.delete(reply.id);
        },
        stdout() {},
        stderr() {},
        overlong() {
          failWaiting();
          void program.stop(0);
        },
      },
    );
    return { program, waiting, over: program.ended.then(failWaiting).then(own.close) };
  }

  return {
    async judge(module, trial, signal) {
      if (signal.aborted) return { kind: 'stopped' };
      const hosting = hostOf(module);
      const { program, waiting } = await hosting;
      const id = randomUUID();
      const judged = createDeferred<ModuleJudgement>();
      waiting.set(id, judged);
      if (hosts.get(module) !== hosting) judged.resolve({ kind: 'own' });
      const stop = () => {
        if (waiting.delete(id)) program.write(`${JSON.stringify({ cancel: id })}\n`);
        judged.resolve({ kind: 'stopped' });
      };
      signal.addEventListener('abort', stop, { once: true });
      program.write(`${JSON.stringify({ id, trial })}\n`);
      const judgement = await judged.promise;
      signal.removeEventListener('abort', stop);
      return judgement;
    },
    async close() {
      const open = await Promise.all(hosts.values());
      hosts.clear();
      await Promise.all(open.map(({ program, over }) => program.stop(0).then(() => over)));
    },
  };
}

const lineSchema = z.object({
  id: z.string(),
  answer: z.string().optional(),
  code: z.number().optional(),
  message: z.string().optional(),
  unsupported: z.boolean().optional(),
});

function judgementOf({ answer, code, message, unsupported }: z.infer<typeof lineSchema>): ModuleJudgement {
  if (answer !== undefined) return { kind: 'answered', output: answer };
  if (unsupported === true) return { kind: 'own' };
  // A host that exits normally has answered nothing.
  return code === 0 ? { kind: 'answered', output: '' } : { kind: 'ended', code: code ?? 1, message: message ?? '' };
}
