import{a as i}from"./adapters-terminal-escape-terminal.js";import{a as t}from"./domain-document-format-issue.js";import{n as s}from"./domain-words.js";function u(r){for(let o of r)n(t(o));let e=r.filter(o=>o.severity==="error").length;e>0&&n(`${s(e,"problem")}; nothing was run`)}function n(r){process.stderr.write(`${i(r)}
`)}export{u as a,n as b};
