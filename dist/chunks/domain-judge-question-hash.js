import{k as t}from"./noble-hashes.js";import{a as r}from"./-2.js";function n({ask:i,sees:o}){return t({ask:i,sees:o})}r(n,"questionHash");export{n as a};
