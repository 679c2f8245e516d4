import type { Json } from '#common/json.ts';

/** What differs between two runs. A side that lacks the thing lacks the key; `null`: it has one, and its name is not stored. */
export type RunDifference = Difference & {
  /** Files of the change that carry what is new, from the root of the repository; absent: nobody looked, or none does. */
  readonly files?: readonly string[];
};

type Difference =
  /** `of_requests`: requests had it; absent: the configuration has it. */
  | {
      readonly kind: 'setting';
      readonly name: string;
      readonly before?: Json;
      readonly after?: Json;
      readonly of_requests?: true;
    }
  /** Of this tool. */
  | { readonly kind: 'hash_version' | 'metrics_version'; readonly before: number; readonly after: number }
  /** Settings that a file holds only as a hash. */
  | { readonly kind: 'hidden_conditions' | 'hidden_treatment'; readonly before: string; readonly after: string }
  /** A file of the agent whose content differs, by its name. */
  | {
      readonly kind: 'prompt_file' | 'tools_file';
      readonly before?: string | null;
      readonly after?: string | null;
    }
  /** A file of a runner's tests, one that they import, or one that decides what is installed for it. */
  | {
      readonly kind: 'test_file' | 'imported_file' | 'manifest';
      readonly path: string;
      readonly state: 'new' | 'removed' | 'changed';
    }
  /** A prompt that a model is shown in other words: the lines that differ, `- ` or `+ ` before each. */
  | { readonly kind: 'prompt_text'; readonly lines: readonly string[] }
  /** A tool that a model sees otherwise, and its MCP server, if one has it; what differs of it. */
  | {
      readonly kind: 'tool';
      readonly tool: string;
      readonly server: string | null;
      readonly state: 'new' | 'removed' | 'changed';
      readonly parts: readonly string[];
      /** An argument that calls name otherwise here, and the one line of the change that gives it this name. */
      readonly renamed?: RenamedArgument & { readonly file: string; readonly line: number };
    };

/** An argument whose value came under another name. */
export interface RenamedArgument {
  readonly tool: string;
  readonly from: string;
  readonly to: string;
}

/** Whether the runs were written by versions of this tool that differ. */
export function isOfVersions({ kind }: RunDifference): boolean {
  return kind === 'hash_version' || kind === 'metrics_version';
}
