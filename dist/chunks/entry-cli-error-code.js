function t(n){return n instanceof Error&&"code"in n&&typeof n.code=="string"?n.code:n instanceof Error?n.message:String(n)}export{t as a};
