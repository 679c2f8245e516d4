import type { ComponentChildren } from 'preact';

/** A link of an untrusted address: to a page, or to a place in this one; else it leads nowhere. */
export function Link({ href, children }: { readonly href: string; readonly children: ComponentChildren }) {
  return /^(?:#|https?:\/\/)/.test(href) ? <a href={href}>{children}</a> : <span>{children}</span>;
}
