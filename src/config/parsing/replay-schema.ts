import * as z from 'zod';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { workspacePathSchema } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { ReplayConfig } from '../config.ts';

/** How stored model answers are used. */
export const REPLAY_MODES = ['off', 'record', 'auto', 'strict'] as const;

const DEFAULT_FOLDER = 'agent-eval-cassettes';

const mode = z.enum(REPLAY_MODES);

/** `replay:`; a mode alone is short for `{mode}`. */
export const replaySchema = z.union(
  [
    mode.transform((word): ReplayConfig => ({ mode: word, folder: DEFAULT_FOLDER })),
    strictMapping({
      mode: mode
        .describe(
          'off (default): models are called; record: called, and the answers stored; auto: stored answers are used, missing ones requested and stored; strict: a request that is not stored is an error',
        )
        .exactOptional(),
      folder: workspacePathSchema.describe(`Folder of the stored answers; default ${DEFAULT_FOLDER}`).exactOptional(),
    }).transform((replay): ReplayConfig => ({ mode: replay.mode ?? 'off', folder: replay.folder ?? DEFAULT_FOLDER })),
  ],
  { error: expected(`one of ${REPLAY_MODES.join(', ')}, or {mode, folder}`) },
);

/** The default without `replay:`. */
export const NO_REPLAY: ReplayConfig = { mode: 'off', folder: DEFAULT_FOLDER };
