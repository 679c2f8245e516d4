import{b as r}from"./adapters-github-event-event.js";import{e as o}from"./actions-core.js";function l(t){for(let e of t)o(r(e),{title:"Agent eval"})}export{l as a};
