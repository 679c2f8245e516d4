import{a as t}from"./-2.js";function i(n){return n instanceof Error&&"code"in n&&typeof n.code=="string"?n.code:n instanceof Error?n.message:String(n)}t(i,"errorCode");export{i as a};
