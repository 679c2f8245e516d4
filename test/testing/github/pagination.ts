import type { RouteRequest } from './http.ts';

/** One page of a list and the headers that lead to the others. */
export type Page<T> = { readonly items: readonly T[]; readonly headers: Readonly<Record<string, string>> };

/** Cuts the page asked for by `page` and `per_page` (default 30, at most 100) and builds GitHub's `Link` header. */
export function paginate<T>(request: RouteRequest, all: readonly T[], defaultSize = 30, maximumSize = 100): Page<T> {
  const size = Math.min(whole(request.query.get('per_page'), defaultSize), maximumSize);
  const page = whole(request.query.get('page'), 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const links = [
    ...(page > 1 ? [link(request, 'prev', page - 1)] : []),
    ...(page < last ? [link(request, 'next', page + 1), link(request, 'last', last)] : []),
    ...(page > 1 ? [link(request, 'first', 1)] : []),
  ];
  return {
    items: all.slice((page - 1) * size, page * size),
    headers: links.length > 0 ? { link: links.join(', ') } : {},
  };
}

function link(request: RouteRequest, relation: string, page: number): string {
  const query = new URLSearchParams(request.query);
  query.set('page', String(page));
  return `<${request.api}${request.path}?${query}>; rel="${relation}"`;
}

function whole(text: string | null, fallback: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 ? value : fallback;
}
