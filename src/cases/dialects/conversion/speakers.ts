import type { Message } from '#cases/suite/case.ts';
import { cutEnd } from '#common/cut.ts';
import type { DialectOptions, DialectProblem } from './dialect.ts';

type Speaker = Message['role'];

/** The speaker for each role of a conversation, and what is odd about them. */
export interface Speakers {
  /** `null`: unknown. */
  readonly of: (role: string) => Speaker | null;
  readonly problems: readonly Omit<DialectProblem, 'path'>[];
}

/**
 * Finds the speaker for each role of a conversation. The option `roles` takes precedence over known roles. An unknown role is
 * the user's only if nobody else talks to the agent, and a warning says so; otherwise it is an error.
 */
export function speakersOf(roles: readonly string[], { roles: overrides = {} }: DialectOptions): Speakers {
  const ownRoles = new Map(Object.entries(overrides).map(([role, speaker]) => [role.toLowerCase(), speaker]));
  const know = (role: string) => ownRoles.get(role.toLowerCase()) ?? KNOWN.get(role.toLowerCase()) ?? null;
  const distinct = [...new Set(roles.map((role) => role.toLowerCase()))].filter((role) => role !== '');
  const isAnyUser = distinct.some((role) => know(role) === 'user');
  const unknown = distinct.filter((role) => know(role) === null);
  const open =
    isAnyUser || unknown.length > 0 ? unknown : distinct.filter((role) => role === DEVELOPER && !ownRoles.has(role));
  const [only, second] = open;
  if (only === undefined) return { of: know, problems: [] };
  if (isAnyUser || second !== undefined) return { of: know, problems: open.map(notKnown) };
  return { of: (role) => (role.toLowerCase() === only ? 'user' : know(role)), problems: [takenForUser(only)] };
}

/** Instructions in OpenAI's messages; if nobody else talks to the agent, a person of that profession. */
const DEVELOPER = 'developer';

const KNOWN = new Map<string, Speaker>([
  ['user', 'user'],
  ['human', 'user'],
  ['customer', 'user'],
  ['client', 'user'],
  ['patient', 'user'],
  ['caller', 'user'],
  ['shopper', 'user'],
  ['assistant', 'assistant'],
  ['agent', 'assistant'],
  ['ai', 'assistant'],
  ['bot', 'assistant'],
  ['model', 'assistant'],
  ['system', 'system'],
  [DEVELOPER, 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

function takenForUser(role: string): Omit<DialectProblem, 'path'> {
  const message = `the role ${quote(role)} is read as the user's, because nobody else talks to the agent there; confirm it with ${mend(role)}`;
  return { severity: 'warning', message, topic: `user ${role}` };
}

function notKnown(role: string): Omit<DialectProblem, 'path'> {
  const message = `the role ${quote(role)} is not known; say whose messages these are, as in ${mend(role)}, or assistant, system, tool`;
  return { severity: 'error', message, topic: `unknown ${role}` };
}

function mend(role: string): string {
  return `\`dialect: {roles: {${quote(role)}: user}}\``;
}

function quote(role: string): string {
  return JSON.stringify(cutEnd(role, 40));
}
