import { isAbsolute, relative } from 'node:path';
import type { Masker } from './masker.ts';
import { parseWorkflowCommand, type WorkflowCommand } from './workflow-commands.ts';

/** A message GitHub shows at a line of a file or on the run's page; null where the command said nothing. */
type Annotation = {
  readonly level: AnnotationLevel;
  readonly message: string;
  readonly title: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly endLine: number | null;
  readonly column: number | null;
  readonly endColumn: number | null;
};

/** The three kinds of annotation. */
type AnnotationLevel = 'error' | 'warning' | 'notice';

/** What the commands of one step amount to. */
export type StepCommands = {
  /** At most ten of each level; the others are only in the log. */
  readonly annotations: Annotation[];
  readonly droppedAnnotations: Record<AnnotationLevel, number>;
  readonly debug: string[];
  readonly groups: string[];
  /** Values of `add-mask`. */
  readonly masks: string[];
  readonly outputs: Record<string, string>;
  readonly state: Record<string, string>;
  /** Files of `add-matcher`; matchers themselves are not played. */
  readonly matchers: string[];
  /** Commands the runner could not process; any of them fails the step. */
  readonly failures: string[];
};

/** Reads one step's output line by line. */
export type StepLog = {
  readonly read: (line: string) => void;
  readonly annotate: (annotation: Partial<Annotation> & Pick<Annotation, 'level' | 'message'>) => void;
  readonly fail: (message: string) => void;
  readonly commands: StepCommands;
  /** What the log shows, masked. */
  readonly lines: string[];
};

/** Most annotations of one level in a step. */
const ANNOTATIONS_PER_LEVEL = 10;

/** Longest message of an annotation, in characters, after masking. */
const MESSAGE_LIMIT = 4096;

const COMMANDS: ReadonlySet<string> = new Set([
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning',
]);

/** Plays the runner's log: finds commands (actions/runner, ActionCommandManager.cs), masks and collects. */
export function createStepLog(masker: Masker, workspace: string): StepLog {
  const commands: StepCommands = {
    annotations: [],
    droppedAnnotations: { error: 0, warning: 0, notice: 0 },
    debug: [],
    groups: [],
    masks: [],
    outputs: {},
    state: {},
    matchers: [],
    failures: [],
  };
  const lines: string[] = [];
  let stopToken: string | null = null;

  const print = (line: string) => void lines.push(masker.mask(line));

  const annotate: StepLog['annotate'] = (facts) => {
    const message = masker.mask(facts.message).slice(0, MESSAGE_LIMIT);
    lines.push(`##[${facts.level}]${message}`);
    const kept = commands.annotations.filter((annotation) => annotation.level === facts.level).length;
    if (kept >= ANNOTATIONS_PER_LEVEL) commands.droppedAnnotations[facts.level] += 1;
    else commands.annotations.push({ ...NOWHERE, ...facts, message });
  };

  const fail = (message: string) => {
    commands.failures.push(message);
    annotate({ level: 'error', message });
  };

  const read = (line: string) => {
    const command = parseWorkflowCommand(line, (name) => COMMANDS.has(name) || name === stopToken?.toLowerCase());
    if (command === null) return print(line);
    if (stopToken !== null) {
      if (command.name === stopToken.toLowerCase()) stopToken = null;
      return print(line);
    }
    if (command.name === 'stop-commands') return stop(command, line);
    return obey(command, line);
  };

  const stop = (command: WorkflowCommand, line: string) => {
    const token = command.data;
    if (token === '' || token.toLowerCase() === 'pause-logging' || COMMANDS.has(token.toLowerCase())) {
      return fail(`Unable to process command '${line}' successfully: the end token may not be a command or empty`);
    }
    stopToken = token;
    if (token.length > 6) masker.add(token);
    print(line);
  };

  const obey = (command: WorkflowCommand, line: string) => {
    const { name, properties, data } = command;
    switch (name) {
      case 'error':
      case 'warning':
      case 'notice':
        return annotate({ ...place(properties, workspace), level: name, message: data });
      case 'add-mask':
        if (data.trim() === '') return annotate({ level: 'warning', message: EMPTY_MASK });
        commands.masks.push(data);
        return masker.add(data);
      case 'debug':
        return void commands.debug.push(masker.mask(data));
      case 'group':
        commands.groups.push(masker.mask(data));
        return print(`##[group]${data}`);
      case 'endgroup':
        return print('##[endgroup]');
      case 'set-output':
      case 'save-state': {
        const key = properties['name'];
        if (key === undefined) return fail(`Required field 'name' is missing in ##[${name}] command.`);
        (name === 'set-output' ? commands.outputs : commands.state)[key] = data;
        return;
      }
      case 'add-matcher':
        return void commands.matchers.push(data);
      case 'set-env':
      case 'add-path':
        return fail(`Unable to process command '${line}' successfully: The \`${name}\` command is disabled.`);
      default:
        return;
    }
  };

  return { read, annotate, fail, commands, lines };
}

const EMPTY_MASK = "Can't add secret mask for empty string in ##[add-mask] command.";

const NOWHERE = { title: null, file: null, line: null, endLine: null, column: null, endColumn: null };

function place(properties: Readonly<Record<string, string>>, workspace: string) {
  const file = properties['file'] ?? null;
  return {
    title: properties['title'] ?? null,
    file: file !== null && isAbsolute(file) && file.startsWith(`${workspace}/`) ? relative(workspace, file) : file,
    line: whole(properties['line']),
    endLine: whole(properties['endline']),
    column: whole(properties['col']),
    endColumn: whole(properties['endcolumn']),
  };
}

function whole(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}
