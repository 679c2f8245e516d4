export interface Report { readonly todo: never }
