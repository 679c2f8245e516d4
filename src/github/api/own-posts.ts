import type { z } from 'zod';
import type { ApiAnswer, ApiParameters, GithubApi } from './api.ts';

/** Author of what `GITHUB_TOKEN` writes. */
export const ACTIONS_BOT = 'github-actions[bot]';

/** GitHub refused something. */
export type Refused = Extract<ApiAnswer, { ok: false }>;

/** What our issues and pull requests are found by: what they are about, and of which suite or agent. */
export interface PostMarker {
  readonly about: string;
  readonly id: string;
}

/** A text that begins with our marker. */
export function markedBody(marker: PostMarker, body: string): string {
  return `${textOf(marker)}\n${body}`;
}

/** GitHub may return other line ends and a trimmed end. */
export function isSameBody(a: string | null | undefined, b: string): boolean {
  const plain = (text: string) => text.replaceAll('\r\n', '\n').trim();
  return plain(a ?? '') === plain(b);
}

/** An issue or a pull request. */
interface Post {
  readonly body?: string | null | undefined;
  readonly user?: { readonly login: string } | null | undefined;
}

/**
 * Ours of a list, in its order: those that begin with our marker and that the token's account wrote. Anyone can paste a marker.
 *
 * @param parametersFor a login; `null` is no parameter of it
 */
export async function listOwn<Item extends Post>(
  api: GithubApi,
  list: { readonly route: string; parametersFor(author: string): ApiParameters; readonly schema: z.ZodType<Item> },
  marker: PostMarker,
): Promise<{ readonly own: readonly Item[] } | { readonly refused: Refused }> {
  const author = (await api.login()) ?? ACTIONS_BOT;
  const listed = await listPages(api, list.route, list.parametersFor(author), MAX_PAGES);
  if ('refused' in listed) return listed;
  const own = listed.items
    .flatMap((item) => list.schema.safeParse(item).data ?? [])
    .filter(({ user, body }) => user?.login === author && (body ?? '').startsWith(textOf(marker)));
  return { own };
}

/** Everything that a route lists, on at most so many pages of a hundred. */
export async function listPages(
  api: Pick<GithubApi, 'request'>,
  route: string,
  parameters: ApiParameters,
  most: number,
): Promise<{ readonly items: readonly unknown[] } | { readonly refused: Refused }> {
  const items: unknown[] = [];
  for (let page = 1; page <= most; page += 1) {
    const answer = await api.request(route, { ...parameters, per_page: PAGE_SIZE, page });
    if (!answer.ok) return { refused: answer };
    const more: readonly unknown[] = Array.isArray(answer.data) ? answer.data : [];
    items.push(...more);
    if (more.length < PAGE_SIZE) break;
  }
  return { items };
}

function textOf({ about, id }: PostMarker): string {
  return `<!-- agent-eval-action:${about}:${id}:v1 -->`;
}

const PAGE_SIZE = 100;
/** 1,000 issues or pull requests. */
const MAX_PAGES = 10;
