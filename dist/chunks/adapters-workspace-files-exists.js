import{a as t}from"./-2.js";import{lstat as r}from"node:fs/promises";async function o(e){return r(e).then(()=>!0,()=>!1)}t(o,"exists");export{o as a};
